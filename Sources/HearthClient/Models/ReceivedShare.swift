/// A folder that somebody shares with the caller (contract, 5.10).
public struct ReceivedShare: Codable, Sendable, Hashable, Identifiable {
    /// The root's number.
    public var id: Int
    /// Its name.
    public var name: String
    /// `/s/{id}`.
    public var path: String
    /// Who shares it; empty for the family folder and managed folders.
    public var fromUser: String
    /// The caller may read.
    public var canRead: Bool
    /// The caller may create, change and share.
    public var canWrite: Bool
    /// The caller may delete.
    public var canDelete: Bool
    /// Whether this is the family folder.
    public var isFamily: Bool
    /// What ends the share by leaving it; 0 where one cannot leave.
    public var shareID: Int

    private enum CodingKeys: String, CodingKey {
        case id, name, path
        case fromUser = "from_user"
        case canRead = "read"
        case canWrite = "write"
        case canDelete = "deleted"
        case isFamily = "is_family_path"
        case shareID = "share_id"
    }

    /// Takes every field as it is.
    public init(
        id: Int,
        name: String = "",
        path: String = "",
        fromUser: String = "",
        canRead: Bool = false,
        canWrite: Bool = false,
        canDelete: Bool = false,
        isFamily: Bool = false,
        shareID: Int = 0
    ) {
        self.id = id
        self.name = name
        self.path = path
        self.fromUser = fromUser
        self.canRead = canRead
        self.canWrite = canWrite
        self.canDelete = canDelete
        self.isFamily = isFamily
        self.shareID = shareID
    }
}

extension ReceivedShare: LenientModel {
    static var required: [String] { ["id"] }
}
