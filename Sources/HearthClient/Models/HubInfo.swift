/// What a hub says about itself.
public struct HubInfo: Codable, Sendable, Hashable {
    /// Whether somebody owns it.
    public var isBound: Bool
    /// Its revision.
    public var revision: String
    /// Its version.
    public var version: String
    /// The oldest API version that it speaks.
    public var minimumVersion: String

    private enum CodingKeys: String, CodingKey {
        case revision, version
        case isBound = "is_bind"
        case minimumVersion = "min_version"
    }

    /// Takes every field as it is.
    public init(
        isBound: Bool = false,
        revision: String = "",
        version: String = "",
        minimumVersion: String = ""
    ) {
        self.isBound = isBound
        self.revision = revision
        self.version = version
        self.minimumVersion = minimumVersion
    }
}

extension HubInfo: LenientModel {
    static var required: [String] { [] }
}
