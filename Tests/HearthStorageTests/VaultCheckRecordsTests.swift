import HearthCrypto
import HearthTesting
import Testing

@testable import HearthStorage

/// Checks of a folder of a drive: a vault that Hearth itself made, and of which it has records.
@Suite("Checks of vaults with records", .timeLimit(.minutes(10)))
struct VaultCheckRecordsTests {
    private let world: VaultCheckWorld
    private let records = MemoryVaultRecords()
    private let plain: EncryptedVolume
    private let long = String(repeating: "ä", count: 120)

    init() throws {
        world = try VaultCheckWorld()
        let vault = try Vault(inner: world.volume, keys: world.keys, records: records, epoch: 1)
        plain = try EncryptedVolume(vault)
        for path in ["d", "d/\(long)", "e", "d/e"] { try plain.makeDirectory(VolumePath(path)) }
        for path in ["a", "b", "d/x", "d/\(long)/y", "e/z", "d/e/\(long)"] { try plain.write(path, to: path) }
    }

    private func check(mends: Bool = false, accepts: Bool = false) throws -> VaultCheckWorld.Said {
        try world.check(mends: mends, accepts: accepts, records: records)
    }

    private func id(_ path: String) throws -> VaultDirectoryID {
        var id = VaultDirectoryID.root
        for name in try VolumePath(path).names { id = try world.id(name.display, in: id) }
        return id
    }

    private func swap(_ one: VolumePath, _ two: VolumePath) throws {
        let (first, second) = (try world.volume.content(of: one), try world.volume.content(of: two))
        try world.replace(one, with: second)
        try world.replace(two, with: first)
    }

    @Test("what Hearth made and changed is clean")
    func clean() throws {
        #expect(try check().kinds.isEmpty)
        let name = try VolumePath(String(repeating: "z", count: 255))
        try plain.rename(VolumePath("d/e"), to: name, on: plain, replace: false)
        try plain.write("again", to: "a", mode: .replace(expecting: nil))
        try plain.remove(VolumePath("d/\(long)")) { _ in }
        try plain.copy(VolumePath("d"), to: VolumePath("copy"), on: plain) { _ in }
        let found = try check(mends: true, accepts: true)
        #expect(found.kinds.isEmpty, "\(found.findings)")
        #expect(found.counts.mended == 0)
    }

    @Test("two files exchanged are told, and right once accepted")
    func exchangedFiles() throws {
        try swap(try world.file("a", in: .root), try world.file("b", in: .root))
        #expect(try check().kinds == [.changedOutside, .changedOutside])
        #expect(try check(mends: true).counts.remaining == 2, "nothing is accepted by the way")
        expect(.damaged) { _ = try plain.text(of: "a") }
        #expect(try check(accepts: true).findings.map(\.outcome) == [.accepted, .accepted])
        #expect(try check().kinds.isEmpty)
        #expect(try plain.text(of: "a") == "b")
        #expect(try plain.text(of: "b") == "a")
    }

    @Test("a file cut at a block's border is told, and right once accepted")
    func cutFile() throws {
        try plain.write([UInt8](repeating: 1, count: 70_000), to: try VolumePath("cut"))
        #expect(try check().kinds.isEmpty)
        try world.change(try world.file("cut", in: .root)) { $0.removeLast($0.count - 68 - 32_796) }
        let found = try check()
        #expect(found.kinds == [.changedOutside])
        #expect(found.findings.first?.finding.plain == Array("/cut".utf8))
        _ = try check(accepts: true)
        #expect(try plain.content(of: VolumePath("cut")).count == 32_768)
    }

    @Test("two directories exchanged are told, and right once accepted")
    func exchangedDirectories() throws {
        try swap(try world.place("d", in: .root) / "dir.c9r", try world.place("e", in: .root) / "dir.c9r")
        #expect(try check().kinds == [.changedOutside, .changedOutside])
        _ = try check(accepts: true)
        #expect(try check().kinds.isEmpty)
        #expect(try plain.listing("d") == ["z"])
        #expect(try plain.text(of: "e/x") == "d/x")
    }

    @Test("a broken file is never accepted")
    func broken() throws {
        try swap(try world.file("a", in: .root), try world.file("b", in: .root))
        try world.change(try world.file("a", in: .root)) { $0[80] ^= 1 }
        let found = try check(accepts: true)
        #expect(Set(found.kinds) == [.badBlocks, .changedOutside])
        #expect(found.counts.remaining == 1)
        expect(.damaged) { _ = try plain.text(of: "a") }
    }

    @Test("what another program removed is told until it is mended or accepted", arguments: [true, false])
    func gone(_ mends: Bool) throws {
        try world.remove(try world.file("a", in: .root))
        try world.remove(try world.file("x", in: try id("d")))
        #expect(try check().kinds == [.goneOutside, .goneOutside])
        #expect(try check().counts.remaining == 2)
        #expect(try check(mends: mends, accepts: !mends).counts.remaining == 0)
        #expect(try check().kinds.isEmpty)
    }

    @Test("a whole tree that another program removed is told once for its entry and once for the rest")
    func goneTree() throws {
        let below = try id("d/\(long)")
        try world.remove(try world.place(long, in: try id("d")))
        try world.remove(try world.content(of: below))
        #expect(try check().kinds == [.goneOutside, .goneOutside])
        let before = records.count
        _ = try check(accepts: true)
        #expect(records.count == before - 2)
        #expect(try check().kinds.isEmpty)
    }

    @Test("what is brought back leaves no record at its old place")
    func broughtBack() throws {
        let photos = try id("d")
        let path = try world.file("x", in: photos)
        let name = try #require(path.last)
        try world.rename(path, to: try world.content(of: try id("e")).appending(name))
        _ = try check(mends: true, accepts: true)
        #expect(try check().kinds.isEmpty)
        #expect(try plain.text(of: "recovered/now/file 1") == "d/x")
    }

    @Test("what another process of Hearth left half made goes, what this one makes stays")
    func temporaries() throws {
        let claimed = try VolumePath("hearth/tmp/\(plain.vault.locks.claim().display)")
        try world.volume.makeDirectories(claimed)
        try world.volume.makeDirectories(VolumePath("hearth/tmp/old"))
        let found = try check(mends: true)
        #expect(found.kinds == [.leftover])
        #expect(try world.volume.listing("hearth/tmp") == [claimed.names[2].display])
    }

    @Test("a symbolic link with its target's marker beside it is no directory, and goes without its target")
    func symbolicLink() throws {
        let node = try world.place("link", in: .root)
        try world.volume.makeDirectory(node)
        try world.replace(node / "symlink.c9r", with: try world.keys.sealSmall(Array("d".utf8)))
        try world.replace(node / "dir.c9r", with: try id("d").bytes)
        #expect(try check(mends: true).kinds.isEmpty)
        #expect(try plain.listing() == ["a", "b", "d", "e"])
        try plain.remove(VolumePath("link")) { _ in }
        #expect(try plain.text(of: "d/x") == "d/x")
        #expect(try plain.text(of: "d/\(long)/y") == "d/\(long)/y")
        #expect(try check().kinds.isEmpty)
    }

    @Test("a tree that is brought back by hand reads as before")
    func orphan() throws {
        try world.remove(try world.place("d", in: .root))
        let found = try check(mends: true)
        #expect(found.kinds.contains(.orphanDirectory))
        #expect(try plain.listing("recovered/now") == ["directory 1"])
        #expect(try plain.listing("recovered/now/directory 1") == ["e", "x", long])
        #expect(try plain.text(of: "recovered/now/directory 1/\(long)/y") == "d/\(long)/y")
        _ = try check(accepts: true)
        #expect(try check().kinds.isEmpty)
    }
}

extension MemoryVaultRecords: VaultRecordList {
    func names(in directory: [UInt8]) throws(StorageError) -> [[UInt8]] {
        places.filter { $0.directory == directory }.map(\.name)
    }

    func directories() throws(StorageError) -> [[UInt8]] { Array(Set(places.map(\.directory))) }
}
