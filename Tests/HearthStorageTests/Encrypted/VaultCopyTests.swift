import HearthCrypto
import HearthStorage
import HearthTesting
import Synchronization
import Testing

@Suite("Copies and moves in a vault", .timeLimit(.minutes(20)))
struct VaultCopyTests {
    @Test("come in from a plain volume in one step, with times, without links")
    func fromPlain() throws {
        let vault = try TestVault()
        let volume = try vault.volume()
        let plain = try vault.partition.root("plain")
        try plain.makeDirectories(VolumePath("d/sub/empty"))
        let long = String(repeating: "l", count: 230)
        try plain.write([UInt8](repeating: 9, count: 70_000), to: VolumePath("d/sub/\(long)"))
        try plain.write("", to: "d/none")
        try plain.write("u", to: "d/u\u{308}")
        try vault.partition.link("nowhere", at: "plain/d/link")
        let time = FileTime(seconds: 1_000_000_000, nanoseconds: 5)
        for path in ["d/sub/\(long)", "d/sub/empty", "d/sub", "d"] {
            try plain.setModified(time, of: VolumePath(path))
        }
        var bytes: Int64 = 0
        try plain.copy(VolumePath("d"), to: VolumePath("in"), on: volume) {
            let listed = try volume.listing()
            #expect(listed.isEmpty)
            bytes += $0
        }
        #expect(bytes == 70_001)
        for volume in [volume, try vault.reopened()] {
            #expect(
                try volume.tree() == [
                    "in": nil, "in/sub": nil, "in/sub/empty": nil, "in/none": [], "in/\u{FC}": [0x75],
                    "in/sub/\(long)": [UInt8](repeating: 9, count: 70_000),
                ]
            )
            for path in ["in/sub/\(long)", "in/sub/empty", "in/sub", "in"] {
                #expect(try volume.info(VolumePath(path)).modified == time)
            }
        }
        try plain.copy(VolumePath("d/u\u{308}"), to: VolumePath("in/file"), on: volume) { _ in }
        #expect(try volume.text(of: "in/file") == "u")
        expect(.alreadyExists) { try plain.copy(VolumePath("d"), to: VolumePath("in"), on: volume) { _ in } }
        expect(.notFound) { try plain.copy(VolumePath("d"), to: VolumePath("x/y"), on: volume) { _ in } }
        expect(.notFound) { try plain.copy(VolumePath("none"), to: VolumePath("y"), on: volume) { _ in } }
        expect(.invalidName) { try plain.copy(VolumePath("d"), to: .root, on: volume) { _ in } }
        expect(.crossVolume) { try volume.copy(VolumePath("in"), to: VolumePath("out"), on: plain) { _ in } }
        expect(.crossVolume) {
            try volume.rename(VolumePath("in"), to: VolumePath("out"), on: plain, replace: false)
        }
        expect(.crossVolume) {
            try plain.rename(VolumePath("d"), to: VolumePath("y"), on: volume, replace: false)
        }
        #expect(try plain.listing() == ["d"])
    }

    @Test("of names that a vault cannot hold leave nothing behind")
    func refusedNames() throws {
        let vault = try TestVault()
        let volume = try vault.volume()
        let plain = try vault.partition.root("plain")
        let invalid = VolumePath([try #require(FileName("d")), try #require(FileName([0xFF, 0xFE]))])
        try plain.makeDirectory(VolumePath("d"))
        try plain.write([1], to: invalid)
        try plain.makeDirectory(VolumePath("twins"))
        for name in ["\u{FC}", "u\u{308}"] { try plain.write("x", to: "twins/\(name)") }
        let before = try Self.contents(vault)
        expect(.invalidName) { try plain.copy(VolumePath("d"), to: VolumePath("in"), on: volume) { _ in } }
        expect(.alreadyExists) {
            try plain.copy(VolumePath("twins"), to: VolumePath("in"), on: volume) { _ in }
        }
        #expect(try volume.listing().isEmpty)
        #expect(try vault.temporary().isEmpty)
        #expect(try volume.stagedIDs().isEmpty)
        #expect(try Self.contents(vault) == before)
        #expect(vault.records.count == 0)
    }

    @Test("give every file a key of its own")
    func freshKeys() throws {
        let vault = try TestVault()
        let volume = try vault.volume()
        try volume.write("content", to: "a")
        try volume.copy(VolumePath("a"), to: VolumePath("b"), on: volume) { _ in }
        let (a, b) = (
            try vault.inner.content(of: vault.node("a")), try vault.inner.content(of: vault.node("b"))
        )
        #expect(a[..<68] != b[..<68])
        #expect(a.count == b.count)
        #expect(try volume.text(of: "b") == "content")
    }

    @Test("take staged files of this vault alone")
    func stagedFiles() throws {
        let partition = try TestPartition()
        let (one, two) = (try TestVault(partition, root: "one"), try TestVault(partition, root: "two"))
        #expect(try one.volume().partitionID != two.volume().partitionID)
        #expect(try one.volume().partitionID == one.reopened().partitionID)
        let staged = try one.volume().stage(id: "s", size: 1)
        expect(.crossVolume) { try two.volume().publish(staged, at: VolumePath("f"), mode: .failIfExists) }
        expect(.crossVolume) { try one.inner.publish(staged, at: VolumePath("f"), mode: .failIfExists) }
        let plain = try one.inner.stage(id: "p", size: 1)
        expect(.crossVolume) { try one.volume().publish(plain, at: VolumePath("f"), mode: .failIfExists) }
        expect(.crossVolume) {
            try one.volume().rename(VolumePath("f"), to: VolumePath("f"), on: two.volume(), replace: false)
        }
        try one.reopened().publish(staged, at: VolumePath("f"), mode: .failIfExists)
        #expect(try one.volume().listing() == ["f"])
    }

    @Test("do not let two directories end up inside each other")
    func mutualMoves() throws {
        let vault = try TestVault()
        let volume = try vault.volume()
        try volume.makeDirectories(VolumePath("a"))
        try volume.makeDirectories(VolumePath("b"))
        try volume.write("a", to: "a/fa")
        try volume.write("b", to: "b/fb")
        for _ in 0..<30 {
            ThreadGroup.run(count: 2) { number in
                let (from, to) = number == 0 ? ("a", "b/a") : ("b", "a/b")
                // One of them may find the other gone, or inside itself.
                try? volume.rename(VolumePath(from), to: VolumePath(to), on: volume, replace: false)
            }
            let tree = try volume.tree()
            #expect(tree.count == 4)
            for (path, home) in [("a/b", "b"), ("b/a", "a")] where tree[path] != nil {
                try volume.rename(VolumePath(path), to: VolumePath(home), on: volume, replace: false)
            }
        }
        #expect(try volume.tree() == ["a": nil, "b": nil, "a/fa": [0x61], "b/fb": [0x62]])
    }

    @Test("by another program show at once")
    func otherPrograms() throws {
        let vault = try TestVault()
        let volume = try vault.volume()
        let other = try EncryptedVolume(
            Vault(inner: vault.inner, keys: vault.keys, records: NoVaultRecords(), epoch: 9)
        )
        try volume.makeDirectories(VolumePath("a/b"))
        try volume.write("x", to: "a/b/f")
        #expect(try volume.text(of: "a/b/f") == "x")
        try other.rename(VolumePath("a"), to: VolumePath("c"), on: other, replace: false)
        expect(.notFound) { _ = try volume.info(VolumePath("a/b/f")) }
        #expect(try volume.text(of: "c/b/f") == "x")
        try other.remove(VolumePath("c/b")) { _ in }
        expect(.notFound) { _ = try volume.listing("c/b") }
        #expect(try volume.listing("c").isEmpty)
    }

    @Test("from readers do not disturb the records of writers")
    func readersAndWriters() throws {
        let vault = try TestVault()
        let volume = try vault.volume()
        try volume.write("0", to: "f")
        let failures = Mutex<[String]>([])
        ThreadGroup.run(count: 6) { number in
            for round in 0..<60 {
                do {
                    if number < 2 {
                        try volume.write("\(round)", to: "f", mode: .replace(expecting: nil))
                    } else {
                        _ = try volume.text(of: "f")
                    }
                } catch {
                    failures.withLock { $0.append("\(error)") }
                }
            }
        }
        #expect(failures.withLock { $0 } == [])
        #expect(try vault.reopened().text(of: "f") == volume.text(of: "f"))
    }

    @Test("are found on the inner volume")
    func locations() throws {
        let vault = try TestVault()
        let volume = try vault.volume()
        try volume.makeDirectory(VolumePath("d"))
        for name in ["d/f", "d/\(String(repeating: "l", count: 200))"] {
            let location = try volume.location(of: VolumePath(name))
            #expect(throws: StorageError.self) { _ = try vault.inner.info(location) }
            let info = try volume.write("x", to: name)
            #expect(try volume.location(of: VolumePath(name)) == location)
            #expect(try vault.inner.info(location).inode == info.inode)
        }
        expect(.notFound) { _ = try volume.location(of: VolumePath("x/f")) }
        expect(.invalidName) { _ = try volume.location(of: .root) }
    }

    /// How many content directories there are.
    private static func contents(_ vault: TestVault) throws -> Int {
        try vault.inner.names(in: VolumePath("d")).reduce(0) { sum, name in
            let path = VolumePath([try #require(FileName("d")), try #require(FileName(name))])
            return try sum + vault.inner.names(in: path).count
        }
    }
}
