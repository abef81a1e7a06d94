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

/// Passwords of folders. All folders are plain so far: every password opens one, and none can be changed.
extension Folders {
    /// Bytes that a folder password has at least (wangpan-api, 12).
    static let shortestPassword = 6

    /// Whether a password opens the folder around a path; a folder that is not encrypted opens with any.
    ///
    /// - Throws: 20010 for an unknown folder and for one that the caller may not read alike.
    package func checkPassword(at path: ResourcePath, _ caller: Caller) async throws {
        guard case .below(let id, _) = path else { throw DriveError(.folderPathWrong) }
        do {
            _ = try await roots.access(id, for: caller)
        } catch let error as DriveError where error.code != .internalError {
            throw DriveError(.folderPathWrong, cause: error)
        }
    }

    /// Changes the password of a folder.
    ///
    /// - Throws: in the contract's order: 20024, 20003, 20001, 20025.
    package func changePassword(_ change: FolderPasswordChange, _ caller: Caller) async throws {
        if change.old.isEmpty || change.new.isEmpty || change.confirmation.isEmpty {
            throw DriveError(.passwordMissing)
        }
        if change.new.utf8.count < Self.shortestPassword { throw DriveError(.passwordFormat) }
        _ = try await detail(change.id, caller)
        // No password opens a folder that has none, so whatever was sent as the old one is wrong.
        throw DriveError(.oldPasswordWrong)
    }
}
