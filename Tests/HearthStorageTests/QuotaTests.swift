import Glibc
import HearthTesting
import Synchronization
import Testing

@testable import HearthStorage

@Suite("A limited partition", .timeLimit(.minutes(10)))
struct QuotaTests {
    private static let unit: Int64 = 64 << 10

    private final class Done: Sendable {
        private let value = Mutex(0)
        var count: Int { value.withLock { $0 } }
        func add() { value.withLock { $0 += 1 } }
    }

    private static func bytes(_ count: Int64) -> [UInt8] { [UInt8](repeating: 7, count: Int(count)) }

    private static func write(_ count: Int64, to file: any StagedFile, at offset: Int64) throws {
        try bytes(count).withUnsafeBytes { try file.write($0, at: offset) }
    }

    private static func make(units: Int64) throws -> (TestPartition, DirectoryVolume, Quota) {
        let place = try TestPartition(limit: units * unit)
        return (place, try place.root("r"), try #require(place.partition.quota))
    }

    @Test("counts what is promised and what is written once, and gives it back")
    func staging() throws {
        let (place, volume, quota) = try Self.make(units: 10)
        let known = try volume.stage(id: "known", size: 4 * Self.unit)
        #expect(quota.occupied == 4 * Self.unit)
        #expect(try volume.space().capacity == 10 * Self.unit)
        #expect(try volume.space().free == 6 * Self.unit)
        for offset in [0, Self.unit, 0, Self.unit, 2 * Self.unit] {
            try Self.write(Self.unit, to: known, at: offset)
        }
        #expect(quota.occupied == 4 * Self.unit)
        let open = try volume.stage(id: "open", size: nil)
        try Self.write(Self.unit, to: open, at: 0)
        try Self.write(Self.unit, to: open, at: 0)
        try Self.write(1, to: open, at: 3 * Self.unit)
        #expect(quota.occupied == 5 * Self.unit + 4_096)
        try open.truncate(to: Self.unit / 2)
        #expect(quota.occupied == 4 * Self.unit + Self.unit / 2)
        expect(.noSpace) { _ = try volume.stage(id: "large", size: 6 * Self.unit) }
        expect(.noSpace) { try Self.write(6 * Self.unit + 1, to: open, at: 0) }
        expect(.noSpace) { try open.reserve(upTo: 7 * Self.unit) }
        #expect(try volume.stagedIDs().sorted() == ["known", "open"])
        #expect(quota.occupied == 4 * Self.unit + Self.unit / 2)
        // To the last byte, but not one more.
        try Self.write(6 * Self.unit, to: open, at: 0)
        #expect(try volume.space().free == 0)
        expect(.noSpace) { try Self.write(1, to: open, at: 6 * Self.unit) }
        try Self.write(Self.unit, to: known, at: 3 * Self.unit)
        try known.releaseUnwritten()
        try volume.discardStaged(id: "open")
        try volume.discardStaged(id: "known")
        #expect(quota.occupied == 0)
        try Self.write(Self.unit, to: open, at: 0)
        #expect(quota.occupied == 0)
        withExtendedLifetime(place) {}
    }

    @Test("released promises are free for others")
    func releasing() throws {
        let (place, volume, quota) = try Self.make(units: 4)
        let file = try volume.stage(id: "half", size: 4 * Self.unit)
        try Self.write(Self.unit, to: file, at: Self.unit)
        expect(.noSpace) { _ = try volume.stage(id: "other", size: 1) }
        try file.releaseUnwritten()
        #expect(quota.occupied == Self.unit)
        _ = try volume.stage(id: "other", size: 2 * Self.unit)
        expect(.noSpace) { try Self.write(2 * Self.unit, to: file, at: 2 * Self.unit) }
        try Self.write(Self.unit, to: file, at: 0)
        #expect(quota.free == 0)
        withExtendedLifetime(place) {}
    }

    @Test("publishing, replacing, renaming over and removing keep the account")
    func publishing() throws {
        let (place, volume, quota) = try Self.make(units: 10)
        try volume.write(Self.bytes(2 * Self.unit), to: VolumePath("a"))
        #expect(quota.used == 2 * Self.unit)
        let staged = try volume.stage(id: "s", size: Self.unit)
        try Self.write(Self.unit, to: staged, at: 0)
        let present = try volume.info(VolumePath("a"))
        try volume.publish(staged, at: VolumePath("a"), mode: .replace(expecting: present))
        #expect(quota.occupied == Self.unit)
        let again = try volume.stage(id: "s", size: nil)
        try Self.write(3 * Self.unit, to: again, at: 0)
        try volume.publish(again, at: VolumePath("a"), mode: .replace(expecting: nil))
        #expect(quota.occupied == 3 * Self.unit)
        try volume.write(Self.bytes(Self.unit), to: VolumePath("b"))
        try volume.rename(VolumePath("b"), to: VolumePath("a"), on: volume, replace: true)
        #expect(quota.occupied == Self.unit)
        // Another name of the same file gives nothing back.
        #expect(link(place.path("r/a"), place.path("r/second")) == 0)
        try volume.remove(VolumePath("second")) { _ in }
        #expect(quota.occupied == Self.unit)
        try volume.makeDirectories(VolumePath("d/e"))
        try volume.write(Self.bytes(Self.unit), to: VolumePath("d/e/f"))
        try volume.write(Self.bytes(Self.unit), to: VolumePath("d/g"))
        #expect(quota.occupied == 3 * Self.unit)
        try volume.remove(VolumePath("d")) { _ in }
        try volume.remove(VolumePath("a")) { _ in }
        #expect(quota.occupied == 0)
    }

    @Test("a copy stops before it passes the limit, and holes cost nothing")
    func copying() throws {
        struct Cancelled: Error {}
        let (place, volume, quota) = try Self.make(units: 10)
        let other = try TestPartition(id: "q")
        let source = try other.root("s")
        try source.makeDirectory(VolumePath("d"))
        for name in 0..<6 { try source.write(Self.bytes(2 * Self.unit), to: VolumePath("d/\(name)")) }
        expect(.noSpace) { try source.copy(VolumePath("d"), to: VolumePath("d"), on: volume) { _ in } }
        #expect(quota.occupied == 0)
        #expect(try place.temporaryCount() == 0)
        #expect(throws: Cancelled.self) {
            try source.copy(VolumePath("d"), to: VolumePath("d"), on: volume) { _ in throw Cancelled() }
        }
        #expect(quota.occupied == 0)
        try source.copy(VolumePath("d/0"), to: VolumePath("0"), on: volume) { _ in }
        #expect(quota.used == 2 * Self.unit)
        let sparse = open(other.path("s/sparse"), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        #expect(sparse >= 0 && ftruncate(sparse, 5 << 30) == 0 && pwrite(sparse, "x", 1, 1 << 30) == 1)
        close(sparse)
        try source.copy(VolumePath("sparse"), to: VolumePath("sparse"), on: volume) { _ in }
        #expect(quota.used == 2 * Self.unit + 4_096)
        #expect(try volume.info(VolumePath("sparse")).size == 5 << 30)
        #expect(try place.partition.scan())
        #expect(quota.used == 2 * Self.unit + 4_096)
    }

    @Test("eight writers at once: five fit")
    func concurrency() throws {
        for attempt in 0..<20 {
            let (place, volume, quota) = try Self.make(units: 5)
            let isKnown = attempt.isMultiple(of: 2)
            let done = Done()
            ThreadGroup.run(count: 8) { number in
                let id = "w\(number)"
                do {
                    let staged = try volume.stage(id: id, size: isKnown ? Self.unit : nil)
                    for part in 0..<4 {
                        try Self.write(Self.unit / 4, to: staged, at: Int64(part) * Self.unit / 4)
                    }
                    try volume.publish(staged, at: VolumePath(id), mode: .failIfExists)
                    done.add()
                } catch {
                    try? volume.discardStaged(id: id)
                }
            }
            if isKnown { #expect(done.count == 5) } else { #expect(done.count <= 5) }
            #expect(quota.used == Int64(done.count) * Self.unit)
            #expect(quota.occupied == quota.used)
            #expect(try place.partition.scan())
            #expect(quota.used == Int64(done.count) * Self.unit)
        }
    }

    @Test("a limit can grow; files put there by others are found by a scan")
    func scanning() throws {
        let (place, volume, quota) = try Self.make(units: 2)
        expect(.noSpace) { _ = try volume.stage(id: "s", size: 3 * Self.unit) }
        place.partition.setLimit(4 * Self.unit)
        let staged = try volume.stage(id: "s", size: 3 * Self.unit)
        try volume.discardStaged(id: staged.id)
        let other = try Partition(path: place.directory.path, id: "p")
        try other.volume(at: VolumePath("r")).write(Self.bytes(3 * Self.unit), to: VolumePath("foreign"))
        #expect(link(place.path("r/foreign"), place.path("r/twin")) == 0)
        #expect(quota.used == 0)
        #expect(try place.partition.scan())
        #expect(quota.used == 3 * Self.unit)
        expect(.noSpace) { _ = try volume.stage(id: "s", size: 2 * Self.unit) }
        // Over the limit by others: nothing more comes in, and what is there can go.
        place.partition.setLimit(Self.unit)
        #expect(try volume.space().free == 0)
        try volume.remove(VolumePath("twin")) { _ in }
        try volume.remove(VolumePath("foreign")) { _ in }
        #expect(quota.used == 0)
    }

    @Test("unfinished files of a former run are charged; what was stored counts until the scan")
    func reopening() throws {
        let (place, volume, _) = try Self.make(units: 10)
        let staged = try volume.stage(id: "later", size: 2 * Self.unit)
        try Self.write(Self.unit, to: staged, at: 0)
        try volume.write(Self.bytes(Self.unit), to: VolumePath("f"))
        let again = try Partition(
            path: place.directory.path,
            id: "p",
            limit: 10 * Self.unit,
            used: 5 * Self.unit
        )
        let quota = try #require(again.quota)
        #expect(quota.used == 5 * Self.unit)
        #expect(quota.occupied == 7 * Self.unit)
        #expect(try again.scan())
        #expect(quota.occupied == 3 * Self.unit)
        try again.volume(at: VolumePath("r")).discardStaged(id: "later")
        #expect(quota.occupied == Self.unit)
    }

    @Test("a scan beside changes corrects only what they do not explain")
    func scanBesideChanges() throws {
        let quota = Quota(limit: 1_000, used: 100)
        let start = quota.snapshot()
        quota.count(50)
        #expect(!quota.settle(scan: 120, since: start))
        #expect(quota.used == 150)
        let second = quota.snapshot()
        quota.count(50)
        #expect(!quota.settle(scan: 500, since: second))
        #expect(quota.used == 500)
        let third = quota.snapshot()
        #expect(quota.settle(scan: 30, since: third))
        #expect(quota.used == 30)
    }
}
