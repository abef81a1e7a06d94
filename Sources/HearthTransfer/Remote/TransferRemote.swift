import HearthClient
import HearthWire

/// What a server of an area offers to transfers, as functions.
struct TransferRemote: Sendable {
    /// Calls of large files and of small ones never share connections.
    enum Lane: String, Sendable {
        case large = "transfer.large"
        case small = "transfer.small"
        case control = "transfer.control"
    }

    let provider: Provider
    /// Which paths the server answers under; only Hearth's own has the new door.
    let family: APIFamily

    /// Uploads in one request at most this long are held in memory; bytes.
    static let memoryLimit: Int64 = 256 << 10

    func call(
        _ name: String,
        _ method: TargetMethod,
        _ path: String,
        _ task: TargetTask = .plain,
        headers: HeaderFields = [:],
        format: ReplyFormat = .envelope,
        timeout: Double? = nil,
        lane: Lane,
        root: RootReference?
    ) async throws(ClientError) -> ProviderReply {
        try await provider.request(
            TransferTarget(
                path: path,
                method: method,
                task: task,
                headers: headers,
                format: format,
                timeout: timeout,
                lane: lane.rawValue,
                root: root,
                name: name
            )
        )
    }

    // MARK: New door

    /// Begins an upload.
    func createUpload(
        _ path: RemotePath,
        size: Int64?,
        modified: Int64?,
        conflict: WireConflictRule,
        identification: String,
        lane: Lane
    ) async throws(ClientError) -> WireUpload {
        let task = TargetTask.json { writer in
            writer.beginObject()
            // Encoded, whatever its bytes are: a name that is no UTF-8 is no special case then.
            writer.key("href")
            writer.string(path.urlPath)
            if let size {
                writer.key("size")
                writer.int(size)
            }
            if let modified {
                writer.key("mod_time")
                writer.int(modified)
            }
            writer.key("on_conflict")
            writer.string(conflict.rawValue)
            if !identification.isEmpty {
                writer.key("identification")
                writer.string(identification)
            }
            writer.endObject()
        }
        return try await call("createUpload", .post, "/uploads", task, lane: lane, root: path.root)
            .data(WireUpload.self)
    }

    /// What the server has of an upload.
    func upload(_ id: String, _ path: RemotePath, lane: Lane) async throws(ClientError) -> WireUpload {
        try await call("upload", .get, "/uploads/\(PercentEncoding.encode(id))", lane: lane, root: path.root)
            .data(WireUpload.self)
    }

    /// Sends chunk `n`, from 1.
    func putChunk(
        _ id: String,
        _ n: Int,
        _ body: TargetTask,
        _ path: RemotePath,
        lane: Lane
    ) async throws(ClientError) {
        _ = try await call(
            "putChunk",
            .put,
            "/uploads/\(PercentEncoding.encode(id))/chunks/\(n)",
            body,
            // The list of all chunks after each of them would be more than a little for a file of many.
            headers: ["Prefer": "return=minimal"],
            timeout: 120,
            lane: lane,
            root: path.root
        )
    }

    /// Puts the file in its place; the same answer if it is there already.
    func completeUpload(
        _ id: String,
        sha256: String,
        size: Int64,
        _ path: RemotePath,
        lane: Lane
    ) async throws(ClientError) -> WireResource {
        // After a restart of the server it reads the file once before it answers.
        try await call(
            "completeUpload",
            .post,
            "/uploads/\(PercentEncoding.encode(id))/complete",
            .json(WireUploadCompletion(sha256: sha256, size: size)),
            timeout: 300,
            lane: lane,
            root: path.root
        ).data(WireResourceReply.self).resource
    }

    /// Drops an upload and what the server holds of it; one that it does not know is fine.
    func cancelUpload(_ id: String, _ path: RemotePath) async throws(ClientError) {
        do throws(ClientError) {
            _ = try await call(
                "cancelUpload",
                .delete,
                "/uploads/\(PercentEncoding.encode(id))",
                lane: .control,
                root: path.root
            )
        } catch  where error.code == .notFound {
            return
        }
    }

    // MARK: Forms

    /// Sends a whole file in one request; the server checks the hash.
    func uploadWhole(
        _ path: RemotePath,
        _ content: MultipartPart.Content,
        size: Int64,
        hash: String,
        modified: Int64?,
        conflict: WireConflictRule,
        identification: String
    ) async throws(ClientError) -> WireResource {
        var parts: [MultipartPart] = [
            .field("action", "upload"), .field("hash", hash), .field("total_size", String(size)),
            .field("chunk_number", "1"), .field("chunk_size", String(size)), .field("total_chunks", "1"),
        ]
        if let modified { parts.append(.field("mod_time", String(modified))) }
        if family == .hearth { parts.append(.field("on_conflict", conflict.rawValue)) }
        if !identification.isEmpty { parts.append(.field("identification", identification)) }
        parts.append(
            MultipartPart(
                name: "uploadfile",
                fileName: "f",
                contentType: "application/octet-stream",
                content: content
            )
        )
        return try await call(
            "uploadWhole",
            .post,
            "/resources" + path.urlPath,
            .multipart(parts),
            timeout: 120,
            lane: .small,
            root: path.root
        ).data(WireResourceReply.self).resource
    }

    /// The older door: which chunks of a hash the server has.
    func knownChunks(_ hash: String, _ path: RemotePath) async throws(ClientError) -> [WireChunk] {
        // Our own bases tell more when they know where the file goes; the original ignores it.
        try await call(
            "knownChunks",
            .get,
            "/chunks/\(PercentEncoding.encode(hash))",
            .query([("path", path.text)]),
            lane: .large,
            root: path.root
        ).data(WireChunksReply.self).chunks
    }

    /// The older door: sends chunk `n`, from 1.
    ///
    /// - Returns: what the server says it has; empty when it says nothing.
    func formChunk(
        _ n: Int,
        of count: Int,
        _ content: MultipartPart.Content,
        length: Int64,
        size: Int64,
        hash: String,
        _ path: RemotePath
    ) async throws(ClientError) -> [WireChunk] {
        let parts: [MultipartPart] = [
            .field("action", "chunk"), .field("hash", hash), .field("total_size", String(size)),
            .field("chunk_number", String(n)), .field("chunk_size", String(length)),
            .field("total_chunks", String(count)),
            MultipartPart(
                name: "uploadfile",
                fileName: "f",
                contentType: "application/octet-stream",
                content: content
            ),
        ]
        return try await call(
            "formChunk",
            .post,
            "/resources" + path.urlPath,
            .multipart(parts),
            timeout: 120,
            lane: .large,
            root: path.root
        ).data(WireChunksReply.self).chunks
    }

    /// The older door: puts the file in its place.
    func merge(
        _ hash: String,
        count: Int,
        modified: Int64?,
        conflict: WireConflictRule,
        identification: String,
        _ path: RemotePath
    ) async throws(ClientError) -> WireResource {
        var fields = [("action", "merge"), ("hash", hash), ("total_chunks", String(count))]
        if let modified { fields.append(("mod_time", String(modified))) }
        if conflict != .rename { fields.append(("on_conflict", conflict.rawValue)) }
        if !identification.isEmpty { fields.append(("identification", identification)) }
        return try await call(
            "merge",
            .post,
            "/resources" + path.urlPath,
            .form(fields),
            timeout: 300,
            lane: .large,
            root: path.root
        ).data(WireResourceReply.self).resource
    }

    /// The older door: drops what the server holds of an upload.
    func dropUpload(_ hash: String, _ path: RemotePath) async throws(ClientError) {
        _ = try await call(
            "dropUpload",
            .delete,
            "/cache" + path.urlPath + hash,
            lane: .control,
            root: path.root
        )
    }

    // MARK: Directories

    /// Makes a directory; one that is there is fine.
    func makeDirectory(_ path: RemotePath) async throws(ClientError) {
        do throws(ClientError) {
            _ = try await call(
                "makeDirectory",
                .post,
                "/resources" + path.urlPath,
                .form([("action", "")]),
                lane: .small,
                root: path.root
            )
        } catch  where error.code == .nameInUse {
            return
        }
    }

    /// Makes a directory and those above it that are missing.
    func makeDirectories(_ path: RemotePath) async throws(ClientError) {
        do throws(ClientError) {
            try await makeDirectory(path)
        } catch  where error.code == .forbiddenCharacter {
            // The contract has one code for a parent that is missing and a name that cannot be.
            guard let parent = path.parent, parent.lastComponent != nil else { throw error }
            try await makeDirectories(parent)
            try await makeDirectory(path)
        }
    }

    /// A page of a directory.
    struct Page: Sendable {
        var entries: [WireResource]
        /// What asks for the next page; nil at the end.
        var next: String?
    }

    /// A page of a directory, at most 1 000 entries.
    ///
    /// - Parameters:
    ///   - path: the directory.
    ///   - cursor: ``Page/next`` of the page before; nil for the first.
    /// - Returns: the page.
    /// - Throws: what the server or the network said.
    func list(_ path: RemotePath, after cursor: String?) async throws(ClientError) -> Page {
        var query = [("limit", "1000")]
        var page = 1
        if family == .hearth {
            if let cursor { query.append(("cursor", cursor)) }
        } else {
            page = cursor.flatMap { Int($0) } ?? 1
            query = [("type", "0"), ("page", String(page)), ("page_size", "100")]
        }
        let reply = try await call(
            "list",
            .get,
            "/resources" + path.urlPath,
            .query(query),
            lane: .small,
            root: path.root
        )
        .data(WirePageReply.self)
        guard reply.pager?.hasMore == true, !reply.list.isEmpty else {
            return Page(entries: reply.list, next: nil)
        }
        return Page(entries: reply.list, next: family == .hearth ? reply.pager?.cursor : String(page + 1))
    }

    // MARK: Downloads

    /// Fetches a file or a part of it into a sink.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - range: the bytes; nil is the whole file.
    ///   - ifRange: the validator under which the range counts; another version comes as a whole.
    ///   - sink: is given the head, and then the bytes.
    ///   - lane: whose connections.
    /// - Throws: what the server or the network said; 416 is an HTTP status.
    func download(
        _ path: RemotePath,
        range: Range<Int64>?,
        ifRange: String?,
        into sink: TransportSink,
        lane: Lane
    ) async throws(ClientError) {
        var headers: HeaderFields = ["Accept-Encoding": "identity"]
        if let range {
            headers["Range"] = "bytes=\(range.lowerBound)-\(range.upperBound - 1)"
            if let ifRange { headers["If-Range"] = ifRange }
        }
        _ = try await call(
            "download",
            .get,
            "/download" + path.urlPath,
            .download(sink),
            headers: headers,
            format: .bytes,
            lane: lane,
            root: path.root
        )
    }
}
