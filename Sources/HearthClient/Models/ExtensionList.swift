/// Installed plugins of a hub.
public struct ExtensionList: Codable, Sendable, Hashable {
    /// `wangpan` is the drive.
    public var names: [String]

    private enum CodingKeys: String, CodingKey {
        case names = "extension_names"
    }

    /// Takes every field as it is.
    public init(
        names: [String] = []
    ) {
        self.names = names
    }
}

extension ExtensionList: LenientModel {
    static var required: [String] { [] }
}
