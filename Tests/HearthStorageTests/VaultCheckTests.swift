import HearthCrypto
import HearthStorage
import HearthTesting
import Testing

@Suite("Checks of vaults", .timeLimit(.minutes(10)))
struct VaultCheckTests {
    /// A way to damage a vault, what a check says, and what becomes of the plain tree.
    struct Damage: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let expected: [VaultFinding.Kind]
        /// What is left after mending.
        var remaining: [VaultFinding.Kind] = []
        /// Plain paths that are gone after mending.
        var lost: [String] = []
        /// Plain paths that are there besides what was there before.
        var gained: [String] = []
        let plant: @Sendable (VaultCheckWorld) throws -> Void
    }

    private static let long = String(repeating: "n", count: 200)

    static let damages: [Damage] = [
        Damage(testDescription: "nothing", expected: []) { _ in },
        Damage(testDescription: "sealed thumbnails", expected: []) { world in
            let name = try #require(FileName("abcd.256.webp"))
            try CacheFiles(ofVault: world.volume).write([1, 2, 3], to: name)
        },
        Damage(testDescription: "no dirid.c9r", expected: [.missingID]) { world in
            try world.remove(try world.content(of: try world.id("photos", in: .root)) / "dirid.c9r")
        },
        Damage(testDescription: "a broken dirid.c9r", expected: [.unreadableID]) { world in
            let path = try world.content(of: try world.id("photos", in: .root)) / "dirid.c9r"
            try world.change(path) { $0[80] ^= 1 }
        },
        Damage(testDescription: "another directory's dirid.c9r", expected: [.wrongID]) { world in
            let path = try world.content(of: try world.id("photos", in: .root)) / "dirid.c9r"
            try world.replace(path, with: try world.keys.sealSmall(Array("another".utf8)))
        },
        Damage(testDescription: "a directory without content directory", expected: [.missingDirectory]) {
            world in
            let photos = try world.id("photos", in: .root)
            try world.remove(try world.content(of: try world.id("nothing in it", in: photos)))
        },
        Damage(
            testDescription: "a link that is gone",
            expected: [.orphanDirectory],
            lost: [
                "/photos", "/photos/b.jpg", "/photos/\(long)", "/photos/\(long)d", "/photos/\(long)d/c.txt",
                "/photos/nothing in it",
            ],
            gained: [
                "/recovered", "/recovered/now", "/recovered/now/directory 1",
                "/recovered/now/directory 1/b.jpg", "/recovered/now/directory 1/\(long)",
                "/recovered/now/directory 1/\(long)d", "/recovered/now/directory 1/\(long)d/c.txt",
                "/recovered/now/directory 1/nothing in it",
            ]
        ) { world in try world.remove(try world.place("photos", in: .root)) },
        Damage(
            testDescription: "a link and a dirid.c9r that are gone",
            expected: [.orphanDirectory],
            lost: [
                "/photos", "/photos/b.jpg", "/photos/\(long)", "/photos/\(long)d", "/photos/\(long)d/c.txt",
                "/photos/nothing in it",
            ],
            gained: [
                "/recovered", "/recovered/now", "/recovered/now/directory 1",
                "/recovered/now/directory 1/file 1", "/recovered/now/directory 1/file 2",
                "/recovered/now/directory 1/directory 1", "/recovered/now/directory 1/directory 2",
            ]
        ) { world in
            try world.remove(try world.content(of: try world.id("photos", in: .root)) / "dirid.c9r")
            try world.remove(try world.place("photos", in: .root))
        },
        Damage(testDescription: "an empty directory that nothing leads to", expected: [.orphanDirectory]) {
            world in
            try world.volume.makeDirectories(try world.content(of: try VaultDirectoryID.random()))
        },
        Damage(
            testDescription: "an empty dir.c9r",
            expected: [.emptyLink, .orphanDirectory],
            remaining: [.emptyLink],
            lost: ["/photos/\(long)d/c.txt"],
            gained: [
                "/recovered", "/recovered/now", "/recovered/now/directory 1",
                "/recovered/now/directory 1/c.txt",
            ]
        ) { world in
            let photos = try world.id("photos", in: .root)
            try world.replace(try world.place(world.long + "d", in: photos) / "dir.c9r", with: [])
        },
        Damage(
            testDescription: "a dir.c9r that is no id",
            expected: [.unreadableLink, .orphanDirectory],
            remaining: [.unreadableLink],
            lost: ["/photos/\(long)d/c.txt"],
            gained: [
                "/recovered", "/recovered/now", "/recovered/now/directory 1",
                "/recovered/now/directory 1/c.txt",
            ]
        ) { world in
            let photos = try world.id("photos", in: .root)
            let marker = try world.place(world.long + "d", in: photos) / "dir.c9r"
            try world.replace(marker, with: [0xFF, 0])
        },
        Damage(
            testDescription: "two links to one directory",
            expected: [.duplicateLink],
            remaining: [.duplicateLink],
            gained: ["/second"]
        ) { world in
            let photos = try world.id("photos", in: .root)
            let nothing = try world.id("nothing in it", in: photos)
            try world.volume.makeDirectory(try world.place("second", in: .root))
            try world.replace(try world.place("second", in: .root) / "dir.c9r", with: nothing.bytes)
        },
        Damage(testDescription: "an empty shell", expected: [.emptyShell]) { world in
            try world.volume.makeDirectory(try world.place("shell", in: .root))
        },
        Damage(testDescription: "an empty shell of a long name", expected: [.emptyShell]) { world in
            let path = try world.place(world.long, in: .root)
            try world.volume.makeDirectory(path)
            let cipherName = try world.keys.cipherName(of: Array(world.long.utf8), in: .root)
            try world.replace(path / "name.c9s", with: cipherName)
        },
        Damage(
            testDescription: "a name.c9s that is gone",
            expected: [.missingName],
            lost: ["/photos/\(long)"],
            gained: ["/recovered", "/recovered/now", "/recovered/now/file 1"]
        ) { world in
            let photos = try world.id("photos", in: .root)
            try world.remove(try world.place(world.long, in: photos) / "name.c9s")
        },
        Damage(
            testDescription: "a name.c9s of a directory that is broken",
            expected: [.unreadableName],
            lost: ["/photos/\(long)d", "/photos/\(long)d/c.txt"],
            gained: [
                "/recovered", "/recovered/now", "/recovered/now/directory 1",
                "/recovered/now/directory 1/c.txt",
            ]
        ) { world in
            let photos = try world.id("photos", in: .root)
            let path = try world.place(world.long + "d", in: photos) / "name.c9s"
            try world.change(path) { $0[3] = $0[3] == 65 ? 66 : 65 }
        },
        Damage(testDescription: "a .c9s of another hash", expected: [.wrongName]) { world in
            let photos = try world.id("photos", in: .root)
            let path = try world.place(world.long, in: photos)
            let other = try VaultFormat.shortName(of: Array("x".utf8))
            let new = try world.content(of: photos) / String(decoding: other, as: UTF8.self)
            try world.rename(path, to: new)
        },
        Damage(testDescription: "a .c9s for a short name", expected: [.needlessShortening]) { world in
            let cipherName = try world.keys.cipherName(of: Array("a.txt".utf8), in: .root)
            let short = try VaultFormat.shortName(of: cipherName)
            let shell = try world.content(of: .root) / String(decoding: short, as: UTF8.self)
            try world.volume.makeDirectory(shell)
            try world.replace(shell / "name.c9s", with: cipherName)
            try world.rename(try world.place("a.txt", in: .root), to: shell / "contents.c9r")
        },
        Damage(testDescription: "a .c9r for a long name", expected: [.missingShortening]) { world in
            let name = String(repeating: "m", count: 160)
            let cipherName = try world.keys.cipherName(of: Array(name.utf8), in: .root)
            let short = try world.place(name, in: .root)
            try world.write("m", name, in: .root)
            let new = try world.content(of: .root) / String(decoding: cipherName, as: UTF8.self)
            try world.rename(short / "contents.c9r", to: new)
            try world.remove(short)
        },
        Damage(
            testDescription: "a file of another directory",
            expected: [.unreadableName],
            lost: ["/a.txt"],
            gained: ["/recovered", "/recovered/now", "/recovered/now/file 1"]
        ) { world in
            let photos = try world.id("photos", in: .root)
            let path = try world.place("a.txt", in: .root)
            let name = try #require(path.last)
            try world.rename(path, to: try world.content(of: photos).appending(name))
        },
        Damage(
            testDescription: "a file cut in a header",
            expected: [.tornFile],
            remaining: [.tornFile],
            lost: ["/a.txt"]
        ) { world in
            try world.change(try world.place("a.txt", in: .root)) { $0.removeLast($0.count - 60) }
        },
        Damage(
            testDescription: "a file cut in a block's nonce",
            expected: [.tornFile],
            remaining: [.tornFile],
            lost: ["/photos/b.jpg"]
        ) { world in
            let photos = try world.id("photos", in: .root)
            try world.change(try world.file("b.jpg", in: photos)) { $0.removeLast($0.count - 32_870) }
        },
        Damage(
            testDescription: "a file cut in a block",
            expected: [.badBlocks],
            remaining: [.badBlocks],
            lost: ["/photos/b.jpg"]
        ) { world in
            let photos = try world.id("photos", in: .root)
            try world.change(try world.file("b.jpg", in: photos)) { $0.removeLast(100) }
        },
        Damage(
            testDescription: "a broken header",
            expected: [.badHeader],
            remaining: [.badHeader],
            lost: ["/photos/\(long)"]
        ) { world in
            let photos = try world.id("photos", in: .root)
            try world.change(try world.file(world.long, in: photos)) { $0[20] ^= 0x80 }
        },
        Damage(
            testDescription: "a broken block",
            expected: [.badBlocks],
            remaining: [.badBlocks],
            lost: ["/photos/b.jpg"]
        ) { world in
            let photos = try world.id("photos", in: .root)
            try world.change(try world.file("b.jpg", in: photos)) { $0[40_000] ^= 1 }
        },
        Damage(testDescription: "a leftover file", expected: [.leftover]) { world in
            try world.volume.write(Array("x".utf8), to: VolumePath("hearth/tmp/left"))
        },
        Damage(testDescription: "a leftover tree", expected: [.leftover]) { world in
            let gone = try world.makeDirectory("gone", in: .root)
            try world.write("x", "x", in: try world.makeDirectory("below", in: gone))
            try world.rename(try world.place("gone", in: .root), to: VolumePath("hearth/tmp/left"))
        },
        Damage(testDescription: "a leftover that leads to what is in use", expected: [.leftover]) { world in
            let photos = try world.id("photos", in: .root)
            try world.volume.makeDirectories(VolumePath("hearth/tmp/left"))
            try world.volume.write(photos.bytes, to: VolumePath("hearth/tmp/left/dir.c9r"))
        },
        Damage(
            testDescription: "a strange file among the entries",
            expected: [.unknownEntry],
            remaining: [.unknownEntry]
        ) { world in
            try world.volume.write(Array("x".utf8), to: try world.content(of: .root) / "strange.txt")
        },
        Damage(
            testDescription: "a circle that nothing leads to",
            expected: [.orphanDirectory, .duplicateLink],
            remaining: [.duplicateLink],
            gained: ["/recovered", "/recovered/now", "/recovered/now/directory 1"]
        ) { world in
            let one = try world.makeDirectory("one", in: .root)
            let two = try world.makeDirectory("two", in: one)
            try world.rename(try world.place("one", in: .root), to: try world.place("one", in: two))
        },
    ]

    private static func sorted(_ kinds: [VaultFinding.Kind]) -> [String] { kinds.map(\.rawValue).sorted() }

    @Test("finds each kind of damage, and mends it without touching anything else", arguments: damages)
    func damage(_ damage: Damage) throws {
        let world = try VaultCheckWorld.furnished()
        try damage.plant(world)
        let before = try world.disk()
        let found = try world.check()
        #expect(Self.sorted(found.damages) == Self.sorted(damage.expected))
        #expect(found.findings.allSatisfy { $0.outcome == .remains })
        #expect(try world.disk() == before, "a check alone changes nothing")
        #expect(
            try world.check(on: ReadOnlyDirectory(path: world.partition.path("vault"))).kinds == found.kinds
        )

        let mended = try world.check(mends: true)
        #expect(Self.sorted(mended.damages) == Self.sorted(damage.expected))
        #expect(mended.counts.remaining == damage.remaining.count)
        let after = try world.check()
        #expect(Self.sorted(after.kinds) == Self.sorted(damage.remaining), "\(after.findings)")
        #expect(try world.partition.temporaryCount() == 0)
    }

    @Test("keeps every other name and byte when it mends", arguments: damages)
    func content(_ damage: Damage) throws {
        let world = try VaultCheckWorld.furnished()
        try damage.plant(world)
        // What a mended link or name leads to counts as there before.
        let sound = try VaultCheckWorld.furnished().tree()
        _ = try world.check(mends: true)
        let after = try world.tree()
        for (path, content) in sound where !damage.lost.contains(path) {
            #expect(after[path] == content, "\(path)")
        }
        for path in damage.lost { #expect(after[path] == nil, "\(path)") }
        for path in damage.gained { #expect(after[path] != nil, "\(path) of \(after.keys.sorted())") }
        let contents = Set(after.values.compactMap { $0 })
        for (path, content) in sound where !damage.remaining.contains(where: { $0.isOfContent }) {
            if let content { #expect(contents.contains(content), "\(path)") }
        }
    }

    @Test("a root's dirid.c9r is nothing that must be there")
    func rootID() throws {
        let world = try VaultCheckWorld.furnished()
        try world.change(try world.content(of: .root) / "dirid.c9r") { $0[20] ^= 1 }
        let found = try world.check()
        #expect(found.kinds == [.unreadableID])
        #expect(found.counts.damages == 0)
        #expect(try world.check(mends: true).counts.remaining == 0)
        #expect(try world.check().kinds.isEmpty)
    }

    @Test("what does not belong is named and left alone")
    func foreign() throws {
        let world = try VaultCheckWorld.furnished()
        try world.volume.write("x", to: "notes.txt")
        try world.volume.write("x", to: "d/strange")
        try world.volume.write("x", to: "masterkey.cryptomator.12AB.bkup")
        try world.volume.write(Array("x".utf8), to: try world.content(of: .root) / ".DS_Store")
        let found = try world.check(mends: true)
        #expect(found.kinds == [.foreign, .foreign, .foreign])
        #expect(found.counts.damages == 0)
        #expect(try world.volume.text(of: "notes.txt") == "x")
    }

    @Test("symbolic links of other programs are sound, with their target's marker beside them too")
    func symbolicLinks() throws {
        let world = try VaultCheckWorld.furnished()
        let photos = try world.id("photos", in: .root)
        let path = try world.place("link", in: .root)
        try world.volume.makeDirectory(path)
        try world.replace(path / "symlink.c9r", with: try world.keys.sealSmall(Array("photos".utf8)))
        try world.replace(path / "dir.c9r", with: photos.bytes)
        #expect(try world.check(mends: true).kinds.isEmpty)
        try world.change(path / "symlink.c9r") { $0[70] ^= 1 }
        #expect(try world.check(mends: true).kinds == [.badBlocks])
    }

    @Test("a quick check leaves blocks out, not headers and sizes")
    func quick() throws {
        let world = try VaultCheckWorld.furnished()
        let photos = try world.id("photos", in: .root)
        try world.change(try world.file("b.jpg", in: photos)) { $0[40_000] ^= 1 }
        #expect(try world.check(isQuick: true).kinds.isEmpty)
        try world.change(try world.file("b.jpg", in: photos)) { $0[40] ^= 1 }
        #expect(try world.check(isQuick: true).kinds == [.badHeader])
    }

    @Test("says which blocks are bad, and where")
    func blocks() throws {
        let world = try VaultCheckWorld()
        try world.write([UInt8](repeating: 1, count: 200_000), "f", in: .root)
        try world.change(try world.place("f", in: .root)) { bytes in
            for block in [1, 3, 4] { bytes[68 + block * 32_796 + 20] ^= 1 }
        }
        let finding = try #require(try world.check().findings.first?.finding)
        #expect(finding.detail == "3 of 7 blocks of 32 KiB: 1, 3–4")
        #expect(finding.plain == Array("/f".utf8))
        #expect(finding.place == (try world.place("f", in: .root)))
    }

    @Test("counts what it looks at")
    func counts() throws {
        let counts = try VaultCheckWorld.furnished().check().counts
        #expect(counts.directories == 4)
        #expect(counts.files == 5)
        #expect(counts.filesRead == 5)
        #expect(counts.bytesRead > 100_000)
    }

    @Test("ends when its listener does not want more, and mending can be ended anywhere", arguments: 0..<40)
    func cancelled(_ steps: Int) throws {
        struct Enough: Error {}
        let world = try VaultCheckWorld.furnished()
        try world.remove(try world.content(of: try world.id("photos", in: .root)) / "dirid.c9r")
        try world.remove(try world.place("photos", in: .root))
        var options = VaultCheck.Options()
        options.mends = true
        let left = Countdown(steps)
        let check = try VaultCheck(
            inner: world.volume,
            keys: world.keys,
            options: options,
            report: { _, _ in },
            progress: { if left.isOver() { throw Enough() } }
        )
        do {
            _ = try check.content(try check.structure())
        } catch is Enough {
            // Beginning again finishes the work.
        }
        _ = try world.check(mends: true)
        #expect(try world.check().kinds.isEmpty)
        let contents = Set(try world.tree().values.compactMap { $0 })
        for text in ["hello", "long", "deep"] { #expect(contents.contains(Array(text.utf8)), "\(text)") }
    }
}

extension VaultFinding.Kind {
    var isOfContent: Bool { [.tornFile, .badHeader, .badBlocks, .unreadableFile].contains(self) }
}
