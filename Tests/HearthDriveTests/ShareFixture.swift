import HearthDrive
import HearthSQL
import HearthStorage
import HearthTesting
import HearthWire

extension DriveFixture {
    /// Shares one directory with one member.
    func share(
        _ path: ResourcePath,
        with receiver: Caller,
        _ rights: Rights = .all,
        as caller: Caller? = nil
    ) async throws {
        try await drive.shares.share([{ path }], with: [receiver.user.id], rights, caller ?? owner)
    }

    /// Shares one directory and tells the root that it is for the receiver.
    func sharedRoot(
        _ path: ResourcePath,
        with receiver: Caller,
        _ rights: Rights = .all,
        as caller: Caller? = nil
    ) async throws -> Int {
        let before = Set(try await drive.shares.given(by: caller ?? owner).map(\.id))
        try await share(path, with: receiver, rights, as: caller)
        let given = try await drive.shares.given(by: caller ?? owner)
        guard let made = given.first(where: { !before.contains($0.id) && $0.receiver == receiver.user.id })
        else { throw DriveError(.shareNotFound) }
        return made.root.id
    }

    /// Makes a directory, its parent being there.
    @discardableResult
    func makeDirectory(_ path: ResourcePath, as caller: Caller? = nil) async throws -> Resource {
        try await drive.files.makeDirectory(path, caller ?? owner, policy: .open, autoRename: false)
    }

    /// Moves into a directory.
    func move(_ source: ResourcePath, to destination: ResourcePath, as caller: Caller? = nil) async throws {
        _ = try await drive.files.transfer(
            TransferRequest(action: .move, destination: destination, sources: [source], conflict: nil),
            caller ?? owner
        )
    }

    /// A first-level folder of the given kind, as folder management makes them.
    func folder(
        _ name: String,
        kind: String = "managed",
        mode: Int = 2,
        creator: Caller? = nil,
        members: [(Caller, Rights)] = [],
        encrypted: Bool = false
    ) async throws -> Int {
        let xattrID = Array(repeating: UInt8(name.utf8.reduce(0) { $0 &+ $1 }), count: 16)
        guard let file = FileName(name) else { throw DriveError(.forbiddenCharacter) }
        let path = VolumePath([file])
        _ = try partition.createRoot(at: path, xattrID: xattrID)
        let identity = try partition.identity(at: path)
        let creator = (creator ?? owner).user.id
        let id = try await database.write { session in
            try session.run(
                "INSERT INTO roots (kind, creator, mode, pool, partition, rel_path, xattr_id, inode, born, is_encrypt, "
                    + "name, created) VALUES (?, ?, ?, '_default_', '_default_', ?, ?, ?, ?, ?, ?, 0)",
                kind,
                creator,
                mode,
                path.bytes,
                xattrID,
                identity.inode,
                identity.born?.seconds ?? 0,
                encrypted,
                name
            )
            return Int(session.lastInsertID)
        }
        drive.roots.invalidate()
        for (member, rights) in members {
            try await drive.roots.grant(rights, on: id, to: member.user.id)
        }
        return id
    }

    /// Where a root's directory is on this machine.
    func place(of root: Int) async throws -> String {
        let bytes = try await database.read {
            try $0.first("SELECT rel_path FROM roots WHERE id = ?", root)?.blob(0)
        }
        return directory.path + "/partition/" + String(decoding: bytes ?? [], as: UTF8.self)
    }

    /// Gives one directory the other's identity, as `cp -a` does; paths from the partition.
    func copyIdentity(_ from: String, _ to: String) throws {
        guard let from = VolumePath(bytes: Array(from.utf8)), let to = VolumePath(bytes: Array(to.utf8)),
            let id = try partition.identity(at: from).xattrID
        else { throw DriveError(.illegalPath) }
        try partition.setIdentity(id, at: to)
    }
}
