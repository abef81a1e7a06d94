import CLinux
import Glibc
import HearthStorage
import HearthTesting
import Testing

@Suite("Mirroring a tree onto another partition")
struct TreeMirrorTests {
    private struct Enough: Error {}

    private let from: TestPartition
    private let to: TestPartition
    private let volume: DirectoryVolume

    init() throws {
        from = try TestPartition(id: "from")
        to = try TestPartition(id: "to")
        volume = try from.root("tree")
    }

    private func mirror() throws -> TreeMirror {
        try TreeMirror(of: VolumePath("tree"), on: from.partition, onto: to.partition, as: "folder-1")
    }

    private func pass(_ mirror: TreeMirror) throws -> Bool {
        try mirror.pass(TreeMirror.Progress(bytes: { _ in }, items: { _ in }))
    }

    /// Where an entry of the copy lies.
    private func copy(_ name: String) -> String { to.path(".hearth/arriving/folder-1/\(name)") }

    private func status(_ path: String) -> stat {
        var result = stat()
        lstat(path, &result)
        return result
    }

    @Test("everything that a folder may hold comes along")
    func everything() throws {
        try volume.makeDirectories(VolumePath("a/b/c"))
        try volume.write("one", to: "a/one")
        try volume.write("", to: "a/b/empty")
        let odd = VolumePath([try #require(FileName([0xFF, 0x0A, 0x20, 0xFE]))])
        try volume.write(Array("odd".utf8), to: odd)
        let disk = from.path("tree")
        #expect(symlink("a/one", "\(disk)/link") == 0)
        #expect(symlink("/nowhere/at/all", "\(disk)/a/dangling") == 0)
        #expect(mkfifo("\(disk)/a/fifo", 0o640) == 0)
        let sparse = open("\(disk)/sparse", O_CREAT | O_WRONLY, 0o640)
        #expect(ftruncate(sparse, 64 << 20) == 0)
        #expect(pwrite(sparse, "x", 1, 32 << 20) == 1)
        close(sparse)
        #expect(chmod("\(disk)/a/one", 0o444) == 0)
        let hasAttributes = setxattr("\(disk)/a/b", "user.note", "hello", 5, 0) == 0
        setxattr("\(disk)/sparse", "user.note", "file", 4, 0)
        #expect(chmod("\(disk)/a/b", 0o550) == 0)
        var times = [timespec(tv_sec: 1, tv_nsec: 7), timespec(tv_sec: 1_000_000_000, tv_nsec: 123_456_789)]
        for name in ["a/one", "a/b", "a", "sparse"] { utimensat(AT_FDCWD, "\(disk)/\(name)", times, 0) }
        times[1].tv_sec = 5
        utimensat(AT_FDCWD, "\(disk)/link", times, Int32(AT_SYMLINK_NOFOLLOW))

        let mirror = try mirror()
        #expect(try pass(mirror) == false)
        #expect(try pass(mirror))
        try mirror.sync()

        for name in ["a", "a/b", "a/b/c", "a/one", "a/b/empty", "sparse", "link", "a/dangling", "a/fifo"] {
            let (old, new) = (status("\(disk)/\(name)"), status(copy(name)))
            #expect(old.st_mode == new.st_mode, "\(name)")
            #expect(old.st_size == new.st_size || old.st_mode & S_IFMT == S_IFDIR, "\(name)")
            if old.st_mode & S_IFMT != S_IFIFO {
                #expect(old.st_mtim.tv_sec == new.st_mtim.tv_sec, "\(name)")
                #expect(old.st_mtim.tv_nsec == new.st_mtim.tv_nsec, "\(name)")
            }
        }
        #expect(status(copy("sparse")).st_blocks * 512 < 8 << 20)
        var value = [CChar](repeating: 0, count: 16)
        if hasAttributes {
            #expect(getxattr(copy("a/b"), "user.note", &value, 16) == 5)
            #expect(getxattr(copy("sparse"), "user.note", &value, 16) == 4)
            #expect(getxattr(copy(""), "user.hearth.id", &value, 16) == 16)
        }
        #expect(readlink(copy("a/dangling"), &value, 16) == 15)
        try to.partition.unpark("folder-1", in: .arriving, to: VolumePath("moved"))
        let moved = try to.partition.volume(at: VolumePath("moved"))
        #expect(try moved.text(of: "a/one") == "one")
        #expect(try moved.content(of: odd) == Array("odd".utf8))
    }

    @Test("later passes follow what changed meanwhile")
    func catchUp() throws {
        for name in ["kept", "grown", "rewritten", "gone"] { try volume.write(name, to: name) }
        try volume.makeDirectories(VolumePath("old/inner"))
        try volume.write("x", to: "old/inner/x")
        let mirror = try mirror()
        while try !pass(mirror) {}
        let kept = status(copy("kept")).st_ino
        let disk = from.path("tree")
        try volume.remove(VolumePath("gone")) { _ in }
        try volume.rename(VolumePath("old"), to: VolumePath("new"), on: volume, replace: false)
        try volume.write("longer than before", to: "grown", mode: .replace(expecting: nil))
        // The same size and time: only the change time tells.
        let before = status("\(disk)/rewritten")
        let file = open("\(disk)/rewritten", O_WRONLY)
        #expect(pwrite(file, "REWRITTEN", 9, 0) == 9)
        close(file)
        utimensat(AT_FDCWD, "\(disk)/rewritten", [before.st_atim, before.st_mtim], 0)
        // A file where a directory was, and the other way round.
        try volume.write("file", to: "old")

        #expect(try pass(mirror) == false)
        #expect(try pass(mirror))
        try to.partition.unpark("folder-1", in: .arriving, to: VolumePath("moved"))
        let moved = try to.partition.volume(at: VolumePath("moved"))
        #expect(try moved.listing() == ["grown", "kept", "new", "old", "rewritten"])
        #expect(try moved.text(of: "rewritten") == "REWRITTEN")
        #expect(try moved.text(of: "new/inner/x") == "x")
        #expect(try moved.text(of: "old") == "file")
        #expect(status(to.path("moved/kept")).st_ino == kept)
    }

    @Test("a killed run is taken over, but only where the bytes are right")
    func resumed() throws {
        for number in 0..<20 { try volume.write("content \(number)", to: "f\(number)") }
        do {
            var copied = 0
            _ = try mirror().pass(
                TreeMirror.Progress(
                    bytes: { _ in },
                    items: { _ in
                        copied += 1
                        if copied == 12 { throw Enough() }
                    }
                )
            )
            Issue.record("the pass was not ended")
        } catch is Enough {}
        let inodes = (0..<20).map { status(copy("f\($0)")).st_ino }
        let spoilt = try #require((0..<20).first { inodes[$0] != 0 })
        let times = status(copy("f\(spoilt)"))
        let file = open(copy("f\(spoilt)"), O_WRONLY)
        #expect(pwrite(file, "X", 1, 0) == 1)
        close(file)
        utimensat(AT_FDCWD, copy("f\(spoilt)"), [times.st_atim, times.st_mtim], 0)

        let mirror = try mirror()
        while try !pass(mirror) {}
        var takenOver = 0
        try to.partition.unpark("folder-1", in: .arriving, to: VolumePath("moved"))
        let moved = try to.partition.volume(at: VolumePath("moved"))
        for number in 0..<20 {
            #expect(try moved.text(of: "f\(number)") == "content \(number)")
            if inodes[number] == status(to.path("moved/f\(number)")).st_ino { takenOver += 1 }
        }
        #expect(takenOver >= 10)
    }

    @Test("parked trees are out of sight, and go piece by piece")
    func parking() throws {
        try volume.write("x", to: "x")
        try from.partition.park(VolumePath("tree"), as: "folder-1", in: .leaving)
        #expect(try from.partition.isParked("folder-1", in: .leaving))
        #expect(try from.partition.parked(in: .leaving) == ["folder-1"])
        expect(.notFound) { _ = try from.partition.identity(at: VolumePath("tree")) }
        expect(.invalidName) { _ = try from.partition.isParked("../up", in: .leaving) }
        // The start of a server clears what is temporary, and leaves this.
        try from.partition.clearTemporary()
        #expect(try from.partition.isParked("folder-1", in: .leaving))
        do {
            try from.partition.removeParked("folder-1", in: .leaving) { _ in throw Enough() }
            Issue.record("the removal was not ended")
        } catch is Enough {}
        var count: Int64 = 0
        try from.partition.removeParked("folder-1", in: .leaving) { count += $0 }
        #expect(try from.partition.parked(in: .leaving).isEmpty)
        try from.partition.removeParked("folder-1", in: .leaving) { _ in }
    }
}
