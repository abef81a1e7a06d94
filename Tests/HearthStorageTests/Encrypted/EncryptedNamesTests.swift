import HearthCrypto
import HearthStorage
import HearthTesting
import Testing

@Suite("Names in a vault", .timeLimit(.minutes(20)))
struct EncryptedNamesTests {
    /// Plain lengths around the threshold of 220 encrypted bytes, which is passed with the 147th, and the longest.
    static let lengths = [1, 145, 146, 147, 148, 254, 255]

    static func name(_ length: Int, _ letter: String = "n") -> String {
        String(repeating: letter, count: length)
    }

    @Test("of every length are kept, for files and directories", arguments: lengths)
    func everyLength(_ length: Int) throws {
        let vault = try TestVault()
        let volume = try vault.volume()
        let (file, directory) = (Self.name(length, "f"), Self.name(length, "d"))
        try volume.write("content", to: file)
        try volume.makeDirectory(VolumePath(directory))
        try volume.write("below", to: "\(directory)/\(file)")
        let isLong = try vault.node(file).last?.bytes.suffix(4).elementsEqual(".c9s".utf8) == true
        #expect(isLong == (length > 146))
        let again = try vault.reopened()
        #expect(try again.listing() == [directory, file])
        #expect(try again.text(of: file) == "content")
        #expect(try again.text(of: "\(directory)/\(file)") == "below")
        #expect(try again.info(VolumePath(file)).kind == .file)
        #expect(try again.info(VolumePath(directory)).kind == .directory)
        let names = try [file, directory].map { try #require(FileName($0)) }
        #expect(try again.info(of: names, in: .root).map { $0?.size }.first == 7)
        try again.write("other", to: file, mode: .replace(expecting: again.info(VolumePath(file))))
        #expect(try again.text(of: file) == "other")
        try again.removeFiles([names[0]], in: .root) {}
        try again.remove(VolumePath(directory)) { _ in }
        #expect(try again.listing().isEmpty)
        #expect(
            try vault.inner.listing("\(String(decoding: vault.content("").bytes, as: UTF8.self))") == [
                "dirid.c9r"
            ]
        )
    }

    @Test("change between short and long", arguments: lengths, lengths)
    func renames(_ from: Int, _ to: Int) throws {
        let vault = try TestVault()
        let volume = try vault.volume()
        let (file, newFile) = (Self.name(from, "f"), Self.name(to, "F"))
        let (directory, newDirectory) = (Self.name(from, "d"), Self.name(to, "D"))
        try volume.write("content", to: file)
        try volume.makeDirectory(VolumePath(directory))
        try volume.write("below", to: "\(directory)/k")
        try volume.rename(VolumePath(file), to: VolumePath(newFile), on: volume, replace: false)
        try volume.rename(VolumePath(directory), to: VolumePath(newDirectory), on: volume, replace: false)
        for volume in [volume, try vault.reopened()] {
            #expect(try volume.tree().keys.sorted() == [newDirectory, "\(newDirectory)/k", newFile].sorted())
            #expect(try volume.text(of: newFile) == "content")
            #expect(try volume.text(of: "\(newDirectory)/k") == "below")
        }
        // Into another directory, over a file that gives way, and over an empty directory.
        try volume.makeDirectories(VolumePath("t/\(directory)"))
        try volume.write("old", to: "t/\(file)")
        try volume.rename(VolumePath(newFile), to: VolumePath("t/\(file)"), on: volume, replace: true)
        try volume.rename(
            VolumePath(newDirectory),
            to: VolumePath("t/\(directory)"),
            on: volume,
            replace: true
        )
        for volume in [volume, try vault.reopened()] {
            #expect(try volume.listing() == ["t"])
            #expect(try volume.text(of: "t/\(file)") == "content")
            #expect(try volume.text(of: "t/\(directory)/k") == "below")
        }
        // Nothing of the old names is left on the disk.
        let top = String(decoding: try vault.content("").bytes, as: UTF8.self)
        #expect(try vault.inner.listing(top).count == 2)
        #expect(try vault.temporary().isEmpty)
    }

    @Test("in another case are other names", arguments: [5, 200])
    func cases(_ length: Int) throws {
        let vault = try TestVault()
        let volume = try vault.volume()
        let (lower, upper) = (Self.name(length, "a"), Self.name(length, "A"))
        try volume.write("x", to: lower)
        try volume.rename(VolumePath(lower), to: VolumePath(upper), on: volume, replace: false)
        #expect(try volume.listing() == [upper])
        try volume.makeDirectory(VolumePath(lower))
        try volume.write("y", to: "\(lower)/\(upper)")
        try volume.rename(
            VolumePath("\(lower)/\(upper)"),
            to: VolumePath("\(lower)/\(lower)"),
            on: volume,
            replace: true
        )
        #expect(try volume.tree().keys.sorted() == [upper, lower, "\(lower)/\(lower)"])
    }

    @Test("that another program wrote in form D are found by that form")
    func decomposed() throws {
        let vault = try TestVault()
        let volume = try vault.volume()
        let (composed, decomposed) = ("\u{FC}", "u\u{308}")
        let cipherName = try vault.keys.cipherName(ofExactly: Array(decomposed.utf8), in: .root)
        try vault.inner.write(
            vault.keys.sealSmall(Array("theirs".utf8)),
            to: vault.content("").appending(#require(FileName(cipherName)))
        )
        #expect(try volume.names() == [Array(decomposed.utf8)])
        #expect(try volume.text(of: decomposed) == "theirs")
        #expect(try volume.info(of: [#require(FileName(decomposed))], in: .root).first??.size == 6)
        expect(.notFound) { _ = try volume.info(VolumePath(composed)) }
        try volume.rename(VolumePath(decomposed), to: VolumePath(composed), on: volume, replace: false)
        #expect(try volume.names() == [Array(composed.utf8)])
        #expect(try volume.text(of: decomposed) == "theirs")
        try volume.remove(VolumePath(decomposed)) { _ in }
        #expect(try volume.listing().isEmpty)
    }

    @Test("that grow in form C beyond 255 bytes are refused")
    func growing() throws {
        let vault = try TestVault()
        let volume = try vault.volume()
        // U+0958 becomes two characters, six bytes instead of three.
        let name = String(repeating: "\u{958}", count: 85)
        expect(.nameTooLong) { try volume.write("x", to: name) }
        expect(.nameTooLong) { try volume.makeDirectory(VolumePath(name)) }
    }

    @Test("show at once in kept lists, long ones as well")
    func keptLists() throws {
        let vault = try TestVault()
        let volume = try vault.volume()
        let index = DirectoryIndex()
        try volume.makeDirectory(VolumePath("d"))
        var expected: [String] = []
        for (letter, length) in [("a", 5), ("b", 200), ("c", 201), ("d", 6)] {
            // Long ago, so that the list is kept.
            try volume.setModified(FileTime(seconds: 1_000), of: VolumePath("d"))
            _ = try index.page(of: VolumePath("d"), on: volume)
            let name = Self.name(length, letter)
            expected.append(name)
            try volume.write("x", to: "d/\(name)")
            let page = try index.page(of: VolumePath("d"), on: volume)
            #expect(page.items.map { String(decoding: $0.entry.name, as: UTF8.self) } == expected)
        }
        for (number, length) in [(0, 220), (1, 7), (2, 221), (3, 8)] {
            let name = Self.name(length, String("abcd".dropFirst(number).prefix(1)))
            try volume.rename(
                VolumePath("d/\(expected[number])"),
                to: VolumePath("d/\(name)"),
                on: volume,
                replace: false
            )
            expected[number] = name
            let page = try index.page(of: VolumePath("d"), on: volume)
            #expect(page.items.map { String(decoding: $0.entry.name, as: UTF8.self) } == expected)
        }
    }
}
