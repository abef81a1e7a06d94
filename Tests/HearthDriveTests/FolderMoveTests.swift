import Glibc
import HearthCrypto
import HearthSQL
import HearthStorage
import HearthTesting
import HearthWire
import Testing

@testable import HearthDrive

@Suite("Moving a folder to another partition", .timeLimit(.minutes(10)))
struct FolderMoveTests {
    /// Every entry below a folder, with the bytes of files and the targets of links.
    private func tree(_ fixture: DriveFixture, _ folder: Int) async throws -> [String: [UInt8]] {
        let root = try await fixture.drive.roots.attached(folder)
        let place = root.partition == "second" ? "second" : "partition"
        let top = "\(fixture.directory.path)/\(place)/\(String(decoding: root.path.bytes, as: UTF8.self))"
        var found: [String: [UInt8]] = [:]
        var pending = [""]
        while let below = pending.popLast() {
            guard let directory = opendir("\(top)/\(below)") else { continue }
            defer { closedir(directory) }
            while let entry = readdir(directory) {
                let name = withUnsafePointer(to: &entry.pointee.d_name) {
                    $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                }
                if name == "." || name == ".." { continue }
                let path = below + name
                var status = stat()
                lstat("\(top)/\(path)", &status)
                switch status.st_mode & S_IFMT {
                case S_IFDIR:
                    found[path] = []
                    pending.append(path + "/")
                case S_IFLNK:
                    var target = [CChar](repeating: 0, count: 256)
                    let length = readlink("\(top)/\(path)", &target, 256)
                    found[path] = target[..<max(0, length)].map { UInt8(bitPattern: $0) }
                default:
                    let file = open("\(top)/\(path)", O_RDONLY)
                    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
                    _ = read(file, &bytes, bytes.count)
                    close(file)
                    found[path] = bytes
                }
            }
        }
        return found
    }

    @Test("files, links, index and rights come along, and the old place is empty")
    func moved() async throws {
        let fixture = try await DriveFixture.make()
        let anna = try await fixture.member("anna")
        let second = try fixture.openSecond()
        let id = try await fixture.folder("Films", [anna])
        for number in 0..<30 {
            try await fixture.upload(
                Array("film \(number)".utf8),
                to: fixture.path(id, "d\(number % 3)/f\(number)"),
                as: anna,
                modified: 1_000_000 + Int64(number),
                identification: number == 4 ? "phone" : ""
            )
        }
        let disk = fixture.directory.path + "/partition/Films"
        symlink("d0/f0", disk + "/link")
        let before = try await tree(fixture, id)

        try await fixture.send(id, "Movies", [anna])
        #expect(try await fixture.status(of: id) == "TaskMovingFolder_1")
        #expect(try await fixture.read(fixture.path(id, "d0/f0"), as: anna) == Array("film 0".utf8))
        // Meanwhile members may change, and nothing else.
        let folders = fixture.drive.folders
        _ = try await folders.edit(
            id,
            fixture.draft("Movies", [anna, fixture.owner]),
            fixture.owner,
            policy: .open
        )
        for draft in [
            fixture.draft("Else", [anna]), fixture.draft("Movies", [anna], partition: "third"),
        ] {
            #expect(
                await code { _ = try await folders.edit(id, draft, fixture.owner, policy: .open) } == 10_026
            )
        }
        await fixture.drive.tasks.drain()

        #expect(try await fixture.status(of: id) == "")
        #expect(try await tree(fixture, id) == before)
        #expect(fixture.exists("second/Movies/d0/f0") && !fixture.exists("partition/Films"))
        #expect(try fixture.partition.parked(in: .leaving).isEmpty)
        #expect(try second.parked(in: .arriving).isEmpty)
        let root = try await folders.detail(id, anna).root
        #expect(root.partition == "second" && root.name == "Movies")
        let (access, _) = try await fixture.drive.files.access(fixture.path(id), anna)
        for (name, hash) in [("d1/f4", "film 4"), ("d2/f5", "film 5")] {
            let info = try access.volume.entryInfo(try #require(VolumePath(bytes: Array(name.utf8))))
            #expect(info.modified.seconds == (name == "d1/f4" ? 1_000_004 : 1_000_005))
            let known = try await fixture.database.read {
                try FileIndex.hash(of: info, partition: "second", $0)
            }
            #expect(try known == SHA256.hash(Array(hash.utf8)))
        }
        let phones = try await fixture.database.read {
            try $0.first("SELECT partition FROM files WHERE identification = 'phone'")?.text(0)
        }
        #expect(phones == "second")
        // And back again, with new files in it.
        try await fixture.upload([9], to: fixture.path(id, "new"), as: anna)
        _ = try await folders.edit(id, fixture.draft("Movies", [anna]), fixture.owner, policy: .open)
        await fixture.drive.tasks.drain()
        #expect(fixture.exists("partition/Movies/new") && !fixture.exists("second/Movies"))
    }

    @Test("what is uploaded, renamed and deleted while it moves is all there afterwards")
    func busy() async throws {
        let fixture = try await DriveFixture.make()
        try fixture.openSecond()
        let id = try await fixture.folder("Busy", [fixture.owner])
        for number in 0..<40 { try await fixture.upload([1], to: fixture.path(id, "old\(number)")) }
        try await fixture.send(id, "Busy", [fixture.owner])
        async let moving: Void = fixture.drive.tasks.drain()
        for number in 0..<40 {
            try await fixture.upload(Array("new \(number)".utf8), to: fixture.path(id, "new\(number)"))
            if number % 4 == 0 {
                _ = try await fixture.drive.files.remove([fixture.path(id, "old\(number)")], fixture.owner)
            }
        }
        await moving
        #expect(try await fixture.status(of: id) == "")
        let found = try await tree(fixture, id)
        #expect(found.keys.filter { $0.hasPrefix("old") }.count == 30)
        for number in 0..<40 { #expect(found["new\(number)"] == Array("new \(number)".utf8)) }
        #expect(fixture.exists("second/Busy") && !fixture.exists("partition/Busy"))
    }

    @Test("an upload that was half done goes on at the new place")
    func upload() async throws {
        let fixture = try await DriveFixture.make()
        let second = try fixture.openSecond()
        let id = try await fixture.folder("Up", [fixture.owner])
        let size = Int(ChunkPlan.chunkSize) + 1_000
        let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
        let (first, rest) = (
            Array(bytes[..<Int(ChunkPlan.chunkSize)]), Array(bytes[Int(ChunkPlan.chunkSize)...])
        )
        let uploads = fixture.drive.uploads
        let plan = try ChunkPlan(size: Int64(size), count: nil)
        let new = try await uploads.create(
            fixture.path(id, "new"),
            fixture.owner,
            Uploads.Attributes(plan: plan)
        ).id
        _ = try await uploads.putChunk(new, 1, MemorySource(first), fixture.owner)
        let key = try UploadKey(Hex.encode(try SHA256.hash(bytes).bytes))
        let (old, destination) = try await uploads.destination(
            fixture.path(id, "sub/old"),
            fixture.owner,
            policy: .open
        )
        let attributes = Uploads.Attributes(plan: plan)
        _ = try await uploads.chunk(
            2,
            size: 1_000,
            of: key,
            to: old,
            destination,
            MemorySource(rest),
            fixture.owner,
            attributes
        )
        #expect(try fixture.staged().count == 2)

        try await fixture.send(id, "Up", [fixture.owner])
        await fixture.drive.tasks.drain()
        #expect(try fixture.staged().isEmpty)
        #expect(try second.volume(at: VolumePath()).stagedIDs().count == 2)

        #expect(try await uploads.status(new, fixture.owner).chunks == [1: ChunkPlan.chunkSize])
        _ = try await uploads.putChunk(new, 2, MemorySource(rest), fixture.owner)
        // The access was made before the move, as a slow request would have it.
        _ = try await uploads.chunk(
            1,
            size: ChunkPlan.chunkSize,
            of: key,
            to: old,
            destination,
            MemorySource(first),
            fixture.owner,
            attributes
        )
        _ = try await uploads.complete(new, fixture.owner, hash: key.hash, size: Int64(size))
        _ = try await uploads.merge(key, totalChunks: 2, to: old, destination, fixture.owner, attributes)
        for name in ["new", "sub/old"] {
            #expect(try await fixture.read(fixture.path(id, name)) == bytes)
            #expect(fixture.exists("second/Up/\(name)"))
        }
        #expect(try second.volume(at: VolumePath()).stagedIDs().isEmpty)
    }

    @Test(
        "a target without room is refused at once, a name that is taken fails the task, and nothing is lost"
    )
    func failures() async throws {
        let fixture = try await DriveFixture.make()
        let second = try fixture.openSecond(limit: 1 << 20)
        let folders = fixture.drive.folders
        let id = try await fixture.folder("Big", [fixture.owner])
        try await fixture.upload([UInt8](repeating: 1, count: 2 << 20), to: fixture.path(id, "big"))
        let there = fixture.draft("Big", [fixture.owner], partition: "second")
        #expect(await code { _ = try await folders.edit(id, there, fixture.owner, policy: .open) } == 20_019)

        let small = try await fixture.folder("Small", [fixture.owner])
        try await fixture.upload([7], to: fixture.path(small, "f"))
        _ = mkdir(fixture.directory.path + "/second/Small", 0o755)
        #expect(await code { try await fixture.send(small, "Small", [fixture.owner]) } == 20_013)
        rmdir(fixture.directory.path + "/second/Small")
        try await fixture.send(small, "Small", [fixture.owner])
        _ = mkdir(fixture.directory.path + "/second/Small", 0o755)
        await fixture.drive.tasks.drain()
        #expect(try await fixture.status(of: small) == "TaskMovingFolder_0")
        let row = try await fixture.drive.tasks.find("TaskMovingFolder_\(small)", fixture.owner)
        #expect(row.failure?.code.rawValue == 20_013)
        #expect(try await fixture.read(fixture.path(small, "f")) == [7])
        #expect(try second.parked(in: .arriving).isEmpty)
        rmdir(fixture.directory.path + "/second/Small")
        try await fixture.drive.tasks.retry(row.taskID, fixture.owner)
        await fixture.drive.tasks.drain()
        #expect(fixture.exists("second/Small/f") && !fixture.exists("partition/Small"))
    }

    @Test("a copy that was put in place without its rows is taken back and brought up to date")
    func placedWithoutRows() async throws {
        let fixture = try await DriveFixture.make()
        let second = try fixture.openSecond()
        let id = try await fixture.folder("Films", [fixture.owner])
        try await fixture.upload([1], to: fixture.path(id, "kept"))
        try await fixture.upload([2], to: fixture.path(id, "gone"))
        try await fixture.send(id, "Films", [fixture.owner])
        // As a run left it that was killed right after the rename.
        let root = try await fixture.drive.roots.attached(id)
        let name = FolderMove.parkingName(id)
        let mirror = try TreeMirror(of: root.path, on: fixture.partition, onto: second, as: name)
        while try !mirror.pass(TreeMirror.Progress(bytes: { _ in }, items: { _ in })) {}
        try second.unpark(name, in: .arriving, to: root.path)
        let checkpoint = FolderMoveCheckpoint(
            source: fixture.partition.id,
            path: root.path,
            inode: root.inode,
            target: second.id,
            copy: try second.identity(at: root.path).inode
        )
        try await fixture.database.write {
            _ = try $0.run("UPDATE tasks SET state = 'running', checkpoint = ?", checkpoint.json)
        }
        let restarted = try await fixture.restarted()
        try restarted.openSecond()
        _ = try await restarted.drive.files.remove([restarted.path(id, "gone")], restarted.owner)
        try await restarted.upload([3], to: restarted.path(id, "new"))
        await restarted.drive.tasks.drain()
        #expect(try await restarted.names(restarted.path(id)) == ["kept", "new"])
        #expect(restarted.exists("second/Films/new") && !restarted.exists("partition/Films"))
    }

    @Test("an old tree whose rows are switched is deleted by the next run")
    func switchedWithoutRemoval() async throws {
        let fixture = try await DriveFixture.make()
        let second = try fixture.openSecond()
        let id = try await fixture.folder("Films", [fixture.owner])
        try await fixture.upload([1], to: fixture.path(id, "f"))
        try await fixture.send(id, "Films", [fixture.owner])
        let root = try await fixture.drive.roots.attached(id)
        let order = try await fixture.database.read { try $0.first("SELECT parameters FROM tasks")?.text(0) }
        await fixture.drive.tasks.drain()
        // The old directory as it was, and the task as if it had not ended.
        _ = mkdir(fixture.directory.path + "/partition/Films", 0o755)
        let old = try fixture.partition.identity(at: root.path)
        let checkpoint = FolderMoveCheckpoint(
            source: fixture.partition.id,
            path: root.path,
            inode: old.inode,
            target: second.id,
            copy: try second.identity(at: root.path).inode
        )
        try await fixture.database.write {
            _ = try $0.run(
                "UPDATE tasks SET state = 'running', checkpoint = ?, parameters = ?",
                checkpoint.json,
                order ?? ""
            )
        }
        await fixture.drive.tasks.drain()
        #expect(!fixture.exists("partition/Films"))
        #expect(try await fixture.read(fixture.path(id, "f")) == [1])
        #expect(try await fixture.status(of: id) == "")
    }

    @Test("trees that no task works on are swept away, those of a failed deletion stay")
    func swept() async throws {
        let fixture = try await DriveFixture.make()
        let second = try fixture.openSecond()
        let id = try await fixture.folder("Films", [fixture.owner])
        try await fixture.upload([1], to: fixture.path(id, "f"))
        let name = FolderMove.parkingName(id)
        try second.makeParked(name, in: .arriving)
        try second.makeParked("folder-4711", in: .leaving)
        try second.makeParked("files-1", in: .arriving)
        _ = try await fixture.drive.folders.delete(id, fixture.owner)
        try await fixture.drive.folders.sweep()
        #expect(try second.parked(in: .leaving) == ["folder-4711"])
        try await fixture.database.write { _ = try $0.run("DELETE FROM tasks") }
        try await fixture.drive.folders.sweep()
        #expect(try second.parked(in: .leaving).isEmpty)
        #expect(try second.parked(in: .arriving) == ["files-1"])
        #expect(fixture.exists("partition/Films/f"))
        // As a deletion left it that failed after the directory was hidden.
        let parked = try Partition.path(of: name, in: .leaving)
        try fixture.partition.park(VolumePath([#require(FileName("Films"))]), as: name, in: .leaving)
        try await fixture.database.write {
            _ = try $0.run("UPDATE roots SET rel_path = ? WHERE id = ?", parked.bytes, id)
        }
        try await fixture.drive.folders.sweep()
        #expect(try fixture.partition.isParked(name, in: .leaving))
        _ = try await fixture.drive.folders.delete(id, fixture.owner)
        await fixture.drive.tasks.drain()
        #expect(try !fixture.partition.isParked(name, in: .leaving))
        #expect(try await fixture.drive.folders.all().isEmpty)
    }

    @Test("directories shared out of a folder stay what they are at the new place")
    func shared() async throws {
        let fixture = try await DriveFixture.make()
        try fixture.openSecond()
        let id = try await fixture.folder("Films", [fixture.owner])
        try await fixture.upload([1], to: fixture.path(id, "sub/f"))
        let direct = try await fixture.share("Films/sub")
        try await fixture.send(id, "Films", [fixture.owner])
        await fixture.drive.tasks.drain()
        #expect(fixture.exists("second/Films/sub/f"))
        let root = try await fixture.drive.roots.attached(direct)
        #expect(root.partition == "second" && root.path.bytes == Array("Films/sub".utf8))
        #expect(
            try await fixture.drive.roots.volume(of: direct).entryInfo(VolumePath([#require(FileName("f"))]))
                .size == 1
        )
        #expect(try await fixture.drive.roots.containing(direct) == id)
        // It ends with its folder.
        _ = try await fixture.drive.folders.delete(id, fixture.owner)
        await fixture.drive.tasks.drain()
        let left = try await fixture.database.read { try $0.first("SELECT count(*) FROM roots")?.int(0) }
        #expect(left == 0)
    }
}

extension DriveFixture {
    /// A root of its own for a directory of the first partition, as sharing makes it.
    fileprivate func share(_ path: String) async throws -> Int {
        guard let place = VolumePath(bytes: Array(path.utf8)) else { throw DriveError(.illegalPath) }
        let xattrID = [UInt8](repeating: 5, count: 16)
        try partition.setIdentity(xattrID, at: place)
        let identity = try partition.identity(at: place)
        let made = RootStore.MadeRoot(
            place: RootPlace(
                partition: Partitions.Key(pool: "_default_", name: "_default_"),
                path: place
            ),
            xattrID: xattrID,
            identity: identity
        )
        let owner = owner.user.id
        let id = try await database.write { session in
            let id = try made.insert(kind: .direct, owner: nil, mode: 0, name: "sub", now: 0, session)
            try session.run(
                "INSERT INTO grants (root, user, source, can_read, can_write, can_delete) VALUES (?, ?, 'share', 1, 1, 1)",
                id,
                owner
            )
            return id
        }
        drive.roots.invalidate()
        return id
    }
}
