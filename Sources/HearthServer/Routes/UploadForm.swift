import HearthDrive
import HearthHTTP
import HearthWire

/// The fields of `POST resources/`, all of them text on the wire.
struct UploadForm {
    /// What `chunk` and `upload` say of their bytes.
    struct Chunk {
        var key: UploadKey
        var number: Int
        var size: Int64
        var count: Int
    }

    private var fields: [String: String] = [:]
    private let policy: NamePolicy
    private let queryConflict: String?
    private let headerModified: Int64?
    private let expected: [String]

    init(_ request: HTTPRequest) {
        policy = request.namePolicy
        queryConflict = request.query.first("on_conflict")
        headerModified = request.headerModified
        expected = request.expectedTags
    }

    mutating func set(_ name: String, _ value: String) { fields[name] = value }

    var action: String { fields["action"] ?? "" }
    var isDirectory: Bool { fields["action"] == "" }
    var isAutoRename: Bool { ["true", "1"].contains(fields["is_auto_rename"] ?? "") }

    /// Missing or no number is unknown (wangpan-api, 4.2).
    var totalSize: Int64? { fields["total_size"].flatMap { Int64($0) } }

    /// The whole file's size when this request brings all of it and has said so already.
    var wholeSize: Int64? { action == "upload" ? totalSize.flatMap { $0 > 0 ? $0 : nil } : nil }

    /// Whether everything that places a chunk is known before its bytes.
    var isReadyForChunk: Bool {
        action == "chunk"
            && ["hash", "total_chunks", "chunk_size", "chunk_number", "total_size"].allSatisfy {
                fields[$0] != nil
            }
    }

    /// - Throws: 10031 when one is missing; 10004 when the count is no number.
    func keyAndCount() throws -> (UploadKey, Int) {
        guard let hash = fields["hash"], !hash.isEmpty, let text = fields["total_chunks"], !text.isEmpty
        else {
            throw DriveError(.uploadFieldsMissing)
        }
        let key = try UploadKey(hash)
        guard let count = Int(text), count >= 0 else {
            throw DriveError(.illegalParameter, argument: "total_chunks")
        }
        return (key, count)
    }

    /// - Throws: 10031, then 2, in the contract's order.
    func chunk() throws -> Chunk {
        let (key, count) = try keyAndCount()
        guard let number = fields["chunk_number"].flatMap({ Int($0) }),
            let size = fields["chunk_size"].flatMap({ Int64($0) })
        else { throw DriveError(.badRequest, argument: "chunk_number, chunk_size") }
        return Chunk(key: key, number: number, size: size, count: count)
    }

    func attributes(_ plan: ChunkPlan) throws -> Uploads.Attributes {
        let conflict = fields["on_conflict"] ?? queryConflict
        var attributes = Uploads.Attributes(
            plan: plan,
            modified: try ModTime.parse(field: fields["mod_time"]) ?? headerModified,
            conflict: try ConflictPolicy.parse(conflict, default: .rename),
            expected: expected,
            identification: fields["identification"] ?? "",
            policy: policy
        )
        attributes.isConflictExplicit = conflict?.isEmpty == false
        return attributes
    }
}
