import HearthCrypto
import HearthStorage
import HearthTesting
import Testing

@Suite("Damage in a vault", .timeLimit(.minutes(20)))
struct VaultDamageTests {
    @Test(
        "by swapping, replaying or cutting files is noticed",
        arguments: ["swap", "replay", "cut", "foreign", "flip"]
    )
    func files(_ damage: String) throws {
        let vault = try TestVault()
        let volume = try vault.volume()
        let content = [UInt8](repeating: 7, count: 100_000)
        try volume.write(content, to: VolumePath("a"))
        try volume.write("b", to: "b")
        let (a, b) = (try vault.node("a"), try vault.node("b"))
        let old = try vault.inner.content(of: a)
        switch damage {
        case "swap": try vault.swap(a, b)
        case "cut": try vault.inner.write(Array(old[..<(68 + 32_796)]), to: a, mode: .replace(expecting: nil))
        case "foreign":
            try vault.inner.write(vault.keys.sealSmall(content), to: a, mode: .replace(expecting: nil))
        case "flip":
            var bytes = old
            bytes[5] ^= 1
            try vault.inner.write(bytes, to: a, mode: .replace(expecting: nil))
        default:
            try volume.write("new", to: "a", mode: .replace(expecting: nil))
            try vault.inner.write(old, to: a, mode: .replace(expecting: nil))
        }
        for volume in [volume, try vault.reopened()] {
            expect(.damaged) { _ = try volume.open(VolumePath("a")) }
            #expect(try volume.listing() == ["a", "b"])
            #expect(try volume.info(VolumePath("a")).kind == .file)
            if damage != "flip" {
                // It would pass for sound at another place.
                expect(.damaged) {
                    try volume.rename(VolumePath("a"), to: VolumePath("c"), on: volume, replace: false)
                }
            }
            expect(.damaged) { try volume.copy(VolumePath("a"), to: VolumePath("c"), on: volume) { _ in } }
            if damage != "swap" { #expect(try volume.text(of: "b") == "b") }
        }
        try volume.write("mended", to: "a", mode: .replace(expecting: volume.info(VolumePath("a"))))
        #expect(try vault.reopened().text(of: "a") == "mended")
        try volume.remove(VolumePath("a")) { _ in }
        #expect(try volume.listing() == ["b"])
    }

    @Test("of names is counted, and siblings are listed")
    func names() throws {
        let vault = try TestVault()
        let volume = try vault.volume()
        try volume.write("x", to: "good")
        try volume.makeDirectory(VolumePath("dir"))
        try volume.write("x", to: String(repeating: "l", count: 200))
        let top = try vault.content("")
        let long = try vault.node(String(repeating: "l", count: 200))
        let name = try #require(FileName("name.c9s"))
        // A file of another directory, a name that is none, a long name that is not the one that was shortened.
        let elsewhere = try vault.keys.cipherName(
            of: Array("x".utf8),
            in: #require(VaultDirectoryID(Array("id".utf8)))
        )
        try vault.inner.write([], to: top.appending(#require(FileName(elsewhere))))
        try vault.inner.write([], to: top.appending(#require(FileName("nonsense.c9r"))))
        try vault.inner.write(
            "x",
            to: String(decoding: long.appending(name).bytes, as: UTF8.self),
            mode: .replace(expecting: nil)
        )
        // Not of the format: passed over.
        try vault.inner.write([], to: top.appending(#require(FileName("desktop.ini"))))
        let page = try DirectoryIndex().page(of: .root, on: volume)
        #expect(page.items.map { String(decoding: $0.entry.name, as: UTF8.self) } == ["dir", "good"])
        #expect(page.damaged == 3)
        #expect(page.total == 2)
        var damaged = 0
        try volume.forEachEntry(of: .root) { entry in
            if entry.isDamaged {
                damaged += 1
                #expect(entry.kind == .other)
            }
            return true
        }
        #expect(damaged == 3)
        #expect(try volume.treeSize(.root) == (1, 1, 1))
        expect(.damaged) { _ = try volume.open(VolumePath(String(repeating: "l", count: 200))) }
        try volume.remove(VolumePath(String(repeating: "l", count: 200))) { _ in }
        #expect(try DirectoryIndex().page(of: .root, on: volume).damaged == 2)
    }

    @Test(
        "by a directory in the place of an item is counted, never taken over",
        arguments: ["a", String(repeating: "a", count: 200)]
    )
    func strangers(_ name: String) throws {
        let vault = try TestVault()
        let volume = try vault.volume()
        let node = try vault.node(name)
        try vault.inner.makeDirectory(node)
        try vault.inner.write([1], to: node.appending(#require(FileName("precious"))))
        #expect(try volume.listing().isEmpty)
        #expect(try DirectoryIndex().page(of: .root, on: volume).damaged == 1)
        expect(.damaged) { _ = try volume.listing(name) }
        expect(.alreadyExists) { try volume.write("x", to: name) }
        expect(.alreadyExists) { try volume.makeDirectory(VolumePath(name)) }
        try volume.write("x", to: "f")
        expect(.alreadyExists) {
            try volume.rename(VolumePath("f"), to: VolumePath(name), on: volume, replace: true)
        }
        #expect(try vault.inner.listing(String(decoding: node.bytes, as: UTF8.self)) == ["precious"])
    }

    @Test("to 0 bytes or an impossible size lists as 0 bytes, errs, deletes", arguments: [0, 67, 69, 96])
    func sizes(_ size: Int) throws {
        let vault = try TestVault()
        let volume = try vault.volume()
        try volume.write("content", to: "f")
        try volume.write("sibling", to: "s")
        let node = try vault.node("f")
        let bytes = try vault.inner.content(of: node)
        let padded = bytes + [UInt8](repeating: 0, count: 100)
        try vault.inner.write(Array(padded[..<size]), to: node, mode: .replace(expecting: nil))
        #expect(try volume.listing() == ["f", "s"])
        #expect(try volume.info(VolumePath("f")).size == 0)
        expect(.damaged) { _ = try volume.open(VolumePath("f")) }
        #expect(try volume.treeSize(.root) == (7, 2, 0))
        try volume.removeFiles([#require(FileName("f"))], in: .root) {}
        #expect(try volume.tree() == ["s": Array("sibling".utf8)])
    }

    @Test("is not what a link of another program is")
    func symbolicLinks() throws {
        let vault = try TestVault()
        let volume = try vault.volume()
        try volume.write("x", to: "f")
        for name in ["link", String(repeating: "l", count: 200)] {
            let node = try vault.node(name)
            try vault.inner.makeDirectory(node)
            let cipherName = try vault.keys.cipherName(of: Array(name.utf8), in: .root)
            if name.count > 146 {
                try vault.inner.write(cipherName, to: node.appending(#require(FileName("name.c9s"))))
            }
            try vault.inner.write(
                vault.keys.sealSmall(Array("f".utf8)),
                to: node.appending(#require(FileName("symlink.c9r")))
            )
            let path = try VolumePath(name)
            #expect(try volume.info(path).kind == .other)
            #expect(try volume.listing() == ["f"])
            #expect(try DirectoryIndex().page(of: .root, on: volume).damaged == 0)
            expect(.notARegularFile) { _ = try volume.open(path) }
            expect(.alreadyExists) { try volume.write("x", to: name) }
            expect(.alreadyExists) { try volume.makeDirectory(path) }
            for other in ["moved", String(repeating: "m", count: 200)] {
                try volume.rename(path, to: VolumePath(other), on: volume, replace: false)
                #expect(try volume.info(VolumePath(other)).kind == .other)
                try volume.rename(VolumePath(other), to: path, on: volume, replace: false)
            }
            try volume.remove(path) { _ in }
            expect(.notFound) { _ = try volume.info(path) }
        }
    }
}
