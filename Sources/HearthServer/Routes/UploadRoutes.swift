import HearthCrypto
import HearthDrive
import HearthHTTP
import HearthWire

/// The new upload door: hash while sending (architecture, 7).
struct UploadRoutes: RouteGroup {
    let drive: Drive

    var routes: [Route] {
        on([.v1], .post, "/uploads", access: .write, name: "createUpload", "Begin an upload", create)
            + on([.v1], .get, "/uploads/{id}", access: .token, name: "upload", "What an upload holds", status)
            + on(
                [.v1],
                .put,
                "/uploads/{id}/chunks/{n:int}",
                access: .write,
                name: "putChunk",
                "Send one chunk",
                putChunk
            )
            + on(
                [.v1],
                .post,
                "/uploads/{id}/complete",
                access: .write,
                name: "completeUpload",
                "Finish an upload",
                complete
            )
            + on(
                [.v1],
                .delete,
                "/uploads/{id}",
                access: .write,
                name: "cancelUpload",
                "Drop an upload",
                cancel
            )
    }

    private func create(_ request: HTTPRequest) async throws -> HTTPResponse {
        let caller = try request.caller()
        let body = try await request.jsonObject()
        let target = body["href"] == nil ? body["path"] : body
        guard let target else { throw DriveError(.badRequest, argument: "path") }
        var modified = request.headerModified
        if let value = body["mod_time"], !value.isNull {
            guard let seconds = value.double, abs(seconds) < Double(ModTime.bounds.upperBound) else {
                throw DriveError(.illegalParameter, argument: "mod_time")
            }
            modified = Int64(seconds.rounded(.down))
        }
        let status = try await drive.uploads.create(
            try target.resourcePath(),
            caller,
            Uploads.Attributes(
                plan: try ChunkPlan(size: try body.optionalCount("size"), count: nil),
                modified: modified,
                conflict: try ConflictPolicy.parse(body.optionalText("on_conflict"), default: .rename),
                identification: try body.optionalText("identification") ?? "",
                policy: .open
            )
        )
        return reply(status)
    }

    private func status(_ request: HTTPRequest) async throws -> HTTPResponse {
        reply(try await drive.uploads.status(try request.parameters.text("id"), try request.caller()))
    }

    private func putChunk(_ request: HTTPRequest) async throws -> HTTPResponse {
        guard let n = Int(exactly: try request.parameters.int("n")) else {
            throw DriveError(.chunksIncomplete)
        }
        let chunks = try await drive.uploads.putChunk(
            try request.parameters.text("id"),
            n,
            RequestBodySource(body: request.body),
            try request.caller()
        )
        // The whole list after each chunk grows with the square of the file.
        let isMinimal = request.prefersMinimal
        let shown = isMinimal ? chunks.filter { $0.key == n } : chunks
        var response = Reply.data { writer in
            writer.beginObject()
            writer.key("chunks")
            shown.write(to: &writer)
            writer.endObject()
        }
        if isMinimal { response.headers.set("Preference-Applied", "return=minimal") }
        return response
    }

    private func complete(_ request: HTTPRequest) async throws -> HTTPResponse {
        let caller = try request.caller()
        let body = try await request.jsonObject()
        var hash: SHA256Digest?
        if let value = body["sha256"], !value.isNull {
            guard let text = value.string, let digest = SHA256Digest(hex: text.lowercased()) else {
                throw DriveError(.illegalParameter, argument: "sha256")
            }
            hash = digest
        }
        let resource = try await drive.uploads.complete(
            try request.parameters.text("id"),
            caller,
            hash: hash,
            size: try body.optionalCount("size"),
            conflict: try body.optionalText("on_conflict").map {
                try ConflictPolicy.parse($0, default: .rename)
            },
            expected: request.expectedTags
        )
        return Reply.data { writer in
            writer.beginObject()
            writer.key("resource")
            resource.write(ThumbnailLinks(drive, .v1), to: &writer)
            writer.endObject()
        }
    }

    private func cancel(_ request: HTTPRequest) async throws -> HTTPResponse {
        try await drive.uploads.cancel(try request.parameters.text("id"), try request.caller())
        return Reply.empty()
    }

    private func reply(_ status: Uploads.Status) -> HTTPResponse {
        Reply.data { writer in
            writer.beginObject()
            writer.key("upload_id")
            writer.string(status.id)
            writer.key("chunk_size")
            writer.int(ChunkPlan.chunkSize)
            writer.key("chunks")
            status.chunks.write(to: &writer)
            if let size = status.size {
                writer.key("size")
                writer.int(size)
            }
            if let resource = status.finished {
                writer.key("resource")
                resource.write(ThumbnailLinks(drive, .v1), to: &writer)
            }
            writer.endObject()
        }
    }
}

/// A raw request body as the drive pulls it.
private struct RequestBodySource: ByteSource {
    let body: HTTPRequestBody
    var length: Int64? { body.length }

    func drain(_ sink: (UnsafeRawBufferPointer) throws -> Void) async throws {
        try await body.drain(sink)
    }
}
