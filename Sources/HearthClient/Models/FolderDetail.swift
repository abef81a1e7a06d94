/// A first-level folder with its members (contract, 5.3).
public struct FolderDetail: Codable, Sendable, Hashable, Identifiable {
    /// The root's number.
    public var id: Int
    /// Its display name.
    public var name: String
    /// Whether it is encrypted.
    public var isEncrypted: Bool
    /// Private or shared.
    public var mode: FolderMode
    /// Its pool.
    public var poolName: String
    /// Its partition.
    public var partitionName: String
    /// Its members; shares of others are not among them.
    public var members: [FolderMember]

    private enum CodingKeys: String, CodingKey {
        case id, name, mode
        case isEncrypted = "is_encrypt"
        case poolName = "pool_name"
        case partitionName = "partition_name"
        case members = "auth"
    }

    /// Takes every field as it is.
    public init(
        id: Int,
        name: String = "",
        isEncrypted: Bool = false,
        mode: FolderMode = .private,
        poolName: String = "",
        partitionName: String = "",
        members: [FolderMember] = []
    ) {
        self.id = id
        self.name = name
        self.isEncrypted = isEncrypted
        self.mode = mode
        self.poolName = poolName
        self.partitionName = partitionName
        self.members = members
    }
}

extension FolderDetail: LenientModel {
    static var required: [String] { ["id"] }
}
