/// Where new folders go and what happens to a leaving member's (contract, 5.9).
public struct DriveSettings: Codable, Sendable, Hashable {
    /// The pool of new personal folders and of the family folder.
    public var poolName: String
    /// The partition for them.
    public var partitionName: String
    /// Whether a leaving member's private folders are deleted; otherwise the owner gets them.
    public var deletesLeaving: Bool

    private enum CodingKeys: String, CodingKey {
        case poolName = "pool_name"
        case partitionName = "partition_name"
        case deletesLeaving = "is_auto_del"
    }

    /// Takes every field as it is.
    public init(
        poolName: String = "",
        partitionName: String = "",
        deletesLeaving: Bool = false
    ) {
        self.poolName = poolName
        self.partitionName = partitionName
        self.deletesLeaving = deletesLeaving
    }
}

extension DriveSettings: LenientModel {
    static var required: [String] { [] }
}
