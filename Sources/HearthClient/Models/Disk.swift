/// An idle disk (contract, 5.20).
public struct Disk: Codable, Sendable, Hashable {
    /// Its id.
    public var id: String
    /// The device.
    public var name: String
    /// Empty: it belongs to no pool.
    public var poolName: String
    /// Bytes.
    public var capacity: Int64

    private enum CodingKeys: String, CodingKey {
        case id, name, capacity
        case poolName = "vg_name"
    }

    /// Takes every field as it is.
    public init(
        id: String = "",
        name: String,
        poolName: String = "",
        capacity: Int64 = 0
    ) {
        self.id = id
        self.name = name
        self.poolName = poolName
        self.capacity = capacity
    }
}

extension Disk: LenientModel {
    static var required: [String] { ["name"] }
}
