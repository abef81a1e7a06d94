/// An encrypted folder that is open for a token.
public struct OpenFolder: Codable, Sendable, Hashable, Identifiable {
    /// The folder's number.
    public var id: Int
    /// `/s/{id}`.
    public var path: String
    /// The folder's name.
    public var name: String
    /// Unix seconds of the entry of the password.
    public var since: Int64
    /// Unix seconds when it has to be entered again.
    public var until: Int64

    private enum CodingKeys: String, CodingKey {
        case path, name, since, until
        case id = "root_id"
    }

    /// Takes every field as it is.
    public init(
        id: Int,
        path: String = "",
        name: String = "",
        since: Int64 = 0,
        until: Int64 = 0
    ) {
        self.id = id
        self.path = path
        self.name = name
        self.since = since
        self.until = until
    }
}

extension OpenFolder: LenientModel {
    static var required: [String] { ["root_id"] }
}
