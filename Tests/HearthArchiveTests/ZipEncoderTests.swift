import HearthArchive
import Testing

@Suite("ZIP")
struct ZipEncoderTests {
    @Test("a stored file is there with its checksum, in both places")
    func stored() throws {
        var maker = ArchiveMaker(.zip)
        try maker.add("a.txt", Array("123456789".utf8))
        let zip = maker.finish()
        #expect(zip.little(0, as: UInt32.self) == 0x0403_4B50)
        #expect(zip.little(6, as: UInt16.self) == 1 << 11 | 1 << 3)
        #expect(zip.little(8, as: UInt16.self) == 0)
        let content = 30 + 5 + 9
        #expect(Array(zip[content..<(content + 9)]) == Array("123456789".utf8))
        let descriptor = content + 9
        #expect(zip.little(descriptor, as: UInt32.self) == 0x0807_4B50)
        // The check value of CRC-32.
        #expect(zip.little(descriptor + 4, as: UInt32.self) == 0xCBF4_3926)
        #expect(zip.little(descriptor + 8, as: UInt32.self) == 9)
        let central = descriptor + 16
        #expect(zip.little(central, as: UInt32.self) == 0x0201_4B50)
        #expect(zip.little(central + 16, as: UInt32.self) == 0xCBF4_3926)
        #expect(zip.little(central + 38, as: UInt32.self) >> 16 == 0o100_644)
        let end = zip.count - 22
        #expect(zip.little(end, as: UInt32.self) == 0x0605_4B50)
        #expect(zip.little(end + 10, as: UInt16.self) == 1)
        #expect(zip.little(end + 12, as: UInt32.self) == UInt32(end - central))
        #expect(zip.little(end + 16, as: UInt32.self) == UInt32(central))
    }

    @Test("directories and empty files need no descriptor")
    func empty() throws {
        var maker = ArchiveMaker(.zip)
        try maker.add("d")
        try maker.add("d/e", [])
        let zip = maker.finish()
        #expect(zip.little(6, as: UInt16.self) == 1 << 11)
        #expect(Array(zip[30..<32]) == Array("d/".utf8))
        #expect(zip.little(30 + 2 + 9, as: UInt32.self) == 0x0403_4B50)
        #expect(zip.little(zip.count - 22 + 10, as: UInt16.self) == 2)
    }

    @Test(
        "from 4 GiB on fields have 64 bits",
        arguments: [0xFFFF_FFFE, 0xFFFF_FFFF, 0x1_4000_0000] as [Int64]
    )
    func large(size: Int64) throws {
        var maker = ArchiveMaker(.zip)
        try maker.skip("big", size: size)
        try maker.add("behind", [1])
        let zip = maker.finish()
        let isLarge = size >= 0xFFFF_FFFF
        #expect(zip.little(4, as: UInt16.self) == (isLarge ? 45 : 20))
        #expect(zip.little(18, as: UInt32.self) == (isLarge ? .max : 0))
        let extra = Int(zip.little(28, as: UInt16.self))
        #expect(extra == (isLarge ? 29 : 9))
        let descriptor = 30 + 3 + extra
        #expect(zip.little(descriptor, as: UInt32.self) == 0x0807_4B50)
        if isLarge {
            #expect(zip.little(descriptor + 8, as: UInt64.self) == UInt64(size))
        } else {
            #expect(zip.little(descriptor + 8, as: UInt32.self) == UInt32(size))
        }
        // Both need it: the second entry lies behind 4 GiB in any case.
        let locator = zip.count - 22 - 20
        #expect(zip.little(locator, as: UInt32.self) == 0x0706_4B50)
        #expect(zip.little(locator - 56, as: UInt32.self) == 0x0606_4B50)
        #expect(zip.little(locator - 56 + 32, as: UInt64.self) == 2)
        #expect(zip.little(zip.count - 22 + 16, as: UInt32.self) == .max)
    }

    @Test("65 535 entries are more than 16 bits hold", arguments: [65_534, 65_535, 70_000])
    func many(count: Int) throws {
        var maker = ArchiveMaker(.zip)
        for number in 0..<count { try maker.add("\(number)", []) }
        let zip = maker.finish()
        let shown = zip.little(zip.count - 22 + 10, as: UInt16.self)
        #expect(Int(shown) == min(count, 0xFFFF))
        let locator = zip.count - 22 - 20
        let has64 = zip.little(locator, as: UInt32.self) == 0x0706_4B50
        #expect(has64 == (count >= 65_535))
        if has64 { #expect(zip.little(locator - 56 + 32, as: UInt64.self) == UInt64(count)) }
    }

    struct Time: Sendable {
        let seconds: Int64
        let date: (Int, Int, Int)
        let time: (Int, Int, Int)
    }

    @Test(
        "times are UTC, and clamped to what the field holds",
        arguments: [
            Time(seconds: 1_565_237_893, date: (2019, 8, 8), time: (4, 18, 12)),
            Time(seconds: 951_782_400, date: (2000, 2, 29), time: (0, 0, 0)),
            Time(seconds: 4_107_542_399, date: (2100, 2, 28), time: (23, 59, 58)),
            Time(seconds: -1, date: (1980, 1, 1), time: (0, 0, 0)),
            Time(seconds: 1 << 40, date: (2107, 12, 31), time: (23, 59, 58)),
        ]
    )
    func times(_ item: Time) throws {
        var maker = ArchiveMaker(.zip)
        try maker.add("t", [], seconds: item.seconds)
        let zip = maker.bytes
        let (time, date) = (Int(zip.little(10, as: UInt16.self)), Int(zip.little(12, as: UInt16.self)))
        #expect((date >> 9, date >> 5 & 15, date & 31) == (item.date.0 - 1_980, item.date.1, item.date.2))
        #expect((time >> 11, time >> 5 & 63, (time & 31) * 2) == item.time)
        if (0...Int64(Int32.max)).contains(item.seconds) {
            #expect(zip.little(31, as: UInt16.self) == 0x5455)
            #expect(zip.little(36, as: Int32.self) == Int32(item.seconds))
        } else {
            #expect(zip.little(31, as: UInt16.self) == 0x000A)
        }
    }

    @Test("refuses what would make a broken archive")
    func misuse() throws {
        var encoder = ArchiveFormat.zip.encoder()
        _ = try encoder.begin(try ArchiveMaker.entry("a", .file(size: 2)))
        #expect(throws: ArchiveError.self) { _ = try encoder.end() }
        #expect(throws: ArchiveError.self) {
            try [UInt8](repeating: 0, count: 3).withUnsafeBytes { try encoder.content($0) }
        }
        #expect(throws: ArchiveError.self) {
            _ = try encoder.begin(try ArchiveMaker.entry("b", .directory))
        }
        let long = Array(repeating: String(repeating: "x", count: 255), count: 257).joined(separator: "/")
        var other = ArchiveFormat.zip.encoder()
        #expect(throws: ArchiveError.self) { _ = try other.begin(try ArchiveMaker.entry(long, .directory)) }
    }
}
