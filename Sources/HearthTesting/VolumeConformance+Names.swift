import HearthStorage
import Testing

extension VolumeConformance {
    /// Names that broke other programs, as texts.
    static let awkwardTexts = [
        "90%hello", "%41", "A", "#1", "a+b", "q?x", "it's", "d\"q", "💫", "&amp;", "日本", "a b", " leading",
        "trailing ",
        ".hidden", "trailing.", "...", "CON", "aux.txt", "a\\b", "a:b", "a*b", "<>", "|", "-rf", "~",
        "\u{202E}txt",
        "e\u{301}x", "%2F", "%252F", "\u{FEFF}bom", String(repeating: "語", count: 85),
        String(repeating: "x", count: 255),
    ]

    /// Names that are no UTF-8.
    static let invalidTexts: [[UInt8]] = [[0xFF, 0xFE], [0x61, 0xC3], [0xC0, 0xAF], [0xED, 0xA0, 0x80]]

    /// Names that hold control characters.
    static let awkwardBytes: [[UInt8]] = [
        [0x0A], [0x61, 0x09, 0x62], [0x1B, 0x5B, 0x33, 0x31, 0x6D], [0x7F], [0x0D, 0x0A],
    ]

    /// How a volume lists one of the names above; of the texts, one is not in form C.
    private static func listed(_ name: [UInt8], on volume: any Volume) -> [UInt8] {
        let isDecomposed = volume.capabilities.namesAreNFC && name == Array("e\u{301}x".utf8)
        return isDecomposed ? Array("\u{E9}x".utf8) : name
    }

    /// Every name is kept byte by byte: for files, for directories, in lists, when renamed, copied and removed.
    package static func runNames(_ fixture: VolumeFixture) throws {
        let volume = fixture.volume
        var names = awkwardTexts.map { Array($0.utf8) } + awkwardBytes
        if volume.capabilities.namesAreNFC {
            try refuseInvalidTexts(on: volume)
        } else {
            names += invalidTexts
        }
        let folder = try VolumePath("folder")
        try volume.makeDirectory(folder)
        for bytes in names {
            let name = try #require(FileName(bytes))
            try volume.write(bytes, to: VolumePath([name]))
            let path = folder.appending(name)
            try volume.makeDirectory(path)
            try volume.write(bytes + [1], to: path.appending(name))
        }
        let expected = names.map { listed($0, on: volume) }.sorted { $0.lexicographicallyPrecedes($1) }
        #expect(try volume.names(in: folder) == expected)
        #expect(try volume.names().count == names.count + 1)
        for bytes in names {
            let name = try #require(FileName(bytes))
            #expect(try volume.content(of: VolumePath([name])) == bytes)
            #expect(try volume.content(of: folder.appending(name).appending(name)) == bytes + [1])
            #expect(try volume.info(of: [name], in: folder).map { $0?.kind } == [.directory])
        }
        let copy = try VolumePath("copy")
        try volume.copy(folder, to: copy, on: volume) { _ in }
        #expect(try volume.names(in: copy) == expected)
        let aside = try VolumePath("aside")
        for bytes in names {
            let name = try #require(FileName(bytes))
            try volume.rename(VolumePath([name]), to: aside, on: volume, replace: false)
            try volume.rename(aside, to: VolumePath([name]), on: volume, replace: false)
            try volume.remove(VolumePath([name])) { _ in }
            try volume.remove(copy.appending(name)) { _ in }
        }
        #expect(try volume.names(in: copy).isEmpty)
        #expect(try volume.listing() == ["copy", "folder"])
    }

    /// Where names are text, everything that makes a name refuses bytes that are none.
    private static func refuseInvalidTexts(on volume: any Volume) throws {
        let there = try VolumePath("there")
        try volume.write("x", to: "there")
        for bytes in invalidTexts {
            let path = VolumePath([try #require(FileName(bytes))])
            expect(.invalidName) { try volume.write([1], to: path) }
            expect(.invalidName) { try volume.makeDirectory(path) }
            expect(.invalidName) { try volume.makeDirectories(path) }
            expect(.invalidName) { try volume.rename(there, to: path, on: volume, replace: true) }
            expect(.invalidName) { try volume.copy(there, to: path, on: volume) { _ in } }
            #expect(try volume.info(of: path.names, in: .root) == [nil])
        }
        try volume.remove(there) { _ in }
        #expect(try volume.listing().isEmpty)
    }

    /// A composed and a decomposed accent are two files, or one where the volume says so; never half of each.
    package static func runNormalisation(_ fixture: VolumeFixture) throws {
        let volume = fixture.volume
        let (composed, decomposed) = ("\u{FC}.txt", "u\u{308}.txt")
        try volume.write("composed", to: composed)
        if volume.capabilities.namesAreNFC {
            expect(.alreadyExists) { try volume.write("decomposed", to: decomposed) }
            #expect(try volume.text(of: decomposed) == "composed")
            try volume.remove(VolumePath(decomposed)) { _ in }
            #expect(try volume.listing().isEmpty)
        } else {
            try volume.write("decomposed", to: decomposed)
            #expect(try volume.names().count == 2)
            #expect(try volume.text(of: composed) == "composed")
            #expect(try volume.text(of: decomposed) == "decomposed")
            try volume.remove(VolumePath(decomposed)) { _ in }
            #expect(try volume.text(of: composed) == "composed")
            expect(.notFound) { _ = try volume.text(of: decomposed) }
        }
    }
}
