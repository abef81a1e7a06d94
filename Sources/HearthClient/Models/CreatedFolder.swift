/// What came of making a folder.
public struct CreatedFolder: Codable, Sendable, Hashable {
    /// The new folder's number; servers of the contract do not say it.
    public var id: Int?
    /// Of an encrypted folder; shown once and never again.
    public var recoveryKey: String?

    private enum CodingKeys: String, CodingKey {
        case id
        case recoveryKey = "recovery_key"
    }

    /// Takes every field as it is.
    public init(
        id: Int? = nil,
        recoveryKey: String? = nil
    ) {
        self.id = id
        self.recoveryKey = recoveryKey
    }
}

extension CreatedFolder: LenientModel {
    static var required: [String] { [] }
}
