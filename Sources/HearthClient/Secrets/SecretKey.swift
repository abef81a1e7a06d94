/// Names one secret.
public struct SecretKey: Sendable, Hashable, CustomStringConvertible {
    /// What the secret is for.
    public enum Kind: Sendable, Hashable {
        /// The token of the header `scope-token`.
        case token
        /// The value of the cloud's cookie `_session_`.
        case cloudSession
        /// The password of an encrypted folder, by the number of its root.
        case folderPassword(root: Int)
    }

    /// The key of the area on this device, see ``Area/id``.
    public let area: String
    /// What the secret is for.
    public let kind: Kind

    /// Takes both as they are.
    public init(area: String, kind: Kind) {
        self.area = area
        self.kind = kind
    }

    /// The token of an area.
    public static func token(area: String) -> SecretKey { SecretKey(area: area, kind: .token) }

    /// The cloud session of an area.
    public static func cloudSession(area: String) -> SecretKey { SecretKey(area: area, kind: .cloudSession) }

    /// The password of an encrypted folder.
    public static func folderPassword(area: String, root: Int) -> SecretKey {
        SecretKey(area: area, kind: .folderPassword(root: root))
    }

    /// What the secret is for, as text for stores: `token`, `cloud`, `folder/ROOT`.
    public var kindText: String {
        switch kind {
        case .token: "token"
        case .cloudSession: "cloud"
        case .folderPassword(let root): "folder/\(root)"
        }
    }

    /// Kind and area.
    public var description: String { "\(kindText) of \(area)" }
}
