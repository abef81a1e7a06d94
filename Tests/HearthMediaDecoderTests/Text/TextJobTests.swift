import HearthMedia
import HearthMediaDecoder
import Testing

@Suite("The first lines of texts")
struct TextJobTests {
    private func excerpt(_ bytes: [UInt8]) throws -> String? {
        let job = MediaJob(kind: .text, fileExtension: "txt", size: Int64(bytes.count), outputs: [])
        let media = try TextJob.run(job, MemorySource(bytes))
        #expect(media.facts.kind == .text)
        #expect(media.images.isEmpty)
        return media.facts.excerpt
    }

    private func refusal(_ bytes: [UInt8]) -> MediaRefusal? {
        do {
            _ = try excerpt(bytes)
            return nil
        } catch {
            return (error as? DecodeError)?.refusal
        }
    }

    @Test("keeps eight lines")
    func lines() throws {
        let text = (1...20).map { "line \($0)" }.joined(separator: "\n")
        #expect(
            try excerpt(Array(text.utf8)) == (1...8).map { "line \($0)" }.joined(separator: "\n")
        )
    }

    @Test(
        "ends lines as anybody writes them",
        arguments: ["a\nb", "a\r\nb\r\n", "a\rb", "\u{FEFF}a\nb", "\n\r\n  \na  \nb\n\n", "a\u{2028}b"]
    )
    func lineEnds(_ text: String) throws {
        #expect(try excerpt(Array(text.utf8)) == "a\nb")
    }

    @Test("cuts between characters as people see them, at 512 bytes")
    func cut() throws {
        let family = "👨‍👩‍👧‍👦"
        let text = try #require(try excerpt(Array(String(repeating: family, count: 400).utf8)))
        #expect(text == String(repeating: family, count: 512 / family.utf8.count))
        #expect(try excerpt(Array(String(repeating: "x", count: 100_000).utf8))?.utf8.count == 512)
        // A letter with more marks than fit is no excerpt.
        #expect(try excerpt(Array(("e" + String(repeating: "\u{301}", count: 600)).utf8)) == nil)
    }

    @Test("bears the end of what is looked at in the middle of a character", arguments: 0..<4)
    func window(_ shift: Int) throws {
        let bytes =
            Array(String(repeating: "x", count: shift).utf8)
            + Array(String(repeating: "語𝄞", count: 3000).utf8)
        #expect(try excerpt(bytes)?.contains("語𝄞") == true)
    }

    @Test("leaves out what is not seen or turns the text around")
    func hidden() throws {
        #expect(try excerpt(Array("a\u{202E}b\u{2066}c\u{200F}d\u{AD}e\u{7}f".utf8)) == "abcdef")
        #expect(try excerpt(Array("\u{1B}[31mred\u{1B}[0m\tblue".utf8)) == "red  blue")
        #expect(try excerpt(Array("می\u{200C}خواهم".utf8)) == "می\u{200C}خواهم")
        #expect(try excerpt(Array("\u{E0041}\u{E0042}x".utf8)) == "x")
    }

    @Test("reads UTF-16 with its mark, either way round")
    func utf16() throws {
        let text = "Grüße, 世界 🌍\r\nzwei"
        let little = text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
        let big = text.utf16.flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] }
        #expect(try excerpt([0xFF, 0xFE] + little) == "Grüße, 世界 🌍\nzwei")
        #expect(try excerpt([0xFE, 0xFF] + big) == "Grüße, 世界 🌍\nzwei")
        #expect(try excerpt([0xFF, 0xFE] + little + [0x41]) == "Grüße, 世界 🌍\nzwei")
        #expect(refusal([0xFF, 0xFE, 0x00, 0xDC, 0x41, 0x00]) == .unknown)
        #expect(refusal(little) == .unknown)
    }

    @Test("reads Chinese of older systems")
    func chinese() throws {
        // "中文文件\r\n第二行" in GB 2312; "𠮷" needs four bytes (GB 18030).
        let bytes: [UInt8] = [
            0xD6, 0xD0, 0xCE, 0xC4, 0xCE, 0xC4, 0xBC, 0xFE, 0x0D, 0x0A, 0xB5, 0xDA, 0xB6, 0xFE, 0xD0, 0xD0,
        ]
        #expect(try excerpt(bytes) == "中文文件\n第二行")
        #expect(try excerpt(bytes + [0x95, 0x34, 0xB2, 0x35]) == "中文文件\n第二行𠮷")
        #expect(try excerpt(bytes + [0xD6]) == "中文文件\n第二行")
        // One after the other: nothing of the last text stays in the converter.
        #expect(try excerpt(bytes) == "中文文件\n第二行")
    }

    @Test("reads western texts of older systems")
    func western() throws {
        let bytes = Array("M\u{1}ller f\u{1}hrt f\u{1}r 5 ".utf8).map { $0 == 1 ? 0xFC : $0 } + [0x80]
        #expect(try excerpt(bytes) == "Müller führt für 5 €")
        #expect(try excerpt([0x63, 0x61, 0x66, 0xE9]) == "café")
    }

    @Test("refuses what is no text")
    func binary() {
        #expect(refusal([]) == .unknown)
        #expect(refusal([0x7F, 0x45, 0x4C, 0x46, 2, 1, 1, 0]) == .unknown)
        #expect(refusal(Array("some words\0more".utf8)) == .unknown)
        #expect(refusal(Array("\u{1}\u{2}\u{3}\u{4}\u{5}\u{6}".utf8)) == .unknown)
        #expect(refusal((0..<4096).map { _ in UInt8.random(in: 1...255) }) == .unknown)
        #expect(refusal([0xC0, 0x80, 0x81, 0x8D, 0x90]) == .unknown)
    }

    @Test("says nothing of a text without a word, and never reads more than it needs")
    func empty() throws {
        #expect(try excerpt(Array(" \n\t\n".utf8)) == nil)
        let source = MemorySource(Array(repeating: 0x61, count: 1 << 20))
        let outputs = [MediaOutput(edge: 256, format: .webp), MediaOutput(edge: 1280, format: .jpeg)]
        let job = MediaJob(kind: .text, fileExtension: "", size: source.size, outputs: outputs)
        #expect(try TextJob.run(job, source).images == [[], []])
        #expect(source.handedOut <= 8192)
    }
}
