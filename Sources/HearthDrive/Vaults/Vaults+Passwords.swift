import HearthConcurrency
import HearthCrypto
import HearthLog
import HearthStorage
import HearthWire
import Synchronization

/// New passwords and recovery keys: key files are written anew, nothing else (security, 4).
///
/// Each takes the same time whatever lies in the folder. Before and after a crash exactly one password opens it.
extension Vaults {
    /// Wraps a root's keys with another password; every token but the caller's has to enter it.
    ///
    /// - Parameters:
    ///   - loaded: the root; the caller of this holds its gate, so that it does not go elsewhere meanwhile.
    ///   - proof: the keys by the password or recovery key that holds now.
    ///   - password: the new one, checked.
    ///   - caller: who changes it: what his token has unlocked stays so.
    /// - Throws: 20025 when it was changed meanwhile; 20004; 10028 and the like with the old one in force.
    func rewrap(
        _ loaded: RootStore.Loaded,
        _ proof: DerivedKeys,
        password: String,
        _ caller: Caller
    ) async throws {
        let root = loaded.root.id
        let mark = try PasswordMark(password, root: root, key: markKey)
        let json = try await newKeyFile(proof.keys, password)
        let digest = try SHA256.hash(json)
        try await lock(of: root).withLock {
            try await parts.blocking.run {
                guard try Self.keyFileDigest(loaded.volume) == proof.file else {
                    throw DriveError(.oldPasswordWrong)
                }
                try storage {
                    try VaultFiles.writeMasterkey(json, on: loaded.volume)
                    try Self.removeOldKeyFiles(loaded.volume)
                }
            }
            let session = caller.sessionID
            finish(state.withLock { $0.changed(root, mark: mark, file: digest, keeping: session) })
        }
        parts.log.info("password changed", ["root": .int(Int64(root))])
    }

    /// Key files that other programs keep as a backup: the passwords in them are not to open anything.
    private static func removeOldKeyFiles(_ volume: any Volume) throws(StorageError) {
        let prefix = Array("masterkey.cryptomator.".utf8)
        let suffix = Array(".bkup".utf8)
        var names: [FileName] = []
        try volume.forEachEntry(of: .root) { entry in
            if entry.name.starts(with: prefix), entry.name.suffix(suffix.count).elementsEqual(suffix),
                let name = FileName(entry.name)
            {
                names.append(name)
            }
            return true
        }
        for name in names {
            do {
                try volume.remove(VolumePath([name])) { _ in }
            } catch let error as StorageError {
                throw error
            } catch {
                throw StorageError(.io, "removing an old key file")
            }
        }
    }

    /// The keys of a root by its recovery key; counted like a password.
    ///
    /// - Throws: 20009, for a root without a recovery key too; 90001; 90013, 90014.
    func prove(
        _ loaded: RootStore.Loaded,
        recovery text: String,
        _ caller: Caller
    ) async throws -> DerivedKeys {
        try await attempt(loaded.root.id, caller) {
            guard let key = RecoveryKey(text: text) else {
                throw DriveError(.folderPasswordWrong, argument: WireDetail.recoveryKey)
            }
            return try await parts.blocking.run {
                let token = try Self.configuration(of: loaded.volume)
                let file = try Self.keyFileDigest(loaded.volume)
                let json = try Self.recoveryFile(loaded.volume)
                do throws(CryptoError) {
                    let keys = try RecoveryFile(json: json).unlock(key)
                    try VaultConfiguration.verify(token, keys: keys)
                    return DerivedKeys(keys: keys, file: file)
                } catch  where error.code == .authenticationFailed {
                    throw DriveError(
                        .folderPasswordWrong,
                        argument: WireDetail.recoveryKey,
                        cause: error
                    )
                } catch {
                    throw Self.failure(error, wrong: .folderPasswordWrong)
                }
            }
        }
    }

    private static func recoveryFile(_ volume: any Volume) throws -> [UInt8] {
        do throws(StorageError) {
            return try VaultFiles.recovery(on: volume)
        } catch {
            guard error.code == .notFound else { throw DriveError(error) }
            // Adopted, or made by other programs.
            throw DriveError(.folderPasswordWrong, argument: WireDetail.noRecoveryKey, cause: error)
        }
    }

    /// Gives a root another recovery key; the one before opens nothing any more.
    ///
    /// - Returns: the key as text, shown this once.
    /// - Throws: 20004; 10028 and the like with the old one in force.
    func renewRecovery(_ loaded: RootStore.Loaded, _ keys: VaultKeys) async throws -> String {
        let (json, text) = try Self.newRecovery(keys)
        try await parts.blocking.run {
            try storage { try VaultFiles.writeRecovery(json, on: loaded.volume) }
        }
        parts.log.info("recovery key changed", ["root": .int(Int64(loaded.root.id))])
        return text
    }

    // MARK: New vaults

    /// Everything a new vault begins with.
    ///
    /// - Throws: 20004; 90007.
    func makeVault(password: String) async throws -> NewVault {
        let keys = try Self.generating { () throws(CryptoError) in try VaultKeys.random() }
        let keyFile = try await newKeyFile(keys, password)
        let configuration = try Self.generating { () throws(CryptoError) in try VaultConfiguration.make(keys)
        }
        let (recovery, text) = try Self.newRecovery(keys)
        return NewVault(
            keys: keys,
            keyFile: keyFile,
            configuration: configuration,
            recovery: recovery,
            recoveryKey: text
        )
    }

    private func newKeyFile(_ keys: VaultKeys, _ password: String) async throws -> [UInt8] {
        let cost = parts.cost
        return try await turnstile.pass {
            try Self.generating { () throws(CryptoError) in
                try MasterkeyFile.make(keys, password: Array(password.utf8), cost: cost).json
            }
        }
    }

    private static func newRecovery(_ keys: VaultKeys) throws -> (json: [UInt8], text: String) {
        try generating { () throws(CryptoError) in
            let key = try RecoveryKey.random()
            return (try RecoveryFile.make(keys, key).json, key.text)
        }
    }

    private static func generating<T>(_ work: () throws(CryptoError) -> T) throws -> T {
        do throws(CryptoError) {
            return try work()
        } catch {
            throw DriveError(.keyGenerationFailed, cause: error)
        }
    }
}
