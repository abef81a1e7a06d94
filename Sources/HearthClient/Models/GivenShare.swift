/// A directory that somebody has from the caller or out of a folder that he manages.
public struct GivenShare: Codable, Sendable, Hashable, Identifiable {
    /// The share's number.
    public var id: Int
    /// The root that it is for its receiver.
    public var rootID: Int
    /// The directory's name.
    public var name: String
    /// The directory's path as the caller sees it.
    public var path: String
    /// The percent-encoded path, where a name is no UTF-8.
    public var href: String?
    /// With whom.
    public var toUser: SharePerson
    /// By whom.
    public var grantedBy: SharePerson
    /// He may read.
    public var canRead: Bool
    /// He may create, change and share.
    public var canWrite: Bool
    /// He may delete.
    public var canDelete: Bool
    /// Unix seconds since when.
    public var created: Int64

    private enum CodingKeys: String, CodingKey {
        case id, name, path, href, created
        case rootID = "root_id"
        case toUser = "to_user"
        case grantedBy = "granted_by"
        case canRead = "read"
        case canWrite = "write"
        case canDelete = "deleted"
    }

    /// Takes every field as it is.
    public init(
        id: Int,
        rootID: Int = 0,
        name: String = "",
        path: String = "",
        href: String? = nil,
        toUser: SharePerson,
        grantedBy: SharePerson,
        canRead: Bool = false,
        canWrite: Bool = false,
        canDelete: Bool = false,
        created: Int64 = 0
    ) {
        self.id = id
        self.rootID = rootID
        self.name = name
        self.path = path
        self.href = href
        self.toUser = toUser
        self.grantedBy = grantedBy
        self.canRead = canRead
        self.canWrite = canWrite
        self.canDelete = canDelete
        self.created = created
    }
}

extension GivenShare: LenientModel {
    static var required: [String] { ["id"] }
}
