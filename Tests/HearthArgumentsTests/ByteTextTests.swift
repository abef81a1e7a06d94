import HearthArguments
import Testing

@Suite("Bytes as text")
struct ByteTextTests {
    @Test(
        "come back as they were",
        arguments: [
            [], Array("plain".utf8), Array("日本 🎈".utf8), [0xFF], [0x61, 0xFF, 0x62], [0xE6, 0x97],
            [0xC0, 0xAF],
            [0xED, 0xA0, 0x80], [0xF0, 0x9F, 0x8E], [0xF4, 0x8F, 0xBB, 0xBF], [0xF4, 0x8F, 0xBA, 0x80, 0xFF],
            [0xF4, 0x90, 0x80, 0x80], [0x80, 0xC3, 0xA9, 0xC3], Array(0x80...0xFF),
        ] as [[UInt8]]
    )
    func roundTrip(_ bytes: [UInt8]) { #expect(ByteText.bytes(ByteText.text(bytes)) == bytes) }

    @Test("UTF-8 is its own text, and no two names have one text")
    func texts() {
        for text in ["", "a", "é", "🎈", "\u{10FFFD}"] { #expect(ByteText.text(Array(text.utf8)) == text) }
        #expect(!ByteText.hasMarks("🎈"))
        let mark = ByteText.text([0xFF])
        #expect(ByteText.hasMarks(mark))
        #expect(ByteText.text(Array(mark.utf8)) != mark)
        #expect(ByteText.path("a") == [0x61, 0])
    }
}
