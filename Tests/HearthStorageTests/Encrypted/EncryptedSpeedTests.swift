import Glibc
import HearthCrypto
import HearthStorage
import HearthTesting
import Testing

@Suite("Large directories in a vault", .timeLimit(.minutes(20)))
struct EncryptedSpeedTests {
    @Test("of 10 000 files and directories are listed, measured and removed")
    func large() throws {
        let vault = try TestVault()
        let volume = try vault.volume()
        let count = 10_000
        // Planted on the disk: the way through an upload would be all that is measured.
        let top = vault.partition.path(
            "vault/\(String(decoding: try vault.content("").bytes, as: UTF8.self))"
        )
        let sealed = try vault.keys.sealSmall(Array("content".utf8))
        for number in 0..<count {
            let name = try vault.keys.cipherName(of: Array("file \(number)".utf8), in: .root)
            let file = open("\(top)/\(String(decoding: name, as: UTF8.self))", O_CREAT | O_WRONLY, 0o600)
            #expect(write(file, sealed, sealed.count) == sealed.count)
            close(file)
        }
        for number in 0..<100 {
            let name = try vault.keys.cipherName(of: Array("directory \(number)".utf8), in: .root)
            let node = "\(top)/\(String(decoding: name, as: UTF8.self))"
            #expect(mkdir(node, 0o700) == 0)
            let file = open("\(node)/dir.c9r", O_CREAT | O_WRONLY, 0o600)
            let id = Array("00000000-0000-0000-0000-\(100_000_000_000 + number)".utf8)
            #expect(write(file, id, id.count) == id.count)
            close(file)
        }
        let index = DirectoryIndex()
        Self.measured("names of 10 000") {
            let listed = try volume.names().count
            #expect(listed == count + 100)
        }
        Self.measured("first page of 50") {
            let total = try index.page(of: .root, on: volume, limit: 50).total
            #expect(total == count + 100)
        }
        Self.measured("by size") {
            let page = try index.page(of: .root, on: volume, order: SortOrder(key: .size), limit: 50)
            #expect(page.items.count == 50)
        }
        Self.measured("sum") {
            let sum = try volume.treeSize(.root)
            #expect(sum == (Int64(7 * count), count, 100))
        }
        let names = try (0..<count / 2).map { try #require(FileName("file \($0)")) }
        var removed = 0
        Self.measured("removal of 5 000 files") { try volume.removeFiles(names, in: .root) { removed += 1 } }
        #expect(removed == count / 2)
        #expect(try volume.names().count == count / 2 + 100)
    }

    @Test("deep trees are made, reached, copied and removed")
    func deep() throws {
        let vault = try TestVault()
        let volume = try vault.volume()
        let name = try #require(FileName("level"))
        let path = VolumePath([FileName](repeating: name, count: 300))
        Self.measured("300 levels made") {
            let made = try volume.makeDirectories(path)
            #expect(made == 300)
        }
        try volume.write([1], to: path.appending(name))
        Self.measured("a file 300 levels down, 10 times") {
            for _ in 0..<10 {
                let size = try volume.info(path.appending(name)).size
                #expect(size == 1)
            }
        }
        Self.measured("300 levels copied") {
            try volume.copy(VolumePath([name]), to: VolumePath("copy"), on: volume) { _ in }
        }
        Self.measured("300 levels removed") { try volume.remove(VolumePath("copy")) { _ in } }
    }

    /// Runs, and prints the time with `HEARTH_MEASURE` set.
    private static func measured(_ what: String, _ body: () throws -> Void) {
        let start = ContinuousClock.now
        #expect(throws: Never.self) { try body() }
        if getenv("HEARTH_MEASURE") != nil { print("\(what): \(ContinuousClock.now - start)") }
    }
}
