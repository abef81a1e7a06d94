import HearthArchive
import Testing

@Suite("tar")
struct TarEncoderTests {
    @Test("a short plain entry is one header, its content, and padding")
    func plain() throws {
        var maker = ArchiveMaker(.tar)
        try maker.add("dir/a.txt", Array("hello".utf8))
        let tar = maker.finish()
        #expect(tar.count == 512 + 512 + 1_024)
        #expect(Self.text(tar, 0, 100) == "dir/a.txt")
        #expect(Self.text(tar, 100, 8) == "0000644")
        #expect(Self.text(tar, 124, 12) == "00000000005")
        #expect(Self.text(tar, 136, 12) == "13727410000")
        #expect(tar[156] == UInt8(ascii: "0"))
        #expect(Self.text(tar, 257, 6) == "ustar")
        var sum = 0
        for index in 0..<512 { sum += (148..<156).contains(index) ? 32 : Int(tar[index]) }
        #expect(Int(Self.text(tar, 148, 6), radix: 8) == sum)
        #expect(Array(tar[512..<517]) == Array("hello".utf8) && tar[517...].allSatisfy { $0 == 0 })
    }

    @Test("directories end with a slash")
    func directory() throws {
        var maker = ArchiveMaker(.tar)
        try maker.add("d")
        let tar = maker.bytes
        #expect(Self.text(tar, 0, 100) == "d/" && tar[156] == UInt8(ascii: "5") && tar.count == 512)
    }

    struct Case: Sendable {
        let path: String
        var size: Int64 = 0
        var seconds: Int64 = 0
        var nanoseconds: Int32 = 0
        let records: String
    }

    @Test(
        "what a header cannot hold stands in an extended one",
        arguments: [
            Case(path: "é", records: "11 path=é\n"),
            Case(
                path: String(repeating: "x", count: 101),
                records: "111 path=" + String(repeating: "x", count: 101) + "\n"
            ),
            // A length that gets another digit by its own digits.
            Case(
                path: String(repeating: "y", count: 90) + "ééé",
                records: "106 path=" + String(repeating: "y", count: 90) + "ééé\n"
            ),
            Case(path: "t", seconds: 5, nanoseconds: 70, records: "21 mtime=5.000000070\n"),
            Case(path: "t", seconds: -2, nanoseconds: 500_000_000, records: "22 mtime=-1.500000000\n"),
            Case(path: "t", seconds: -1, nanoseconds: 500_000_000, records: "22 mtime=-0.500000000\n"),
            Case(path: "t", seconds: -7, records: "12 mtime=-7\n"),
            Case(path: "s", size: 1 << 33, records: "19 size=8589934592\n"),
        ]
    )
    func extended(_ item: Case) throws {
        var encoder = ArchiveFormat.tar.encoder()
        let bytes = try encoder.begin(
            try ArchiveMaker.entry(
                item.path,
                .file(size: item.size),
                seconds: item.seconds,
                nanoseconds: item.nanoseconds
            )
        )
        #expect(bytes[156] == UInt8(ascii: "x") && bytes.count % 512 == 0)
        #expect(Self.text(bytes, 512, 512) == item.records)
        #expect(Int(Self.text(bytes, 124, 11), radix: 8) == item.records.utf8.count)
    }

    @Test("bytes that are not UTF-8 stay as they are")
    func binary() throws {
        var encoder = ArchiveFormat.tar.encoder()
        let short = try #require(EntryPath([0x63, 0xE9]))
        var bytes = try encoder.begin(ArchiveEntry(path: short, kind: .file(size: 0), seconds: 0))
        #expect(bytes.count == 512 && Array(bytes[..<3]) == [0x63, 0xE9, 0])
        _ = try encoder.end()
        let name = [UInt8](repeating: 0xE9, count: 120)
        let long = try #require(EntryPath(name))
        bytes = try encoder.begin(ArchiveEntry(path: long, kind: .file(size: 0), seconds: 0))
        #expect(Array(bytes[512..<(512 + 21)]) == Array("21 hdrcharset=BINARY\n".utf8))
        #expect(
            Array(bytes[(512 + 21)...].prefix(130)) == Array("130 path=".utf8) + name + [UInt8(ascii: "\n")]
        )
    }

    private static func text(_ bytes: [UInt8], _ start: Int, _ count: Int) -> String {
        String(decoding: bytes[start..<(start + count)].prefix { $0 != 0 }, as: UTF8.self)
    }
}
