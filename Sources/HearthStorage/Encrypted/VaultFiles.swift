/// The small files at the top of a vault, which are read before any password: bounded, and replaced durably.
package enum VaultFiles {
    /// The most bytes that any of them may have.
    package static let limit = 64 << 10

    /// `masterkey.cryptomator`.
    ///
    /// - Throws: `.notFound`; `.damaged` for a file over ``limit``.
    package static func masterkey(on volume: any Volume) throws(StorageError) -> [UInt8] {
        try read([VaultNames.masterkey], on: volume)
    }

    /// Writes `masterkey.cryptomator`: before and after a crash it is the old one or this one, whole.
    package static func writeMasterkey(_ bytes: [UInt8], on volume: any Volume) throws(StorageError) {
        try write(bytes, to: [VaultNames.masterkey], on: volume)
    }

    /// `vault.cryptomator`: a JWT.
    ///
    /// - Throws: `.notFound`; `.damaged` for a file over ``limit``.
    package static func configuration(on volume: any Volume) throws(StorageError) -> [UInt8] {
        try read([VaultNames.configuration], on: volume)
    }

    /// Writes `vault.cryptomator`.
    package static func writeConfiguration(_ bytes: [UInt8], on volume: any Volume) throws(StorageError) {
        try write(bytes, to: [VaultNames.configuration], on: volume)
    }

    /// `hearth/recovery.json`: the master key, wrapped by the recovery key.
    ///
    /// - Throws: `.notFound`; `.damaged` for a file over ``limit``.
    package static func recovery(on volume: any Volume) throws(StorageError) -> [UInt8] {
        try read([VaultNames.own, VaultNames.recovery], on: volume)
    }

    /// Writes `hearth/recovery.json`; its directory is made where it is missing.
    package static func writeRecovery(_ bytes: [UInt8], on volume: any Volume) throws(StorageError) {
        try volume.makeDirectories(VolumePath([VaultNames.own]))
        try write(bytes, to: [VaultNames.own, VaultNames.recovery], on: volume)
    }

    private static func read(_ names: [FileName], on volume: any Volume) throws(StorageError) -> [UInt8] {
        try SmallFiles.read(VolumePath(names), on: volume, limit: limit).bytes
    }

    private static func write(
        _ bytes: [UInt8],
        to names: [FileName],
        on volume: any Volume
    ) throws(StorageError) {
        guard bytes.count <= limit else {
            throw StorageError(.invalidName, "a small file of a vault is longer than it may be")
        }
        try SmallFiles.write(bytes, at: VolumePath(names), on: volume, mode: .replace(expecting: nil))
    }
}
