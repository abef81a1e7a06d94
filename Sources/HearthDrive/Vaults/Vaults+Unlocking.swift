import HearthConcurrency
import HearthCrypto
import HearthLog
import HearthStorage
import HearthWire
import Synchronization

/// Passwords.
extension Vaults {
    /// Unlocks a root for the caller's token; from the first entry on, for as long as the settings say.
    ///
    /// Counted as a wrong password before the work, and forgiven when it was right; a right one that comes with an
    /// unlocked token costs neither.
    ///
    /// - Throws: 20009; 90001 when it was tried too often; 90007 when too many are tried at once; 90013, 90014 as
    ///   ``open(_:for:)``.
    func unlock(_ loaded: RootStore.Loaded, password: String, for caller: Caller) async throws {
        let root = loaded.root.id
        let mark = try PasswordMark(password, root: root, key: markKey)
        if state.withLock({ $0.confirm(root, session: caller.sessionID, mark, at: moment) }) { return }
        let entrance = Entrance(
            root: root,
            session: caller.sessionID,
            address: caller.presented.address,
            mark: mark
        )
        // Eight first requests of one client are one attempt.
        try await entries.run(entrance) { [self] in
            try await attempt(root, caller) { try await enter(loaded, password, mark, caller) }
        }
    }

    /// The keys that a password opens, without unlocking anything; counted like ``unlock(_:password:for:)``.
    ///
    /// - Throws: as ``unlock(_:password:for:)``.
    func prove(_ loaded: RootStore.Loaded, password: String, for caller: Caller) async throws -> DerivedKeys {
        let root = loaded.root.id
        let mark = try PasswordMark(password, root: root, key: markKey)
        return try await attempt(root, caller) { try await derive(loaded, password, mark) }
    }

    /// Counts an attempt before the work, and takes the count back when it was right.
    ///
    /// By the member rather than the token for the account as a whole: signing in again brings no new guesses. Each
    /// token at each address waits for itself.
    func attempt<T>(_ root: Int, _ caller: Caller, _ work: () async throws -> T) async throws -> T {
        let account = "vault|\(root)|\(caller.user.id)"
        let address = "\(caller.sessionID)|\(caller.presented.address)"
        try await parts.throttle.begin(account: account, address: address)
        do {
            let result = try await work()
            try await parts.throttle.forgive(account: account, address: address)
            return result
        } catch let error as DriveError where error.code == .damaged || error.code == .vaultUnsupported {
            // Nothing was guessed: no password could have opened it.
            try await parts.throttle.forgive(account: account, address: address)
            throw error
        }
    }

    private func enter(
        _ loaded: RootStore.Loaded,
        _ password: String,
        _ mark: PasswordMark,
        _ caller: Caller
    ) async throws {
        let derivation = Derivation(root: loaded.root.id, mark: mark)
        arrivals.withLock { $0[derivation, default: Arrival()].count += 1 }
        defer {
            arrivals.withLock { arrivals in
                arrivals[derivation]?.count -= 1
                if arrivals[derivation]?.count == 0 { arrivals[derivation] = nil }
            }
        }
        for _ in 0..<3 {
            let attempt = state.withLock { $0.beginAttempt() }
            defer { state.withLock { $0.finishAttempt() } }
            let derived = try await derive(loaded, password, mark)
            switch try await admit(loaded, derived, mark, caller, since: attempt) {
            case .granted: return
            case .overtaken: throw DriveError(.folderPasswordWrong)
            // The key file was replaced meanwhile: what was right a moment ago may be wrong now.
            case .stale, .closed: continue
            }
        }
        throw DriveError(.busy, retryAfter: 1)
    }

    private func admit(
        _ loaded: RootStore.Loaded,
        _ derived: DerivedKeys,
        _ mark: PasswordMark,
        _ caller: Caller,
        since attempt: UInt64
    ) async throws -> UnlockMemory.Admission {
        let root = loaded.root.id
        let holder = UnlockMemory.Holder(root: root, session: caller.sessionID, user: caller.user.id)
        return try await lock(of: root).withLock {
            let moment = moment
            let grant = UnlockMemory.Grant(
                user: caller.user.id,
                since: moment.wall,
                until: moment.wall + parts.lifetime,
                deadline: moment.steady + .seconds(parts.lifetime)
            )
            let admission = state.withLock { state in
                state.admit(holder, grant, file: derived.file, since: attempt, at: moment)
            }
            guard case .closed = admission else { return admission }
            // Behind the lock: the check may have been joined when it was under way with a file that is gone now.
            let file = try await parts.blocking.run { try Self.keyFile(loaded.volume).digest }
            guard file == derived.file else { return .stale }
            let mount = try await mount(loaded, derived.keys)
            let entry = UnlockMemory.Entry(
                keys: derived.keys,
                mark: mark,
                file: derived.file,
                mount: mount,
                grants: [caller.sessionID: grant]
            )
            let (opened, before) = state.withLock { $0.open(holder, entry, since: attempt) }
            if case .granted = opened {
                if let before { finish([before]) }
                tidy(root, mount)
                parts.log.info("unlocked", ["root": .int(Int64(root))])
            }
            return opened
        }
    }

    // MARK: Keys

    /// The keys that a password opens; derived once for everybody who tries it at the same time, and not at all while
    /// the root is open.
    ///
    /// - Throws: 20009; 90007; 90013, 90014.
    private func derive(
        _ loaded: RootStore.Loaded,
        _ password: String,
        _ mark: PasswordMark
    ) async throws -> DerivedKeys {
        let root = loaded.root.id
        let derivation = Derivation(root: root, mark: mark)
        return try await derivations.run(derivation) { [self] in
            let file = try await parts.blocking.run { try Self.keyFile(loaded.volume) }
            if let open = state.withLock({ $0.entry(of: root) }), open.file == file.digest {
                // The one password that opens this file is known.
                guard open.mark == mark else { throw DriveError(.folderPasswordWrong) }
                return DerivedKeys(keys: open.keys, file: open.file)
            }
            if let derived = arrivals.withLock({ $0[derivation]?.derived }), derived.file == file.digest {
                return derived
            }
            derivationCount.wrappingAdd(1, ordering: .relaxed)
            let keys = try await turnstile.pass { try Self.keys(in: file.bytes, password, loaded.volume) }
            let derived = DerivedKeys(keys: keys, file: file.digest)
            arrivals.withLock { $0[derivation]?.derived = derived }
            return derived
        }
    }

    static func keyFile(_ volume: any Volume) throws -> (bytes: [UInt8], digest: SHA256Digest) {
        let bytes = try ownFile { () throws(StorageError) in try VaultFiles.masterkey(on: volume) }
        return (bytes, try SHA256.hash(bytes))
    }

    /// One of the files that make a directory a vault: what is no file, or is not there, is damage.
    private static func ownFile(_ read: () throws(StorageError) -> [UInt8]) throws -> [UInt8] {
        do throws(StorageError) {
            return try read()
        } catch {
            switch error.code {
            case .notFound, .isADirectory, .notARegularFile, .notADirectory, .escapes:
                throw DriveError(.damaged, cause: error)
            default: throw DriveError(error)
            }
        }
    }

    /// The digest of the key file; that of nothing where there is none, since a recovery key makes one anew.
    static func keyFileDigest(_ volume: any Volume) throws -> SHA256Digest {
        var bytes: [UInt8] = []
        do throws(StorageError) {
            bytes = try VaultFiles.masterkey(on: volume)
        } catch {
            if error.code != .notFound { throw DriveError(error) }
        }
        return try SHA256.hash(bytes)
    }

    private static func keys(
        in file: [UInt8],
        _ password: String,
        _ volume: any Volume
    ) throws -> VaultKeys {
        let token = try configuration(of: volume)
        do {
            let keys = try MasterkeyFile(json: file).unlock(password: Array(password.utf8))
            do throws(CryptoError) {
                try VaultConfiguration.verify(token, keys: keys)
            } catch {
                // The password opened the key file: it is the configuration that is of another vault.
                throw Self.failure(error, wrong: .damaged)
            }
            return keys
        } catch let error as CryptoError {
            throw Self.failure(error, wrong: .folderPasswordWrong)
        }
    }

    /// The vault's own description, of a format that is handled here.
    ///
    /// - Throws: 90013, 90014.
    static func configuration(of volume: any Volume) throws -> [UInt8] {
        let token = try ownFile { () throws(StorageError) in try VaultFiles.configuration(on: volume) }
        do throws(CryptoError) {
            try VaultConfiguration.check(token)
        } catch {
            throw Self.failure(error, wrong: .damaged)
        }
        return token
    }

    /// What a failure with a vault's key means.
    static func failure(_ error: CryptoError, wrong: WireCode) -> DriveError {
        switch error.code {
        case .authenticationFailed: DriveError(wrong, cause: error)
        case .unsupported: DriveError(.vaultUnsupported, argument: error.message, cause: error)
        case .invalidInput: DriveError(.damaged, cause: error)
        default: DriveError(.internalError, cause: error)
        }
    }
}
