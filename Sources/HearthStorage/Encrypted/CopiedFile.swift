import HearthCrypto

/// A copy of a file in a vault that has no name yet, sealed with a key of its own.
struct CopiedFile {
    let finished: Vault.Finished
    private let volume: any Volume

    /// Seals the content of an open file into a new one, with its time, durably if the volume is.
    ///
    /// - Parameters:
    ///   - source: of any volume.
    ///   - vault: whose keys seal it.
    ///   - volume: the vault's inner volume.
    ///   - progress: hears the plain bytes copied since its last call.
    /// - Throws: with nothing left behind.
    init(
        _ source: any ReadableFile,
        in vault: Vault,
        on volume: any Volume,
        progress: (Int64) throws -> Void
    ) throws {
        let id = "copy-\(RandomName.text())"
        let size = VaultFormat.cipherSize(ofPlainSize: source.info.size)
        let inner = try volume.stage(id: id, size: size)
        do {
            let staged = try EncryptedStagedFile(new: inner, keys: vault.keys)
            try staged.copy(source.info.size, of: source, progress: progress)
            try staged.setModified(source.info.modified)
            try staged.sync()
            finished = try vault.finished(staged)
            self.volume = volume
        } catch {
            try? volume.discardStaged(id: id)
            throw error
        }
    }

    /// Throws the file away unless it has got a name.
    func discard() { try? volume.discardStaged(id: finished.staged.id) }
}
