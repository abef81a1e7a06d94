/// What a scope token may be for.
public struct Scope: Codable, Sendable, Hashable {
    /// `user` or `area`.
    public var name: String
    /// For people.
    public var summary: String

    private enum CodingKeys: String, CodingKey {
        case name
        case summary = "description"
    }

    /// Takes every field as it is.
    public init(
        name: String,
        summary: String = ""
    ) {
        self.name = name
        self.summary = summary
    }
}

extension Scope: LenientModel {
    static var required: [String] { ["name"] }
}

/// The scopes of a hub.
public struct ScopeList: Codable, Sendable, Hashable {
    /// All that can be asked for.
    public var scopes: [Scope]

    private enum CodingKeys: String, CodingKey {
        case scopes
    }

    /// Takes every field as it is.
    public init(
        scopes: [Scope] = []
    ) {
        self.scopes = scopes
    }
}

extension ScopeList: LenientModel {
    static var required: [String] { [] }
}
