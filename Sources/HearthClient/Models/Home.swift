/// The home that a drive belongs to (contract, 6.1.5).
public struct Home: Codable, Sendable, Hashable {
    /// Its id: decimal digits as text.
    public var id: String
    /// Its name, also that of the family folder.
    public var name: String
    /// 1 home, 2 company.
    public var kind: Int
    /// Whether a vendor cloud knows it.
    public var isBoundToCloud: Bool
    /// Rooms.
    public var locationCount: Int
    /// Departments of a company.
    public var departmentCount: Int
    /// Roles.
    public var roleCount: Int

    private enum CodingKeys: String, CodingKey {
        case id, name
        case kind = "area_type"
        case isBoundToCloud = "is_bind_cloud"
        case locationCount = "location_count"
        case departmentCount = "department_count"
        case roleCount = "role_count"
    }

    /// Takes every field as it is.
    public init(
        id: String = "",
        name: String = "",
        kind: Int = 1,
        isBoundToCloud: Bool = false,
        locationCount: Int = 0,
        departmentCount: Int = 0,
        roleCount: Int = 0
    ) {
        self.id = id
        self.name = name
        self.kind = kind
        self.isBoundToCloud = isBoundToCloud
        self.locationCount = locationCount
        self.departmentCount = departmentCount
        self.roleCount = roleCount
    }
}

extension Home: LenientModel {
    static var required: [String] { [] }
}
