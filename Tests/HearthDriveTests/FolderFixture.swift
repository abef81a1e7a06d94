import Glibc
import HearthSQL
import HearthStorage
import HearthTesting
import HearthWire

@testable import HearthDrive

/// What tests of folder management need beside a drive: folders, and a second partition.
extension DriveFixture {
    /// The built-in pool has a second partition in these tests; directory pools are tested by themselves.
    static let second = Partitions.Key(pool: "_default_", name: "second")

    /// Opens the second partition, also after a restart.
    @discardableResult
    func openSecond(limit: Int64? = nil) throws -> Partition {
        let place = directory.path + "/second"
        _ = mkdir(place, 0o700)
        let partition = try Partition(path: place, id: "second", limit: limit)
        try drive.roots.partitions.add(partition, as: Self.second)
        return partition
    }

    /// What a client sends.
    func draft(
        _ name: String,
        _ members: [Caller],
        mode: Int = 2,
        rights: Rights = .all,
        partition: String = "_default_"
    ) -> FolderDraft {
        FolderDraft(
            name: name,
            mode: mode,
            pool: "_default_",
            partition: partition,
            members: members.map { FolderMember(user: $0.user.id, rights: rights) }
        )
    }

    /// Makes a shared folder of some members.
    func folder(_ name: String, _ members: [Caller], by caller: Caller? = nil) async throws -> Int {
        try await drive.folders.create(draft(name, members), caller ?? owner, policy: .open).id
    }

    /// Sends a folder to the second partition.
    func send(_ folder: Int, _ name: String, _ members: [Caller]) async throws {
        let taskID = try await drive.folders.edit(
            folder,
            draft(name, members, partition: "second"),
            owner,
            policy: .open
        )
        guard taskID == "TaskMovingFolder_\(folder)" else { throw DriveError(.internalError) }
    }

    /// What the list says of a folder's task.
    func status(of folder: Int) async throws -> String? {
        let (folders, _) = try await drive.folders.list(owner, offset: 0, limit: 0)
        return folders.first { $0.root.id == folder }?.mark?.status ?? ""
    }

    /// Whether something lies on the disk.
    func exists(_ path: String) -> Bool {
        var status = stat()
        return lstat(directory.path + "/" + path, &status) == 0
    }
}
