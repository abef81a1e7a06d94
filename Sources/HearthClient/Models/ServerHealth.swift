/// Whether a drive works.
public struct ServerHealth: Codable, Sendable, Hashable {
    /// `ok`.
    public var health: String
    /// The server's version.
    public var version: String

    private enum CodingKeys: String, CodingKey {
        case health, version
    }

    /// Takes every field as it is.
    public init(
        health: String = "",
        version: String = ""
    ) {
        self.health = health
        self.version = version
    }
}

extension ServerHealth: LenientModel {
    static var required: [String] { [] }
}
