/// An address that gives an archive without a token.
public struct ArchiveLink: Codable, Sendable, Hashable {
    /// The secret that stands in the address.
    public var id: String
    /// Below the server's address; begins with `/`.
    public var url: String
    /// Unix seconds.
    public var expires: Int64

    private enum CodingKeys: String, CodingKey {
        case url, expires
        case id = "archive_id"
    }

    /// Takes every field as it is.
    public init(
        id: String = "",
        url: String,
        expires: Int64 = 0
    ) {
        self.id = id
        self.url = url
        self.expires = expires
    }
}

extension ArchiveLink: LenientModel {
    static var required: [String] { ["url"] }
}
