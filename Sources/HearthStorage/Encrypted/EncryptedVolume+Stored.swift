import HearthCrypto

extension EncryptedVolume {
    /// A path as the vault has it: each name in form C, unless another program made the entry under exactly the bytes
    /// given.
    ///
    /// Looks at the disk only where a name is not in form C; what follows an entry that is not there is taken in form C.
    ///
    /// - Throws: `.invalidName`, `.nameTooLong`; what the inner volume says.
    package func stored(_ path: VolumePath) throws(StorageError) -> VolumePath {
        var names: [FileName] = []
        var directory: VaultDirectory? = try self.directory(at: .root)
        for (position, name) in path.names.enumerated() {
            guard let parent = directory else {
                names.append(try Self.composed(name))
                continue
            }
            let composed = try Self.composed(name)
            let (_, raw) = try vault.spots(of: name, in: parent)
            let isRaw = if let raw { try !vault.look(at: raw).isFree } else { false }
            names.append(isRaw ? name : composed)
            // The last is not entered.
            if position + 1 < path.names.count {
                directory = try? vault.child(isRaw ? name : composed, of: parent)
            }
        }
        return VolumePath(names)
    }

    private static func composed(_ name: FileName) throws(StorageError) -> FileName {
        let bytes: [UInt8]
        do throws(CryptoError) { bytes = try NFC.normalize(name.bytes) } catch {
            throw StorageError(error.code == .invalidInput ? .invalidName : .io, error.message)
        }
        guard let name = FileName(bytes) else {
            throw StorageError(.nameTooLong, "a name is longer in form C than a name may be")
        }
        return name
    }
}
