import HearthStorage
import HearthWire
import Synchronization

@testable import HearthDrive

/// What tests of encrypted folders need beside a drive.
extension DriveFixture {
    static let folderPassword = "abc@123"

    /// Makes an encrypted folder of one member, locked.
    func vault(_ name: String, of caller: Caller? = nil) async throws -> CreatedFolder {
        let caller = caller ?? owner
        var draft = draft(name, [caller], mode: 1)
        draft.isEncrypted = true
        draft.password = Self.folderPassword
        draft.confirmation = Self.folderPassword
        return try await drive.folders.create(draft, caller, policy: .open)
    }

    /// Another token of a member.
    func token(of caller: Caller? = nil) async throws -> Caller {
        let user = (caller ?? owner).user
        let issued = try await drive.sessions.issue(to: user, kind: .session, client: "another")
        return try await drive.sessions.caller(token: issued.token)
    }

    /// The code with which a caller is let into a root; nil for none.
    func entry(_ root: Int, _ caller: Caller? = nil, password: String? = nil) async -> Int? {
        let caller = caller ?? owner
        return await code {
            _ = try await drive.roots.access(root, for: password.map { caller.presenting($0) } ?? caller)
        }
    }

    /// The code with which a password is checked; nil for a right one.
    func check(_ root: Int, _ password: String, _ caller: Caller? = nil) async -> Int? {
        await code {
            try await drive.folders.checkPassword(password, at: path(root), caller ?? owner)
        }
    }

    /// How many keys were derived from passwords so far.
    var derivations: Int { drive.vaults.derivationCount.load(ordering: .relaxed) }
}
