import HearthCrypto
package import HearthStorage
package import HearthWire

/// Ways to ask for a root besides by its id: by a client's path, with a right, or without opening it.
extension RootStore {
    /// The root of a path on a caller's behalf, and the path below it as the root's volume names it.
    ///
    /// - Throws: 10005 for the virtual root; what ``access(_:for:)`` throws; 10000 for a name that an encrypted root
    ///   cannot hold.
    package func access(_ path: ResourcePath, _ caller: Caller) async throws -> (RootAccess, VolumePath) {
        let (root, below) = try path.requireRoot()
        let access = try await access(root, for: caller)
        do {
            return (access, try access.stored(below))
        } catch let error as DriveError where error.code == .forbiddenCharacter {
            throw DriveError(.resourceNotFound, cause: error)
        }
    }

    /// The same for a caller who needs a right, which is asked for before the password (wangpan-api, 4.2).
    ///
    /// - Throws: as without, but 20027 for a name that cannot be made; `code` without the right.
    package func access(
        _ path: ResourcePath,
        _ caller: Caller,
        needing right: Rights,
        or code: WireCode
    ) async throws -> (RootAccess, VolumePath) {
        let (root, below) = try path.requireRoot()
        let access = try await access(root, caller, needing: right, or: code)
        return (access, try access.stored(below))
    }

    /// The same for a whole root.
    package func access(
        _ id: Int,
        _ caller: Caller,
        needing right: Rights,
        or code: WireCode
    ) async throws -> RootAccess {
        let rights = try await rights(of: caller.user.id, on: id)
        // Whoever may not even read is told that, and nothing else.
        if rights.contains(.read), !rights.contains(right) { throw DriveError(code) }
        let access = try await access(id, for: caller)
        guard access.rights.contains(right) else { throw DriveError(code) }
        return access
    }

    /// A root as its row tells it, with a user's rights, and without its handle: nothing is opened.
    ///
    /// - Throws: 10018, 10019.
    func known(_ id: Int, to user: Int) async throws -> (root: Root, rights: Rights) {
        let table = try await table()
        guard let root = table.roots[id], let rights = table.rights(of: user, on: id) else {
            throw DriveError(.noAccess)
        }
        guard rights.contains(.read) else { throw DriveError(.noReadRight) }
        return (root, rights.effective)
    }

    /// Whether a root is encrypted; false for an unknown one.
    func isEncrypted(_ id: Int) async throws -> Bool { try await table().roots[id]?.isEncrypted ?? false }

    /// Whether one of the roots is encrypted.
    func isAnyEncrypted(_ ids: some Sequence<Int>) async throws -> Bool {
        let table = try await table()
        return ids.contains { table.roots[$0]?.isEncrypted == true }
    }
}

extension Root {
    /// A client's path as the root's volume names it: in an encrypted root names are NFC (server decisions, 7).
    ///
    /// - Throws: 20027 for a name that is not UTF-8 there, or too long once it is composed.
    func normalized(_ path: VolumePath) throws -> VolumePath {
        guard isEncrypted else { return path }
        return VolumePath(try path.names.map { try normalized($0) })
    }

    /// The same for one name.
    func normalized(_ name: FileName) throws -> FileName {
        if !isEncrypted || name.bytes.allSatisfy({ $0 < 0x80 }) { return name }
        guard let bytes = try? NFC.normalize(name.bytes), let name = FileName(bytes) else {
            throw DriveError(.forbiddenCharacter)
        }
        return name
    }
}

extension RootAccess {
    /// A client's path as the root's volume has it: in an encrypted root in form C, unless another program made an
    /// entry of exactly these bytes.
    ///
    /// - Throws: 20027 as ``Root/normalized(_:)``.
    func stored(_ path: VolumePath) throws -> VolumePath {
        let composed = try root.normalized(path)
        guard composed != path, let vault = volume as? EncryptedVolume else { return composed }
        return try storage { try vault.stored(path) }
    }
}
