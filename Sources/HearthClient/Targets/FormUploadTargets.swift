public import HearthWire

/// The form door's chunk size in bytes (contract, 7.1).
public let formChunkSize: Int64 = 8 << 20

/// Which chunks of a file the server has (contract, 4.10).
public struct KnownChunks: Target {
    /// SHA-256 of the whole file, 64 hex digits, perhaps with `-` and a suffix.
    public var hash: String
    /// Where the file shall be; Hearth tells uploads of one hash apart by it.
    public var remote: RemotePath?

    /// Takes the hash.
    public init(hash: String, remote: RemotePath? = nil) {
        self.hash = hash
        self.remote = remote
    }

    /// `/chunks/{hash}`, with the path's bytes as its query.
    public var path: String {
        "/chunks/" + PercentEncoding.encode(hash)
            + (remote.map { "?path=" + PercentEncoding.encode($0.bytes) } ?? "")
    }
    /// The root whose password may be needed.
    public var root: RootReference? { remote?.root }
    /// Reads the chunks.
    public func decode(_ reply: ProviderReply) throws(ClientError) -> [WireChunk] {
        try reply.dataOrBlank(Chunks.self).chunks
    }

    private struct Chunks: LenientModel {
        var chunks: [WireChunk]
        static var required: [String] { [] }
    }
}

/// Where a file goes through the form door, and what it is (contract, 4.2).
public struct FormUploadFile: Sendable {
    /// The file.
    public var remote: RemotePath
    /// SHA-256 of the whole file, perhaps with `-` and a suffix that tells uploads of the same bytes apart.
    public var hash: String
    /// Bytes of the whole file.
    public var size: Int64
    /// Unix seconds that the file shall carry; Hearth alone.
    public var modified: Int64?
    /// What to do when the name is taken; Hearth alone, others take a free name.
    public var onConflict: WireConflictRule?
    /// The backup identity of the file on the sending device.
    public var identification: String?
    /// The folder's password, where no plugin adds it.
    public var password: String?

    /// Takes the parts as they are.
    public init(
        _ remote: RemotePath,
        hash: String,
        size: Int64,
        modified: Int64? = nil,
        onConflict: WireConflictRule? = nil,
        identification: String? = nil,
        password: String? = nil
    ) {
        self.remote = remote
        self.hash = hash
        self.size = size
        self.modified = modified
        self.onConflict = onConflict
        self.identification = identification
        self.password = password
    }

    /// How many chunks the file has; at least one.
    public var chunkCount: Int { Int(max(1, (size + formChunkSize - 1) / formChunkSize)) }

    /// The bytes of a chunk, numbered from 1, that is not the last: 8 MiB; of the last: what is left.
    public func length(ofChunk number: Int) -> Int64 {
        min(formChunkSize, size - Int64(number - 1) * formChunkSize)
    }

    var path: String { "/resources" + remote.urlPath }

    /// The fields before the file.
    func fields(_ action: String, chunk: Int?) -> [(String, String)] {
        var fields = [("action", action), ("hash", hash)]
        if let chunk {
            fields.append(("total_size", String(size)))
            fields.append(("chunk_number", String(chunk)))
            fields.append(("chunk_size", String(length(ofChunk: chunk))))
        }
        fields.append(("total_chunks", String(chunkCount)))
        if let identification { fields.append(("identification", identification)) }
        if let modified { fields.append(("mod_time", String(modified))) }
        if let onConflict { fields.append(("on_conflict", onConflict.rawValue)) }
        return fields
    }

    func task(_ action: String, chunk: Int, _ content: MultipartPart.Content) -> TargetTask {
        let fields = fields(action, chunk: chunk).map { MultipartPart.field($0.0, $0.1) }
        let file = MultipartPart(
            name: "uploadfile",
            fileName: remote.name ?? "file",
            contentType: "application/octet-stream",
            content: content
        )
        return .multipart(fields + [file])
    }
}

/// Sends a file of one chunk whole (contract, 4.4).
public struct FormUpload: Target {
    /// How it is read.
    public typealias Response = ResourceReply
    /// The file.
    public var file: FormUploadFile
    /// All its bytes.
    public var content: MultipartPart.Content
    /// Calls of one lane share connections.
    public var lane: String

    /// Takes the file and its bytes.
    public init(_ file: FormUploadFile, content: MultipartPart.Content, lane: String = "") {
        self.file = file
        self.content = content
        self.lane = lane
    }

    /// `/resources/…`.
    public var path: String { file.path }
    /// POST.
    public var method: TargetMethod { .post }
    /// Fields and file.
    public var task: TargetTask { file.task("upload", chunk: 1, content) }
    /// The password.
    public var headers: HeaderFields { HeaderFields(password: file.password) }
    /// The root whose password may be needed.
    public var root: RootReference? { file.remote.root }
}

/// Sends one chunk through the form door; repeating it is harmless (contract, 4.5).
public struct FormChunk: Target {
    /// How it is read: the chunks that the server has; an empty list is a chunk that was there already.
    public typealias Response = ResourceReply
    /// The file.
    public var file: FormUploadFile
    /// From 1.
    public var number: Int
    /// The chunk's bytes.
    public var content: MultipartPart.Content
    /// Chunks of one lane share connections.
    public var lane: String

    /// Takes the file, and the chunk with its bytes.
    public init(_ file: FormUploadFile, number: Int, content: MultipartPart.Content, lane: String = "chunks")
    {
        self.file = file
        self.number = number
        self.content = content
        self.lane = lane
    }

    /// `/resources/…`.
    public var path: String { file.path }
    /// POST.
    public var method: TargetMethod { .post }
    /// Fields and chunk.
    public var task: TargetTask { file.task("chunk", chunk: number, content) }
    /// The password.
    public var headers: HeaderFields { HeaderFields(password: file.password) }
    /// May be repeated.
    public var flags: TargetFlags { .isIdempotent }
    /// The root whose password may be needed.
    public var root: RootReference? { file.remote.root }
}

/// Puts the chunks of the form door together (contract, 4.5).
public struct FormMerge: Target {
    /// How it is read; the name may differ from the one that was asked for.
    public typealias Response = ResourceReply
    /// The file.
    public var file: FormUploadFile

    /// Takes the file.
    public init(_ file: FormUploadFile) { self.file = file }

    /// `/resources/…`.
    public var path: String { file.path }
    /// POST.
    public var method: TargetMethod { .post }
    /// Fields alone.
    public var task: TargetTask { .form(file.fields("merge", chunk: nil)) }
    /// The password.
    public var headers: HeaderFields { HeaderFields(password: file.password) }
    /// Five minutes: the server hashes the whole file.
    public var timeout: Double? { 300 }
    /// The root whose password may be needed.
    public var root: RootReference? { file.remote.root }
}

/// Gives an unfinished upload of the form door up (contract, 4.11).
public struct DropUpload: Target {
    /// Nothing.
    public typealias Response = Void
    /// Where the file should have been.
    public var remote: RemotePath
    /// Its whole hash with the suffix.
    public var hash: String

    /// Takes both.
    public init(_ remote: RemotePath, hash: String) {
        self.remote = remote
        self.hash = hash
    }

    /// `/cache/…` with the hash directly behind.
    public var path: String { "/cache" + remote.urlPath + PercentEncoding.encode(hash) }
    /// DELETE.
    public var method: TargetMethod { .delete }
    /// The root whose password may be needed.
    public var root: RootReference? { remote.root }
}
