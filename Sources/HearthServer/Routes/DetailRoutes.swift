import HearthCrypto
import HearthDrive
import HearthHTTP
import HearthMedia
import HearthStorage
import HearthWire

/// Everything that is known of one entry.
struct DetailRoutes: RouteGroup {
    let drive: Drive

    var routes: [Route] {
        on(
            [.v1],
            .get,
            "/details/{path*}",
            access: .read,
            name: "details",
            "What is known of a file or directory",
            details
        )
    }

    private func details(_ request: HTTPRequest) async throws -> HTTPResponse {
        let caller = try request.caller()
        let details = try await drive.files.details(try request.resourcePath(), caller)
        let facts: MediaFacts? =
            if let opened = details.opened { await drive.thumbnails.facts(of: opened, caller) } else { nil }
        let links = ThumbnailLinks(drive, request.base)
        return Reply.data { writer in
            writer.beginObject()
            writer.key("resource")
            details.write(links, excerpt: facts?.excerpt, to: &writer)
            if let opened = details.opened {
                writer.key("etag")
                writer.string(opened.etag)
                if let hash = opened.hash {
                    writer.key("sha256")
                    writer.string(hash.hex)
                }
            }
            if let facts {
                writer.key("media")
                WireMedia(facts).write(to: &writer)
            }
            writer.endObject()
        }
    }
}

extension Files.Details {
    /// The entry as a list shows it.
    fileprivate func write(_ links: ThumbnailLinks, excerpt: String?, to writer: inout JSONWriter) {
        guard let name = resource.path.last, let parent = resource.path.parent else {
            return access.root.write(rights: access.rights, to: &writer)
        }
        ResourceWriter(directory: parent, access: access, links: links)
            .write(name.bytes, resource.info, excerpt: excerpt, to: &writer)
    }
}

extension WireMedia {
    /// What a child found out.
    fileprivate init(_ facts: MediaFacts) {
        let kind: Kind =
            switch facts.kind {
            case .picture: .picture
            case .clip: .video
            case .audio: .audio
            case .text: .text
            }
        self.init(
            kind: kind,
            width: facts.width,
            height: facts.height,
            duration: facts.duration,
            taken: facts.taken,
            frames: facts.frames
        )
    }
}
