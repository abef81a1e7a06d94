import HearthDrive
import HearthHTTP
import HearthWire

/// How much lies in whose folders.
struct UsageRoutes: RouteGroup {
    let drive: Drive

    var routes: [Route] {
        on([.v1], .get, "/usage", access: .token, name: "usage", "Use of storage by member", usage)
    }

    private func usage(_ request: HTTPRequest) async throws -> HTTPResponse {
        let report = try await drive.usage.report(try request.caller())
        return Reply.data { writer in
            writer.beginObject()
            writer.key("list")
            writer.beginArray()
            for member in report.members {
                writer.beginObject()
                writer.key("user_id")
                writer.int(member.user)
                writer.key("nickname")
                writer.string(member.nickname)
                member.sum.write(to: &writer)
                writer.endObject()
            }
            writer.endArray()
            writer.key("shared")
            if let shared = report.shared {
                writer.beginObject()
                shared.write(to: &writer)
                writer.endObject()
            } else {
                writer.null()
            }
            writer.key("folders")
            writer.beginArray()
            for folder in report.folders {
                writer.beginObject()
                writer.key("id")
                writer.int(folder.id)
                folder.sum.write(to: &writer)
                writer.endObject()
            }
            writer.endArray()
            writer.key("counted")
            writer.int(report.counted)
            writer.key("is_counting")
            writer.bool(report.isCounting)
            writer.endObject()
        }
    }
}

extension Usage.Sum {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.key("bytes")
        writer.int(bytes)
        writer.key("files")
        writer.int(files)
    }
}
