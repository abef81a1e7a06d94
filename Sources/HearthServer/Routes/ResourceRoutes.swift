import HearthCrypto
import HearthDrive
import HearthHTTP
import HearthStorage
import HearthWire

/// Rename, copy, move, delete and the small questions about uploads (wangpan-api, 4.6–4.11, 4.13).
struct ResourceRoutes: RouteGroup {
    let drive: Drive

    var routes: [Route] {
        everywhere(
            .put,
            "/resources/{path*}",
            access: .write,
            name: "renameResource",
            "Rename a file or directory",
            rename
        )
            + everywhere(
                .patch,
                "/resources",
                access: .write,
                name: "transferResources",
                "Copy or move into a directory",
                transfer
            )
            + everywhere(
                .delete,
                "/resources",
                access: .delete,
                name: "deleteResources",
                "Delete files and directories",
                remove
            )
            + everywhere(
                .get,
                "/chunks/{hash}",
                access: .token,
                name: "knownChunks",
                "Chunks that an unfinished upload already has",
                chunks
            )
            + everywhere(
                .delete,
                "/cache/{path*}",
                access: .write,
                name: "dropUpload",
                "Drop an unfinished upload",
                dropCache
            )
            + on([.v1], .post, "/checksum", access: .read, name: "checksum", "The hash of a file", checksum)
            + everywhere(
                .get,
                "/backups",
                access: .token,
                name: "backups",
                "Identities of the files backed up",
                backups
            )
    }

    private func rename(_ request: HTTPRequest) async throws -> HTTPResponse {
        let caller = try request.caller()
        let path = try request.resourcePath()
        _ = try path.requireRoot()
        let body = try await request.jsonObject()
        let resource = try await drive.files.rename(
            path,
            caller,
            to: try body.text("name"),
            policy: request.namePolicy
        )
        guard request.base == .v1 else { return Reply.empty() }
        return Reply.data { writer in
            writer.beginObject()
            writer.key("resource")
            resource.write(ThumbnailLinks(drive, .v1), to: &writer)
            writer.endObject()
        }
    }

    private func transfer(_ request: HTTPRequest) async throws -> HTTPResponse {
        let caller = try request.caller()
        let body = try await request.jsonObject()
        guard let action = TransferRequest.Action(rawValue: body["action"]?.string ?? "") else {
            throw DriveError(.illegalParameter, argument: "action")
        }
        guard let destination = body["destination"], destination.string != "" else {
            throw DriveError(.badRequest)
        }
        let conflict = try body.optionalText("on_conflict") ?? request.query.first("on_conflict")
        let selection = try request.selection(body, "sources")
        if case .paths(let paths) = selection, paths.isEmpty { throw DriveError(.badRequest) }
        // The tags speak for the list where there is one, otherwise for the files that are replaced.
        var expected = request.expectedTags
        if case .all = selection { expected = [] }
        let transfer = TransferRequest(
            action: action,
            destination: try destination.resourcePath(),
            selection: selection,
            conflict: conflict == nil ? nil : try ConflictPolicy.parse(conflict, default: .fail),
            expected: expected
        )
        // A task's row would hold names of an encrypted folder: the preference is not honoured (RFC 7240, 2).
        if request.prefersAsync, try await !drive.files.touchesVault(transfer) {
            return try await accepted(try await drive.files.order(transfer, caller))
        }
        let password = try body.optionalText("destination_pwd")
        let outcome = try await drive.files.transfer(
            transfer,
            caller,
            destinationPassword: password?.isEmpty == true ? nil : password
        )
        guard request.base == .v1 else { return Reply.empty() }
        return Reply.data { writer in
            writer.beginObject()
            writer.key("resources")
            writer.beginArray()
            for resource in outcome.resources { resource.write(ThumbnailLinks(drive, .v1), to: &writer) }
            writer.endArray()
            writer.key("count")
            writer.int(outcome.count)
            writer.key("ended_shares")
            outcome.endedShares.write(to: &writer)
            writer.endObject()
        }
    }

    private func remove(_ request: HTTPRequest) async throws -> HTTPResponse {
        let caller = try request.caller()
        let body = try await request.jsonObject()
        let selection = try request.selection(body, "paths")
        if request.prefersAsync, try await !drive.files.touchesVault(selection),
            let order = try await drive.files.order(removalOf: selection, caller)
        {
            return try await accepted(order)
        }
        _ = try await drive.files.remove(selection, caller)
        return Reply.empty()
    }

    private func checksum(_ request: HTTPRequest) async throws -> HTTPResponse {
        let body = try await request.jsonObject()
        let target = body["href"] == nil ? body["path"] : body
        guard let target else { throw DriveError(.badRequest, argument: "path") }
        switch try await drive.checksums.checksum(try target.resourcePath(), try request.caller()) {
        case .known(let hash, let size, let etag):
            return Reply.data { writer in
                writer.beginObject()
                writer.key("sha256")
                writer.string(hash.hex)
                writer.key("size")
                writer.int(size)
                writer.key("etag")
                writer.string(etag)
                writer.endObject()
            }
        case .reading(let done, let total):
            var response = Reply.data { writer in
                writer.beginObject()
                writer.key("bytes_done")
                writer.int(done)
                writer.key("bytes_total")
                writer.int(total)
                writer.endObject()
            }
            response.status = 202
            response.headers.set("Retry-After", "1")
            return response
        }
    }

    /// So many tasks of one member wait at most.
    private static let waiting = 100

    /// 202 with the task that does what was asked for (RFC 7240, 4.1).
    private func accepted(_ order: TaskOrder) async throws -> HTTPResponse {
        let taskID = try await drive.tasks.start(order, atMost: Self.waiting)
        var response = Reply.data { writer in
            writer.beginObject()
            writer.key("task_id")
            writer.string(taskID)
            writer.endObject()
        }
        response.status = 202
        response.headers.set("Preference-Applied", "respond-async")
        return response
    }

    private func chunks(_ request: HTTPRequest) async throws -> HTTPResponse {
        let key = try UploadKey(try request.parameters.text("hash"))
        let path = try request.query.firstBytes("path").map { bytes in
            try ResourcePath(segments: bytes.split(separator: UInt8(ascii: "/")).map { Array($0) })
        }
        let known = try await drive.uploads.chunks(of: key, at: path, try request.caller())
        return Reply.data { writer in
            writer.beginObject()
            writer.key("chunks")
            known.write(to: &writer)
            writer.endObject()
        }
    }

    private func dropCache(_ request: HTTPRequest) async throws -> HTTPResponse {
        try await drive.uploads.dropCache(segments: request.parameters.tail("path"), try request.caller())
        return Reply.empty()
    }

    private func backups(_ request: HTTPRequest) async throws -> HTTPResponse {
        let caller = try request.caller()
        let root = try await drive.roots.personalRoot(of: caller.user)
        let identifications = try await drive.files.backups(caller)
        return Reply.data { writer in
            writer.beginObject()
            writer.key("identifications")
            writer.beginArray()
            for identification in identifications { writer.string(identification) }
            writer.endArray()
            writer.key("private_file_id")
            writer.int(root.id)
            writer.endObject()
        }
    }
}

extension [Int: Int64] {
    /// The chunk list of replies, by number.
    func write(to writer: inout JSONWriter) {
        writer.beginArray()
        for (n, size) in sorted(by: { $0.key < $1.key }) { WireChunk(id: n, size: size).write(to: &writer) }
        writer.endArray()
    }
}
