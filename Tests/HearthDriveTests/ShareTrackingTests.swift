import HearthDrive
import HearthSQL
import HearthStorage
import HearthTesting
import HearthWire
import Testing

/// A shared directory is the directory, not its path.
@Suite("Shared directories that move", .timeLimit(.minutes(10)))
struct ShareTrackingTests {
    /// The owner's `a/b/c` with one file, `b` shared with max.
    private struct Scene {
        let fixture: DriveFixture
        let max: Caller
        let home: Int
        let root: Int

        static func make() async throws -> Scene {
            let fixture = try await DriveFixture.make()
            let max = try await fixture.member("max")
            let home = try await fixture.home()
            for name in ["a", "a/b", "a/b/c", "a/bb", "other"] {
                try await fixture.makeDirectory(fixture.path(home, name))
            }
            try await fixture.upload([7], to: fixture.path(home, "a/b/file"))
            let root = try await fixture.sharedRoot(fixture.path(home, "a/b"), with: max)
            return Scene(fixture: fixture, max: max, home: home, root: root)
        }

        func file() async throws -> [UInt8] { try await fixture.read(fixture.path(root, "file"), as: max) }
        func isEnded() async -> Bool {
            let found = await code { _ = try await fixture.names(fixture.path(root), as: max) }
            let rows = try? await fixture.database.read { [root] in
                try $0.first("SELECT 1 FROM roots WHERE id = ?", root)
            }
            return found == 10_018 && rows == .some(nil)
        }
    }

    @Test("renames and moves, its own and of a directory above")
    func follows() async throws {
        let scene = try await Scene.make()
        let (fixture, home) = (scene.fixture, scene.home)
        let files = fixture.drive.files
        _ = try await files.rename(fixture.path(home, "a/b"), fixture.owner, to: "B", policy: .open)
        #expect(try await scene.file() == [7])
        #expect(try await fixture.drive.shares.received(by: scene.max).last?.root.name == "B")
        _ = try await files.rename(fixture.path(home, "a"), fixture.owner, to: "a2", policy: .open)
        #expect(try await scene.file() == [7])
        try await fixture.move(fixture.path(home, "a2/B"), to: fixture.path(home, "other"))
        #expect(try await scene.file() == [7])
        try await fixture.move(fixture.path(home, "other"), to: fixture.path(home, "a2"))
        #expect(try await scene.file() == [7])
        #expect(
            try await fixture.drive.shares.given(by: fixture.owner).first?.path
                == fixture.path(home, "a2/other/B")
        )
        // A sibling whose name begins alike is none of its business.
        _ = try await files.rename(fixture.path(home, "a2/bb"), fixture.owner, to: "other2", policy: .open)
        #expect(try await scene.file() == [7])
        let again = try await fixture.restarted()
        #expect(try await again.read(again.path(scene.root, "file"), as: scene.max) == [7])
    }

    @Test("into another folder it follows a mover who manages both, and ends otherwise")
    func acrossRoots() async throws {
        for isOwn in [true, false] {
            let scene = try await Scene.make()
            let fixture = scene.fixture
            let nina = try await fixture.member("nina")
            // Not the owner of the area, who manages every managed folder.
            let home = try await fixture.home(of: nina)
            try await fixture.makeDirectory(fixture.path(home, "d"), as: nina)
            try await fixture.upload([8], to: fixture.path(home, "d/file"), as: nina)
            let root = try await fixture.sharedRoot(fixture.path(home, "d"), with: scene.max, as: nina)
            let target = try await fixture.folder(
                "films",
                creator: isOwn ? nina : fixture.owner,
                members: [(nina, .all)]
            )
            try await fixture.move(fixture.path(home, "d"), to: fixture.path(target), as: nina)
            let found = await code {
                let bytes = try await fixture.read(fixture.path(root, "file"), as: scene.max)
                #expect(bytes == [8])
            }
            #expect(found == (isOwn ? nil : 10_018))
            #expect(try await fixture.drive.shares.given(by: nina).count == (isOwn ? 1 : 0))
            #expect(try await scene.file() == [7])
        }
    }

    @Test("where its granter may do nothing, a share ends")
    func granterLeftBehind() async throws {
        let scene = try await Scene.make()
        let fixture = scene.fixture
        let nina = try await fixture.member("nina")
        let inner = try await fixture.sharedRoot(fixture.path(scene.root, "c"), with: nina, as: scene.max)
        #expect(try await fixture.names(fixture.path(inner), as: nina) == [])
        try await fixture.move(fixture.path(scene.home, "a/b/c"), to: fixture.path(scene.home, "other"))
        #expect(await code { _ = try await fixture.names(fixture.path(inner), as: nina) } == 10_018)
        #expect(try await scene.file() == [7])
    }

    @Test("deleting it, or a directory above, ends it", arguments: ["a/b", "a"])
    func deleted(_ path: String) async throws {
        let scene = try await Scene.make()
        _ = try await scene.fixture.drive.files.remove(
            [scene.fixture.path(scene.home, path)],
            scene.fixture.owner
        )
        #expect(await scene.isEnded())
        #expect(try await scene.fixture.drive.shares.given(by: scene.fixture.owner).isEmpty)
    }

    @Test("found again where somebody put it on the disk", arguments: ["a/x", "x", "a/bb/b"])
    func behindOurBack(_ path: String) async throws {
        let scene = try await Scene.make()
        let place = try await scene.fixture.place(of: scene.home)
        #expect(Disk.move(place + "/a/b", place + "/" + path))
        #expect(try await scene.file() == [7])
        #expect(
            try await scene.fixture.drive.shares.given(by: scene.fixture.owner).first?.path
                == scene.fixture.path(scene.home, path)
        )
    }

    @Test("found again when the folder around it was renamed on the disk")
    func folderBehindOurBack() async throws {
        let scene = try await Scene.make()
        let place = try await scene.fixture.place(of: scene.home)
        #expect(Disk.move(place, scene.fixture.directory.path + "/partition/elsewhere"))
        #expect(try await scene.file() == [7])
        #expect(try await scene.fixture.names(scene.fixture.path(scene.home)) == ["a", "other"])
    }

    @Test("in somebody else's folder the rights there count, not those where it was")
    func behindOurBackElsewhere() async throws {
        let scene = try await Scene.make()
        let fixture = scene.fixture
        let nina = try await fixture.member("nina")
        let foreign = try await fixture.home(of: nina)
        let (from, to) = (try await fixture.place(of: scene.home), try await fixture.place(of: foreign))
        #expect(Disk.move(from + "/a/b", to + "/b"))
        #expect(await code { _ = try await scene.file() } == 10_018)
    }

    @Test("of two with the same attribute the recorded one counts, wherever it is")
    func duplicate() async throws {
        let scene = try await Scene.make()
        let place = try await scene.fixture.place(of: scene.home)
        let top = "__\(scene.fixture.owner.user.id)__"
        #expect(Disk.make(place + "/copy"))
        try scene.fixture.copyIdentity(top + "/a/b", top + "/copy")
        #expect(try await scene.file() == [7])
        #expect(Disk.move(place + "/a/b", place + "/a/moved") && Disk.move(place + "/copy", place + "/a/b"))
        #expect(try await scene.file() == [7])
        // The copy, shared itself, is another root.
        let other = try await scene.fixture.sharedRoot(scene.fixture.path(scene.home, "a/b"), with: scene.max)
        #expect(other != scene.root)
        #expect(try await scene.fixture.names(scene.fixture.path(other), as: scene.max) == [])
        #expect(try await scene.file() == [7])
    }

    @Test("gone from the disk it answers 10000 and harms nobody; another one in its place is not it")
    func gone() async throws {
        let scene = try await Scene.make()
        let place = try await scene.fixture.place(of: scene.home)
        let partition = scene.fixture.directory.path + "/partition"
        #expect(Disk.move(place + "/a/b", scene.fixture.directory.path + "/outside"))
        #expect(Disk.make(place + "/a/b"))
        for _ in 0..<3 { #expect(await code { _ = try await scene.file() } == 10_000) }
        #expect(try await scene.fixture.drive.shares.received(by: scene.max).count == 2)
        let other = try await scene.fixture.sharedRoot(scene.fixture.path(scene.home, "a/b"), with: scene.max)
        #expect(other != scene.root)
        #expect(
            Disk.move(
                scene.fixture.directory.path + "/outside",
                partition + "/\(place.split(separator: "/").last ?? "")/back"
            )
        )
        let again = try await scene.fixture.restarted()
        #expect(try await again.read(again.path(scene.root, "file"), as: scene.max) == [7])
    }

    @Test("a move that ended in the middle is settled at the next start", arguments: [true, false])
    func crashedMove(_ happened: Bool) async throws {
        let scene = try await Scene.make()
        let fixture = scene.fixture
        let place = try await fixture.place(of: scene.home)
        let inode = try fixture.partition.volume(at: VolumePath()).info(
            #require(VolumePath(bytes: Array("__\(fixture.owner.user.id)__/a".utf8)))
        ).inode
        let (home, owner) = (scene.home, fixture.owner.user.id)
        try await fixture.database.write { session in
            try session.run(
                "INSERT INTO intents (op, source_root, source, final_root, final, inode, user) "
                    + "VALUES ('move', ?1, ?2, ?1, ?3, ?4, ?5)",
                home,
                Array("a".utf8),
                Array("other/a".utf8),
                inode,
                owner
            )
        }
        if happened { #expect(Disk.move(place + "/a", place + "/other/a")) }
        let again = try await fixture.restarted()
        let rows = try await again.database.read { [root = scene.root] in
            try $0.first("SELECT rel_path FROM roots WHERE id = ?", root)?.blob(0)
        }
        let path = happened ? "other/a/b" : "a/b"
        #expect(String(decoding: rows ?? [], as: UTF8.self) == "__\(owner)__/\(path)")
        #expect(try await again.read(again.path(scene.root, "file"), as: scene.max) == [7])
    }

    @Test("a removal that ended in the middle is settled at the next start", arguments: [true, false])
    func crashedRemoval(_ happened: Bool) async throws {
        let scene = try await Scene.make()
        let fixture = scene.fixture
        let place = try await fixture.place(of: scene.home)
        let inode = try fixture.partition.volume(at: VolumePath()).info(
            #require(VolumePath(bytes: Array("__\(fixture.owner.user.id)__/a".utf8)))
        ).inode
        let (home, owner) = (scene.home, fixture.owner.user.id)
        try await fixture.database.write { session in
            try session.run(
                "INSERT INTO intents (op, final_root, final, inode, user) VALUES ('remove', ?, ?, ?, ?)",
                home,
                Array("a".utf8),
                inode,
                owner
            )
        }
        if happened { #expect(Disk.move(place + "/a", fixture.directory.path + "/gone")) }
        let again = try await fixture.restarted()
        let left = try await again.database.read { try $0.first("SELECT 1 FROM roots WHERE kind = 'direct'") }
        #expect((left == nil) == happened)
        #expect(try await again.database.read { try $0.first("SELECT 1 FROM intents") } == nil)
    }

    @Test("what is known of files outlives the share by which they came")
    func files() async throws {
        let scene = try await Scene.make()
        let fixture = scene.fixture
        try await fixture.upload(
            [9],
            to: fixture.path(scene.root, "new"),
            as: scene.max,
            identification: "photo-1"
        )
        #expect(try await fixture.drive.files.backups(scene.max) == ["photo-1"])
        _ = try await fixture.drive.files.rename(
            fixture.path(scene.root, "new"),
            scene.max,
            to: "newer",
            policy: .open
        )
        #expect(
            try await fixture.drive.files.open(fixture.path(scene.home, "a/b/newer"), fixture.owner).hash
                != nil
        )
        let given = try #require(try await fixture.drive.shares.given(by: fixture.owner).first)
        try await fixture.drive.shares.end(given.id, fixture.owner)
        #expect(
            try await fixture.drive.files.open(fixture.path(scene.home, "a/b/newer"), fixture.owner).hash
                != nil
        )
    }
}

extension ShareTrackingTests {
    @Test("two that change places on the disk are told apart")
    func swapped() async throws {
        let fixture = try await DriveFixture.make()
        let max = try await fixture.member("max")
        let home = try await fixture.home()
        var roots: [Int] = []
        for (name, byte) in [("x", 1), ("y", 2)] as [(String, UInt8)] {
            try await fixture.makeDirectory(fixture.path(home, name))
            try await fixture.upload([byte], to: fixture.path(home, name + "/file"))
            roots.append(try await fixture.sharedRoot(fixture.path(home, name), with: max))
        }
        let place = try await fixture.place(of: home)
        #expect(Disk.move(place + "/x", place + "/z"))
        #expect(Disk.move(place + "/y", place + "/x"))
        #expect(Disk.move(place + "/z", place + "/y"))
        #expect(try await fixture.read(fixture.path(roots[0], "file"), as: max) == [1])
        #expect(try await fixture.read(fixture.path(roots[1], "file"), as: max) == [2])
        let names = try await fixture.drive.shares.received(by: max).map(\.root.name)
        #expect(names == ["Home", "y", "x"])
    }
}
