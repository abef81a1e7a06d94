/// A disk of a pool, or the directory that stands for one.
public struct PhysicalVolume: Codable, Sendable, Hashable {
    /// Its id.
    public var id: String
    /// The device or directory.
    public var name: String
    /// Bytes.
    public var capacity: Int64

    private enum CodingKeys: String, CodingKey {
        case id, name, capacity
    }

    /// Takes every field as it is.
    public init(
        id: String = "",
        name: String,
        capacity: Int64 = 0
    ) {
        self.id = id
        self.name = name
        self.capacity = capacity
    }
}

extension PhysicalVolume: LenientModel {
    static var required: [String] { ["name"] }
}
