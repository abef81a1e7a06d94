/// A new recovery key of an encrypted folder; it cannot be read again.
public struct RecoveryKey: Codable, Sendable, Hashable {
    /// 14 groups of letters and digits.
    public var recoveryKey: String

    private enum CodingKeys: String, CodingKey {
        case recoveryKey = "recovery_key"
    }

    /// Takes every field as it is.
    public init(
        recoveryKey: String
    ) {
        self.recoveryKey = recoveryKey
    }
}

extension RecoveryKey: LenientModel {
    static var required: [String] { ["recovery_key"] }
}
