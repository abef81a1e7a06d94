import HearthSQL
import HearthWire

/// What a member sends to change a folder's password (wangpan-api, 5.7).
package struct FolderPasswordChange: Sendable {
    /// The folder.
    package let id: Int
    /// The password that opens it now.
    package let old: String
    /// The password that shall open it.
    package let new: String
    /// The new password again.
    package let confirmation: String

    /// All parts are required; empty texts are refused when it is carried out.
    package init(id: Int, old: String, new: String, confirmation: String) {
        self.id = id
        self.old = old
        self.new = new
        self.confirmation = confirmation
    }
}

/// Passwords of encrypted folders, and what opens one whose password is lost.
extension Folders {
    /// Bytes that a folder password has at least (wangpan-api, 12).
    static let shortestPassword = 6

    /// Whether a password opens the folder around a path, for the caller's token from now on; a folder that is not
    /// encrypted opens with any.
    ///
    /// - Throws: 20010 for an unknown folder and for one that the caller may not read alike; 20009; 90001 when it was
    ///   tried too often.
    package func checkPassword(_ password: String, at path: ResourcePath, _ caller: Caller) async throws {
        guard case .below(let id, _) = path else { throw DriveError(.folderPathWrong) }
        let loaded: RootStore.Loaded
        do {
            loaded = try await roots.granted(id, to: caller).loaded
        } catch let error as DriveError where error.code != .internalError {
            throw DriveError(.folderPathWrong, cause: error)
        }
        guard loaded.root.isEncrypted else { return }
        if password.isEmpty { throw DriveError(.folderPasswordWrong) }
        try await vaults.unlock(loaded, password: password, for: caller)
    }

    /// Changes the password of a folder: whoever sees it in folder management and knows the old one may.
    ///
    /// The keys are wrapped anew; no file is touched. Every other token has to enter the new password.
    ///
    /// - Throws: in the contract's order: 20024, 20003, 20001, 20025 (90001 when it was tried too often), 20003, 20002,
    ///   20016; 90013, 20004.
    package func changePassword(_ change: FolderPasswordChange, _ caller: Caller) async throws {
        if change.old.isEmpty || change.new.isEmpty || change.confirmation.isEmpty {
            throw DriveError(.passwordMissing)
        }
        if change.new.utf8.count < Self.shortestPassword { throw DriveError(.passwordFormat) }
        try await changing(change.id, caller) { loaded in
            let proof: DerivedKeys
            do {
                proof = try await vaults.prove(loaded, password: change.old, for: caller)
            } catch let error as DriveError where error.code == .folderPasswordWrong {
                throw DriveError(.oldPasswordWrong, cause: error)
            }
            try Self.check(change.new, change.confirmation)
            if Array(change.new.utf8) == Array(change.old.utf8) { throw DriveError(.passwordUnchanged) }
            try await vaults.rewrap(loaded, proof, password: change.new, caller)
        }
    }

    /// Gives a folder whose password is lost a new one, by its recovery key; that key is spent by it.
    ///
    /// - Parameters:
    ///   - id: the folder.
    ///   - key: as it was shown once, in any spelling that people use.
    ///   - password: the new one.
    ///   - confirmation: the new one again.
    ///   - caller: who sees the folder in folder management.
    /// - Returns: the next recovery key.
    /// - Throws: 20024, 20003, 20001, 20003, 20002, 20009 for a wrong key (90001 when it was tried too often), 20009 for
    ///   a folder without one, 20004.
    package func recover(
        _ id: Int,
        key: String,
        password: String,
        confirmation: String,
        _ caller: Caller
    ) async throws -> String {
        if key.isEmpty || password.isEmpty || confirmation.isEmpty { throw DriveError(.passwordMissing) }
        if password.utf8.count < Self.shortestPassword { throw DriveError(.passwordFormat) }
        return try await changing(id, caller) { loaded in
            try Self.check(password, confirmation)
            let proof = try await vaults.prove(loaded, recovery: key, caller)
            // The password first: as long as the new key was not told, the old one has to work.
            try await vaults.rewrap(loaded, proof, password: password, caller)
            return try await vaults.renewRecovery(loaded, proof.keys)
        }
    }

    /// Gives a folder another recovery key, by its password; one that was adopted gets its first.
    ///
    /// - Returns: the key; the one before opens nothing any more.
    /// - Throws: 20001, 20009 (90001 when it was tried too often), 90013, 20004.
    package func renewRecoveryKey(_ id: Int, password: String, _ caller: Caller) async throws -> String {
        try await changing(id, caller) { loaded in
            if password.isEmpty { throw DriveError(.folderPasswordWrong) }
            let proof = try await vaults.prove(loaded, password: password, for: caller)
            return try await vaults.renewRecovery(loaded, proof.keys)
        }
    }

    /// An encrypted folder that the caller sees in folder management, while it stays where it is.
    ///
    /// No password opens a folder that has none, so whatever was sent for a plain one is wrong.
    private func changing<T: Sendable>(
        _ id: Int,
        _ caller: Caller,
        _ work: (RootStore.Loaded) async throws -> T
    ) async throws -> T {
        let root = try await detail(id, caller).root
        guard root.isEncrypted else { throw DriveError(.oldPasswordWrong) }
        return try await roots.changing([id]) { try await work(try await roots.load(id)) }
    }

    /// Length was checked before.
    private static func check(_ password: String, _ confirmation: String) throws {
        guard password.utf8.allSatisfy(FolderDraft.isAllowed) else { throw DriveError(.passwordFormat) }
        // Compared as bytes: everything in it is ASCII by now, which the other need not be.
        guard Array(password.utf8) == Array(confirmation.utf8) else { throw DriveError(.passwordsDiffer) }
    }
}
