import HearthCrypto
import HearthStorage

/// A vault that is not on a disk yet.
struct NewVault: Sendable {
    let keys: VaultKeys
    /// `masterkey.cryptomator`.
    let keyFile: [UInt8]
    /// `vault.cryptomator`.
    let configuration: [UInt8]
    /// `hearth/recovery.json`.
    let recovery: [UInt8]
    /// For its owner's eyes, once.
    let recoveryKey: String

    /// Writes it into an empty directory; durable when it returns, the key file last.
    func write(to volume: any Volume) throws(StorageError) {
        try Vault.create(on: volume, keys: keys)
        try VaultFiles.writeRecovery(recovery, on: volume)
        try VaultFiles.writeConfiguration(configuration, on: volume)
        try VaultFiles.writeMasterkey(keyFile, on: volume)
    }

    /// Whether a directory is empty, or a vault as ``write(to:)`` makes it in which nobody has put anything since.
    static func isUntouched(_ volume: any Volume) throws(StorageError) -> Bool {
        let top = try names(.root, volume)
        if top.isEmpty { return true }
        guard top == ["masterkey.cryptomator", "vault.cryptomator", "d", "hearth"] else { return false }
        var content = VolumePath()
        for step in ["d", nil, nil] as [String?] {
            let below = try names(content, volume)
            guard let only = step ?? below.first, step != nil || below.count == 1, let name = FileName(only)
            else { return false }
            content = content.appending(name)
        }
        guard try names(content, volume) == ["dirid.c9r"], let own = FileName("hearth") else { return false }
        for name in try names(VolumePath([own]), volume) {
            switch name {
            case "recovery.json": continue
            case "tmp", "thumbnails":
                guard let directory = FileName(name), try names(VolumePath([own, directory]), volume).isEmpty
                else { return false }
            default: return false
            }
        }
        return true
    }

    private static func names(_ path: VolumePath, _ volume: any Volume) throws(StorageError) -> Set<String> {
        var names: Set<String> = []
        try volume.forEachEntry(of: path) { entry in
            names.insert(String(decoding: entry.name, as: UTF8.self))
            // More than a new vault has anywhere.
            return names.count <= 4
        }
        return names
    }
}
