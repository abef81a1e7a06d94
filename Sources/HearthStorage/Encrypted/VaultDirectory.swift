import HearthCrypto

/// A directory of a vault, by what names it in the format: its id, whatever it is called and wherever it is linked.
final class VaultDirectory: Sendable {
    let id: VaultDirectoryID
    /// Where its entries are on the inner volume: `d/XX/…`.
    let path: VolumePath
    /// How records name it: ``VaultPlace/directory``.
    let place: [UInt8]

    init(id: VaultDirectoryID, path: VolumePath, place: [UInt8]) {
        self.id = id
        self.path = path
        self.place = place
    }
}
