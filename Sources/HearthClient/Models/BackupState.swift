/// What the caller has backed up (contract, 4.13).
public struct BackupState: Codable, Sendable, Hashable {
    /// Identities of all files with one.
    public var identifications: [String]
    /// The root of the caller's personal folder, where backups go; 0 where there is none yet.
    public var personalRootID: Int

    private enum CodingKeys: String, CodingKey {
        case identifications
        case personalRootID = "private_file_id"
    }

    /// Takes every field as it is.
    public init(
        identifications: [String] = [],
        personalRootID: Int = 0
    ) {
        self.identifications = identifications
        self.personalRootID = personalRootID
    }
}

extension BackupState: LenientModel {
    static var required: [String] { [] }
}
