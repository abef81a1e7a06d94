import HearthClient
import HearthWire

extension TransferRemote {
    /// What the server read of a file.
    struct Checksum: Sendable {
        /// 64 lower-case hex digits.
        var sha256: String
        /// Bytes.
        var size: Int64
        /// The entity tag of the version that was read; nil when not told.
        var tag: String?

        /// Whether the version is the one with this validator; weak and strong tags of one version are the same here.
        func isOf(_ validator: String?) -> Bool {
            func opaque(_ tag: String?) -> String? {
                tag.map { $0.hasPrefix("W/") ? String($0.dropFirst(2)) : $0 }
            }
            return opaque(tag) == opaque(validator)
        }
    }

    /// Asks for the hash of a file, which the server may have to read first.
    func checksum(_ path: RemotePath, _ context: TransferContext) async throws(TransferError) -> Checksum {
        while true {
            let reply = try await Retrier.run(context) { () async throws(ClientError) -> ProviderReply in
                try await call(
                    "checksum",
                    .post,
                    "/checksum",
                    .json { writer in
                        writer.beginObject()
                        writer.key("href")
                        writer.string(path.urlPath)
                        writer.endObject()
                    },
                    timeout: 120,
                    lane: .control,
                    root: path.root
                )
            }
            let data = reply.envelope?["data"]
            if let hash = data?["sha256"]?.string, let size = data?["size"]?.int {
                return Checksum(sha256: hash.lowercased(), size: size, tag: data?["etag"]?.string)
            }
            // Still being read: the same question again finds the same work.
            try await context.pause(
                max(0.2, min(5, reply.headers["Retry-After"].flatMap { Double($0) } ?? 1))
            )
        }
    }
}
