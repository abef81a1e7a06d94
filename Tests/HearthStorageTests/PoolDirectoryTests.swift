import CLinux
import Glibc
import HearthTesting
import Testing

@testable import HearthStorage

@Suite("The directory of a pool", .timeLimit(.minutes(10)))
struct PoolDirectoryTests {
    @Test("is known by its mark: gone, another's and its own are told apart")
    func marks() throws {
        let place = try TemporaryDirectory()
        expect(.notFound) { _ = try PoolDirectory(path: place.path, id: "a") }
        expect(.notFound) { _ = try PoolDirectory(path: place.appending("none"), id: "a") }
        let pool = try PoolDirectory.register(place.path, id: "a")
        #expect(try PoolDirectory.id(at: place.path) == "a")
        #expect(pool.isPresent())
        expect(.changed) { _ = try PoolDirectory(path: place.path, id: "b") }
        #expect(rename(place.path, place.path + "-moved") == 0)
        #expect(!pool.isPresent())
        #expect(mkdir(place.path, 0o700) == 0)
        expect(.notFound) { _ = try PoolDirectory(path: place.path, id: "a") }
        // The same mark on another directory is not the one that is open.
        _ = try PoolDirectory.register(place.path, id: "a")
        #expect(!pool.isPresent())
        try pool.unregister()
        try pool.unregister()
        #expect(access(place.path + "-moved/.hearth-pool", F_OK) != 0)
        #expect(rmdir(place.path + "-moved") == 0)
    }

    @Test("making and removing a partition can be broken off anywhere and begun again")
    func partitions() throws {
        struct Stopped: Error {}
        let place = try TemporaryDirectory()
        let pool = try PoolDirectory.register(place.path, id: "a")
        // A killed first attempt.
        #expect(mkdir(place.appending(".hearth-new-p1"), 0o700) == 0)
        #expect(try pool.makePartition(id: "p1", name: "films") == "films")
        #expect(try pool.makePartition(id: "p1", name: "films") == "films")
        #expect(try pool.makePartition(id: "p2", name: "films") == "films-2")
        expect(.changed) { _ = try pool.openPartition("films", id: "p2", limit: 1 << 20, used: 0) }
        expect(.notFound) { _ = try pool.openPartition("other", id: "p2", limit: 1 << 20, used: 0) }
        expect(.invalidName) { _ = try pool.makePartition(id: "../p", name: "x") }
        let partition = try pool.openPartition("films", id: "p1", limit: 1 << 20, used: 0)
        let top = try partition.volume(at: VolumePath())
        for name in 0..<1_200 { try top.makeDirectory(VolumePath("\(name)")) }
        // Another's directory is not removed, whatever the row says.
        try pool.removePartition("films-2", id: "p1") { _ in }
        #expect(access(place.appending("films-2/.hearth"), F_OK) == 0)
        #expect(throws: Stopped.self) {
            try pool.removePartition("films", id: "p1") { count in if count > 0 { throw Stopped() } }
        }
        #expect(access(place.appending("films"), F_OK) != 0)
        #expect(access(place.appending(".hearth-gone-p1"), F_OK) == 0)
        try pool.removePartition("films", id: "p1") { _ in }
        #expect(access(place.appending(".hearth-gone-p1"), F_OK) != 0)
        try pool.removePartition("films-2", id: "p2") { _ in }
        try pool.unregister()
        #expect(rmdir(place.path) == 0)
        #expect(mkdir(place.path, 0o700) == 0)
    }

    @Test("two directories overlap by path, by link and by mount")
    func overlapping() throws {
        let place = try TemporaryDirectory()
        for name in ["a", "a/b", "ab"] { #expect(mkdir(place.appending(name), 0o700) == 0) }
        let (a, b, ab) = (place.appending("a"), place.appending("a/b"), place.appending("ab"))
        #expect(PoolDirectory.overlap(a, a) && PoolDirectory.overlap(a, b) && PoolDirectory.overlap(b, a))
        #expect(!PoolDirectory.overlap(a, ab) && !PoolDirectory.overlap(b, ab))
        #expect(PoolDirectory.overlap("/", a))
        // One that is not there still has a path.
        #expect(PoolDirectory.overlap(a, place.appending("a/none")))
        #expect(symlink("a/b", place.appending("link")) == 0)
        #expect(try PoolDirectory.resolve(place.appending("link/../b/")) == b)
        expect(.notADirectory) { _ = try PoolDirectory.resolve("/dev/null") }
    }

    @Test(
        "a directory bound to a second place is the same",
        .enabled(if: ThreadMounts.available, ThreadMounts.reason)
    )
    func bound() throws {
        let place = try TemporaryDirectory()
        for name in ["a", "a/b", "c", "d"] { #expect(mkdir(place.appending(name), 0o700) == 0) }
        try ThreadMounts.run {
            try #require(hearth_mount(place.appending("a/b"), place.appending("c"), nil, nil, 1) == 0)
            #expect(PoolDirectory.overlap(place.appending("c"), place.appending("a/b")))
            #expect(!PoolDirectory.overlap(place.appending("c"), place.appending("d")))
            try #require(hearth_mount("none", place.appending("d"), "tmpfs", "size=1m", 0) == 0)
            let pool = try PoolDirectory.register(place.appending("d"), id: "a")
            #expect(pool.source == "none")
            #expect(try pool.space().capacity == 1 << 20)
        }
    }
}
