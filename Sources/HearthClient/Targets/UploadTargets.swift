public import HearthWire

/// Begins an upload in parts.
public struct CreateUpload: Target {
    /// How it is read.
    public typealias Response = WireUpload
    /// The file.
    public var remote: RemotePath
    /// Bytes; nil where it is not known yet.
    public var size: Int64?
    /// Unix seconds that the file shall carry; nil is now.
    public var modified: Int64?
    /// What to do when the name is taken; nil takes a free one.
    public var onConflict: WireConflictRule?
    /// The backup identity of the file on the sending device.
    public var identification: String?
    /// The folder's password, where no plugin adds it.
    public var password: String?

    /// Takes the file and what is known of it.
    public init(
        _ remote: RemotePath,
        size: Int64? = nil,
        modified: Int64? = nil,
        onConflict: WireConflictRule? = nil,
        identification: String? = nil,
        password: String? = nil
    ) {
        self.remote = remote
        self.size = size
        self.modified = modified
        self.onConflict = onConflict
        self.identification = identification
        self.password = password
    }

    /// `/uploads`.
    public var path: String { "/uploads" }
    /// POST.
    public var method: TargetMethod { .post }
    /// What is known.
    public var task: TargetTask {
        .json { writer in
            writer.beginObject()
            if remote.isUTF8 {
                writer.key("path")
                writer.string(utf8Bytes: remote.bytes)
            } else {
                writer.key("href")
                writer.string(remote.urlPath)
            }
            if let size {
                writer.key("size")
                writer.int(size)
            }
            if let modified {
                writer.key("mod_time")
                writer.int(modified)
            }
            if let onConflict {
                writer.key("on_conflict")
                writer.string(onConflict.rawValue)
            }
            if let identification {
                writer.key("identification")
                writer.string(identification)
            }
            writer.endObject()
        }
    }
    /// The password.
    public var headers: HeaderFields { HeaderFields(password: password) }
    /// The root whose password may be needed.
    public var root: RootReference? { remote.root }
    /// Servers of the contract have the form door alone.
    public var isHearthOnly: Bool { true }
}

/// What the server has of an upload.
public struct UploadStatus: Target {
    /// How it is read.
    public typealias Response = WireUpload
    /// The upload.
    public var uploadID: String
    /// Where its file shall be, for folder passwords.
    public var root: RootReference?

    /// Takes the upload.
    public init(_ uploadID: String, root: RootReference? = nil) {
        self.uploadID = uploadID
        self.root = root
    }

    /// `/uploads/{id}`.
    public var path: String { "/uploads/" + PercentEncoding.encode(uploadID) }
    /// Servers of the contract have the form door alone.
    public var isHearthOnly: Bool { true }
}

/// Sends one chunk of an upload; repeating it is harmless.
public struct PutChunk: Target {
    /// Where a chunk's bytes come from.
    public enum Content: Sendable {
        /// Memory.
        case bytes([UInt8])
        /// A part of an open file.
        case file(FilePart)
        /// Pieces on demand; sent once.
        case stream(TransportBodyStream)
    }

    /// How it is read: everything stored of this upload.
    public typealias Response = ResourceReply
    /// The upload.
    public var uploadID: String
    /// From 1.
    public var number: Int
    /// The bytes.
    public var content: Content
    /// Where its file shall be, for folder passwords.
    public var root: RootReference?
    /// Chunks of one lane share connections.
    public var lane: String
    /// Seconds without a byte.
    public var timeout: Double?

    /// Takes the chunk.
    public init(
        _ uploadID: String,
        number: Int,
        content: Content,
        root: RootReference? = nil,
        lane: String = "chunks",
        timeout: Double? = nil
    ) {
        self.uploadID = uploadID
        self.number = number
        self.content = content
        self.root = root
        self.lane = lane
        self.timeout = timeout
    }

    /// `/uploads/{id}/chunks/{n}`.
    public var path: String { "/uploads/\(PercentEncoding.encode(uploadID))/chunks/\(number)" }
    /// PUT.
    public var method: TargetMethod { .put }
    /// The bytes.
    public var task: TargetTask {
        switch content {
        case .bytes(let bytes): .uploadBytes(bytes)
        case .file(let part): .uploadFile(part)
        case .stream(let stream): .uploadStream(stream)
        }
    }
    /// Servers of the contract have the form door alone.
    public var isHearthOnly: Bool { true }
}

/// Puts an uploaded file in its place; the same again gives the same answer.
public struct CompleteUpload: Target {
    /// How it is read.
    public typealias Response = ResourceReply
    /// The upload.
    public var uploadID: String
    /// SHA-256 and length, checked by the server.
    public var completion: WireUploadCompletion?
    /// With `on_conflict=replace`: replaces only what has this tag.
    public var replacedTag: String?
    /// Where its file shall be, for folder passwords.
    public var root: RootReference?

    /// Takes the upload and its end.
    public init(
        _ uploadID: String,
        _ completion: WireUploadCompletion? = nil,
        replacedTag: String? = nil,
        root: RootReference? = nil
    ) {
        self.uploadID = uploadID
        self.completion = completion
        self.replacedTag = replacedTag
        self.root = root
    }

    /// `/uploads/{id}/complete`.
    public var path: String { "/uploads/\(PercentEncoding.encode(uploadID))/complete" }
    /// POST.
    public var method: TargetMethod { .post }
    /// Hash and length.
    public var task: TargetTask { completion.map { .json($0) } ?? .plain }
    /// The tag.
    public var headers: HeaderFields {
        var headers = HeaderFields()
        headers["If-Match"] = replacedTag
        return headers
    }
    /// May be repeated.
    public var flags: TargetFlags { .isIdempotent }
    /// Five minutes: the server may have to write a large file once more.
    public var timeout: Double? { 300 }
    /// Servers of the contract have the form door alone.
    public var isHearthOnly: Bool { true }
}

/// Gives an upload up; a finished one is only forgotten.
public struct CancelUpload: Target {
    /// Nothing.
    public typealias Response = Void
    /// The upload.
    public var uploadID: String
    /// Where its file shall be, for folder passwords.
    public var root: RootReference?

    /// Takes the upload.
    public init(_ uploadID: String, root: RootReference? = nil) {
        self.uploadID = uploadID
        self.root = root
    }

    /// `/uploads/{id}`.
    public var path: String { "/uploads/" + PercentEncoding.encode(uploadID) }
    /// DELETE.
    public var method: TargetMethod { .delete }
    /// Servers of the contract have the form door alone.
    public var isHearthOnly: Bool { true }
}
