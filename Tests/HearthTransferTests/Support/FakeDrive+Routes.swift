#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import HearthClient
import HearthWire
import Synchronization

extension FakeDrive {
    func answer(
        _ method: String,
        _ route: String,
        _ body: [UInt8],
        _ request: TransportRequest
    ) -> TransportResponse {
        let parts = route.split(separator: "/").map(String.init)
        switch (method, parts.first ?? "", parts.count) {
        case ("POST", "uploads", 1): return create(body)
        case ("GET", "uploads", 2): return status(parts[1])
        case ("DELETE", "uploads", 2):
            let known = state.withLock { $0.uploads.removeValue(forKey: parts[1]) }
            return known == nil ? Self.refusal(.notFound, 404) : Self.reply("{\"status\":0}")
        case ("PUT", "uploads", 4): return putChunk(parts[1], Int(parts[3]) ?? 0, body)
        case ("POST", "uploads", 3): return complete(parts[1], body)
        case ("POST", "resources", _): return form(Self.decode(String(route.dropFirst(10))), body, request)
        case ("DELETE", "resources", 1): return delete(body)
        case ("GET", "resources", _): return list(Self.decode(String(route.dropFirst(10))), request)
        default: return Self.refusal(.notFound, 404)
        }
    }

    private func create(_ body: [UInt8]) -> TransportResponse {
        guard let json = try? JSONValue(parsing: body, maximumDepth: 8), let href = json["href"]?.string
        else {
            return Self.refusal(.badRequest, 400)
        }
        return state.withLock { state in
            let id = "u\(state.nextID)"
            state.nextID += 1
            state.uploads[id] = Upload(
                path: Self.decode(href),
                size: json["size"]?.int,
                conflict: json["on_conflict"]?.string ?? "rename",
                modified: json["mod_time"]?.int
            )
            return Self.reply(Self.text(id, state.uploads[id], state))
        }
    }

    private func status(_ id: String) -> TransportResponse {
        state.withLock { state in
            guard let upload = state.uploads[id] else { return Self.refusal(.notFound, 404) }
            return Self.reply(Self.text(id, upload, state))
        }
    }

    private static func text(_ id: String, _ upload: Upload?, _ state: State) -> String {
        let chunks = (upload?.chunks ?? [:]).sorted { $0.key < $1.key }
            .map { "{\"id\":\($0.key),\"size\":\($0.value.count)}" }.joined(separator: ",")
        var text =
            "{\"status\":0,\"data\":{\"upload_id\":\"\(id)\",\"chunk_size\":8388608,\"chunks\":[\(chunks)]"
        if let size = upload?.size { text += ",\"size\":\(size)" }
        if let result = upload?.result { text += ",\"resource\":" + resource(result, state) }
        return text + "}}"
    }

    static func resource(_ path: String, _ state: State) -> String {
        let file = state.files[path]
        let writer = WireResource(
            name: String(path.split(separator: "/").last ?? ""),
            size: Int64(file?.bytes.count ?? 0),
            modified: file?.modified ?? 0,
            kind: file == nil ? .directory : .file,
            path: path
        )
        return String(decoding: writer.jsonBytes, as: UTF8.self)
    }

    private func putChunk(_ id: String, _ n: Int, _ body: [UInt8]) -> TransportResponse {
        state.withLock { state in
            state.chunkBytes += body.count
            guard var upload = state.uploads[id] else { return Self.refusal(.notFound, 404) }
            if upload.result != nil { return Self.refusal(.chunksIncomplete, 409) }
            upload.chunks[n] = body
            state.uploads[id] = upload
            return Self.reply("{\"status\":0,\"data\":{\"chunks\":[{\"id\":\(n),\"size\":\(body.count)}]}}")
        }
    }

    private func complete(_ id: String, _ body: [UInt8]) -> TransportResponse {
        let json = try? JSONValue(parsing: body, maximumDepth: 8)
        return state.withLock { state in
            guard let upload = state.uploads[id] else { return Self.refusal(.notFound, 404) }
            if let result = upload.result {
                return Self.reply("{\"status\":0,\"data\":{\"resource\":\(Self.resource(result, state))}}")
            }
            let count = (Int(json?["size"]?.int ?? 0) + (8 << 20) - 1) / (8 << 20)
            var bytes: [UInt8] = []
            for n in 0..<count {
                guard let chunk = upload.chunks[n + 1] else { return Self.refusal(.chunksIncomplete, 409) }
                bytes += chunk
            }
            guard SHA256Hasher.hexadecimal(SHA256Hasher.digest(of: bytes)) == json?["sha256"]?.string else {
                state.uploads[id] = nil
                return Self.refusal(.hashMismatch, 422)
            }
            guard let path = Self.place(bytes, upload.path, upload.conflict, upload.modified, &state) else {
                return Self.refusal(.nameInUse, 409)
            }
            state.uploads[id]?.result = path
            state.uploads[id]?.chunks = [:]
            return Self.reply("{\"status\":0,\"data\":{\"resource\":\(Self.resource(path, state))}}")
        }
    }

    /// Puts a file in its place; nil when its name is taken and it may not have another.
    private static func place(
        _ bytes: [UInt8],
        _ path: String,
        _ conflict: String,
        _ modified: Int64?,
        _ state: inout State
    ) -> String? {
        var path = path
        if let present = state.files[path], present.bytes != bytes {
            switch conflict {
            case "fail": return nil
            case "skip": return path
            case "replace": break
            default:
                var n = 1
                while state.files["\(path)(\(n))"] != nil { n += 1 }
                path = "\(path)(\(n))"
            }
        }
        state.version += 1
        state.files[path] = File(bytes: bytes, version: state.version, modified: modified ?? 1)
        var directory = path
        while let cut = directory.lastIndex(of: "/"), cut > directory.startIndex {
            directory = String(directory[..<cut])
            state.directories.insert(directory)
        }
        return path
    }

    private func form(_ path: String, _ body: [UInt8], _ request: TransportRequest) -> TransportResponse {
        let fields = Self.form(body, request.headers["Content-Type"] ?? "")
        func text(_ name: String) -> String { String(decoding: fields[name] ?? [], as: UTF8.self) }
        guard text("action") == "upload" else {
            return state.withLock { state in
                let parent = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
                guard parent == "/s/1" || state.directories.contains(parent) else {
                    return Self.refusal(.forbiddenCharacter, 400)
                }
                guard state.directories.insert(path).inserted else { return Self.refusal(.nameInUse, 409) }
                return Self.reply("{\"status\":0,\"data\":{\"resource\":\(Self.resource(path, state))}}")
            }
        }
        let bytes = fields["uploadfile"] ?? []
        guard SHA256Hasher.hexadecimal(SHA256Hasher.digest(of: bytes)) == text("hash") else {
            return Self.refusal(.hashMismatch, 422)
        }
        return state.withLock { state in
            let modified = Int64(text("mod_time"))
            guard let path = Self.place(bytes, path, text("on_conflict"), modified, &state) else {
                return Self.refusal(.nameInUse, 409)
            }
            return Self.reply(
                "{\"status\":0,\"data\":{\"resource\":\(Self.resource(path, state)),\"chunks\":[]}}"
            )
        }
    }

    private func list(_ path: String, _ request: TransportRequest) -> TransportResponse {
        let query = request.url.split(separator: "?").dropFirst().first ?? ""
        var start = 0
        for item in query.split(separator: "&") where item.hasPrefix("cursor=") {
            start = Int(item.dropFirst(7)) ?? 0
        }
        return state.withLock { state in
            let inside = Set(state.files.keys).union(state.directories).filter {
                $0.hasPrefix(path + "/") && !$0.dropFirst(path.count + 1).contains("/")
            }.sorted()
            // Small pages, so that several are asked for.
            let page = inside.dropFirst(start).prefix(3)
            let end = start + page.count
            let list = page.map { Self.resource($0, state) }.joined(separator: ",")
            let more = end < inside.count
            return Self.reply(
                "{\"status\":0,\"data\":{\"list\":[\(list)],\"pager\":{\"page\":0,\"page_size\":3,\"total_rows\":\(inside.count),"
                    + "\"has_more\":\(more)\(more ? ",\"cursor\":\"\(end)\"" : "")}}}"
            )
        }
    }

    // MARK: Downloads

    func download(
        _ route: String,
        _ request: TransportRequest,
        _ fault: Fault?
    ) throws(TransportError) -> TransportResponse {
        let path = Self.decode(String(route.dropFirst("/download".count)))
        guard let file = state.withLock({ $0.files[path] }) else {
            return Self.refusal(.resourceNotFound, 404)
        }
        let tag = "\"v\(file.version)\""
        var headers: HeaderFields = ["Content-Type": "application/octet-stream", "Accept-Ranges": "bytes"]
        if file.hasTag { headers["ETag"] = (file.isYoung ? "W/" : "") + tag }
        headers["Last-Modified"] = "Thu, 01 Jan 2026 00:00:00 GMT"
        if file.isDigestKnown {
            let digest = Data(SHA256Hasher.digest(of: file.bytes)).base64EncodedString()
            headers["Repr-Digest"] = "sha-256=:\(digest):"
        }
        var bytes = file.bytes[...]
        var status = 200
        let mayRange = request.headers["If-Range"].map { $0 == tag && !file.isYoung } ?? true
        if mayRange,
            let range = request.headers["Range"]?.dropFirst(6).split(separator: "-").compactMap({ Int($0) })
        {
            guard range[0] < bytes.count else { return Self.refusal(.illegalParameter, 416) }
            let end = min(bytes.count, range[1] + 1)
            headers["Content-Range"] = "bytes \(range[0])-\(end - 1)/\(bytes.count)"
            bytes = bytes[range[0]..<end]
            status = 206
        }
        headers["Content-Length"] = String(bytes.count)
        let head = TransportResponse.Head(status: status, headers: headers)
        guard let sink = request.sink else {
            return TransportResponse(head: head, body: .bytes(Array(bytes)))
        }
        var limit = bytes.count
        if case .cut(let after) = fault { limit = min(limit, after) }
        do {
            try sink.begin(head)
            for start in stride(from: 0, to: limit, by: 1 << 18) {
                if Task.isCancelled { throw TransportError(.cancelled) }
                let piece = Array(bytes.dropFirst(start).prefix(min(1 << 18, limit - start)))
                try piece.withUnsafeBytes { try sink.write($0) }
            }
        } catch {
            throw error as? TransportError ?? TransportError(.sinkFailed, "\(error)")
        }
        if limit < bytes.count { throw TransportError(.interrupted) }
        return TransportResponse(head: head, body: .empty)
    }
}
