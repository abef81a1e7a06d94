/// Whose a managed folder is (contract, 5.2).
public enum FolderMode: Int, Codable, Sendable, Hashable, CaseIterable {
    /// Of exactly one member.
    case `private` = 1
    /// Of at least one.
    case shared = 2
}

extension FolderMode: BlankValue {
    // Older servers leave it out of private folders.
    static var blank: FolderMode { .private }
}
