import HearthCrypto
import HearthStorage
import HearthTesting
import Testing

@Suite("Damage of links in a vault", .timeLimit(.minutes(20)))
struct VaultLinkDamageTests {
    @Test(
        "of a directory's link is an error for that directory alone",
        arguments: ["", "long", "root", "parent", "gone"]
    )
    func links(_ damage: String) throws {
        let vault = try TestVault()
        let volume = try vault.volume()
        try volume.makeDirectories(VolumePath("p/d"))
        try volume.write("x", to: "p/d/f")
        try volume.write("sibling", to: "p/s")
        let parent = try vault.inner.content(of: vault.link("p"))
        let link = try vault.link("p/d")
        switch damage {
        case "long":
            try vault.inner.write(
                [UInt8](repeating: 0x61, count: 37),
                to: link,
                mode: .replace(expecting: nil)
            )
        case "parent": try vault.inner.write(parent, to: link, mode: .replace(expecting: nil))
        case "gone": try vault.inner.remove(vault.content("p/d")) { _ in }
        case "root", _: try vault.inner.write([], to: link, mode: .replace(expecting: nil))
        }
        for volume in [volume, try vault.reopened(), try vault.reopened(records: NoVaultRecords())] {
            let path = try VolumePath("p/d")
            expect(.damaged) { _ = try volume.names(in: path) }
            #expect(try volume.listing("p") == ["d", "s"])
            #expect(try volume.info(path).kind == .directory)
            #expect(
                try volume.info(of: [#require(FileName("d"))], in: VolumePath("p")).first??.kind == .directory
            )
            #expect(try volume.text(of: "p/s") == "sibling")
            #expect(try volume.treeSize(.root) == (7, 1, 2))
            expect(.damaged) { try volume.copy(VolumePath("p"), to: VolumePath("copy"), on: volume) { _ in } }
            if damage != "gone" {
                expect(.damaged) { try volume.write("x", to: "p/d/x") }
                expect(.damaged) { try volume.makeDirectory(VolumePath("p/d/x")) }
                expect(.damaged) {
                    try volume.rename(path, to: VolumePath("moved"), on: volume, replace: false)
                }
            }
        }
        #expect(try volume.listing() == ["p"])
        try volume.remove(VolumePath("p/d")) { _ in }
        #expect(try volume.listing("p") == ["s"])
        #expect(try volume.text(of: "p/s") == "sibling")
    }

    @Test("by swapping two directories is noticed, at once and by the next process")
    func swappedDirectories() throws {
        let vault = try TestVault()
        let volume = try vault.volume()
        for name in ["a", "b"] {
            try volume.makeDirectory(VolumePath(name))
            try volume.write(name, to: "\(name)/f")
        }
        try vault.swap(vault.link("a"), vault.link("b"))
        for volume in [volume, try vault.reopened()] {
            for name in ["a", "b"] {
                expect(.damaged) { _ = try volume.text(of: "\(name)/f") }
                expect(.damaged) { _ = try volume.listing(name) }
            }
        }
        // A link that is not the recorded one is not followed, and neither directory would be gone.
        expect(.damaged) { try volume.remove(VolumePath("a")) { _ in } }
        #expect(try volume.listing() == ["a", "b"])
        // Whoever accepts what is there has the other's content, whole.
        #expect(try vault.reopened(records: NoVaultRecords()).text(of: "b/f") == "a")
    }

    @Test("by a second link to a directory is noticed, and removing it takes nothing along")
    func secondLinks() throws {
        let vault = try TestVault()
        let volume = try vault.reopened(records: NoVaultRecords())
        try volume.makeDirectories(VolumePath("a/inside"))
        try volume.write("precious", to: "a/f")
        for path in ["copy", "a/inside/loop"] {
            try volume.makeDirectory(VolumePath(path))
            try vault.inner.write(
                vault.inner.content(of: vault.link("a")),
                to: vault.link(path),
                mode: .replace(expecting: nil)
            )
        }
        #expect(try volume.listing() == ["a", "copy"])
        for path in ["copy", "a/inside/loop"] {
            expect(.damaged) { _ = try volume.listing(path) }
            #expect(try volume.info(VolumePath(path)).kind == .directory)
        }
        #expect(try volume.treeSize(.root) == (8, 1, 4))
        try volume.remove(VolumePath("copy")) { _ in }
        #expect(try volume.text(of: "a/f") == "precious")
        // A directory that was moved by another program has one link all the time.
        let other = try EncryptedVolume(
            Vault(inner: vault.inner, keys: vault.keys, records: NoVaultRecords(), epoch: 9)
        )
        try other.rename(VolumePath("a"), to: VolumePath("moved"), on: other, replace: false)
        #expect(try volume.text(of: "moved/f") == "precious")
        try volume.remove(VolumePath("moved")) { _ in }
        #expect(try volume.listing().isEmpty)
    }

    @Test(
        "by a second link: whichever of the two goes, the content stays for the other",
        arguments: [["a", "copy"], ["copy", "a"], ["copy"], []]
    )
    func eitherLink(_ seen: [String]) throws {
        let vault = try TestVault()
        let before = try vault.volume()
        for name in ["a", "copy"] { try before.makeDirectory(VolumePath(name)) }
        try before.write("precious", to: "a/f")
        try vault.inner.write(
            vault.inner.content(of: vault.link("a")),
            to: vault.link("copy"),
            mode: .replace(expecting: nil)
        )
        // Nothing is recorded yet, as of a vault that another program made.
        let volume = try vault.reopened(records: MemoryRecords())
        for name in seen { _ = try? volume.listing(name) }
        try volume.remove(VolumePath("copy")) { _ in }
        #expect(try volume.listing() == ["a"])
        #expect(try volume.text(of: "a/f") == "precious")
        try volume.remove(VolumePath("a")) { _ in }
        #expect(try volume.listing().isEmpty)
        let left = try vault.inner.names(in: VolumePath("d")).flatMap { name in
            try vault.inner.names(in: VolumePath("d").appending(#require(FileName(name))))
        }
        // The root's content, and that of the directory `copy` as it was made.
        #expect(left.count == 2)
    }

    @Test("by swapping the contents of two directories is noticed, also when one is empty")
    func swappedContents() throws {
        let vault = try TestVault()
        let volume = try vault.volume()
        for name in ["full", "empty"] { try volume.makeDirectory(VolumePath(name)) }
        try volume.write("x", to: "full/f")
        try vault.swap(vault.content("full"), vault.content("empty"))
        expect(.damaged) { _ = try volume.listing("full") }
        expect(.damaged) { _ = try volume.listing("empty") }
        #expect(try volume.listing() == ["empty", "full"])
    }
}
