import HearthWire
import Testing

@Suite("Writing JSON")
struct JSONWriterTests {
    private func text(_ write: (inout JSONWriter) -> Void) -> String {
        var writer = JSONWriter()
        write(&writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    @Test("commas stand between values and nowhere else")
    func commas() {
        let json = text { writer in
            writer.beginObject()
            writer.key("a")
            writer.beginArray()
            writer.int(1)
            writer.beginObject()
            writer.endObject()
            writer.beginArray()
            writer.endArray()
            writer.null()
            writer.endArray()
            writer.key("b")
            writer.bool(true)
            writer.key(dynamic: "c\"")
            writer.raw(Array("[2]".utf8))
            writer.key("d")
            writer.array(["x", "y"])
            writer.endObject()
        }
        #expect(json == #"{"a":[1,{},[],null],"b":true,"c\"":[2],"d":["x","y"]}"#)
    }

    @Test("whole numbers of every size", arguments: [0, 9, 10, -1, 1_234_567_890_123, .max, .min] as [Int64])
    func numbers(_ number: Int64) {
        #expect(text { $0.int(number) } == String(number))
    }

    @Test("what JSON cannot hold is null")
    func fractions() {
        #expect(text { $0.double(1.5) } == "1.5")
        #expect(text { $0.double(.infinity) } == "null")
    }

    @Test("strings are escaped and read back the same")
    func strings() throws {
        let every =
            String(String.UnicodeScalarView((0..<0x300).compactMap { Unicode.Scalar($0) })) + "文件😀\u{2028}"
        var writer = JSONWriter()
        writer.string(every)
        #expect(try JSONValue(parsing: writer.bytes) == .string(every))
        #expect(!writer.bytes.contains { $0 < 0x20 })
        #expect(text { $0.string("a\"b\\c\n\r\t\u{1}\u{1f}") } == #""a\"b\\c\n\r\t\u0001\u001f""#)
    }

    @Test("a character to escape is found at every place", arguments: ["\"", "\\", "\0", "\u{1F}", "\n"])
    func places(_ special: String) throws {
        for before in 0..<20 {
            for filler in ["a", "\u{7F}", "\u{20}", "é", "!", "]"] {
                let text =
                    String(repeating: filler, count: before) + special + String(repeating: filler, count: 20)
                var writer = JSONWriter()
                writer.string(text + special)
                #expect(try JSONValue(parsing: writer.bytes) == .string(text + special))
                #expect(!writer.bytes.contains { $0 < 0x20 })
            }
        }
    }

    @Test("bytes that are no UTF-8 become replacement characters")
    func bytes() {
        #expect(text { $0.string(utf8Bytes: [0x61, 0xFF, 0x62]) } == "\"a\u{FFFD}b\"")
        #expect(text { $0.string(utf8Bytes: Array("é\"".utf8)) } == "\"é\\\"\"")
        #expect(text { $0.string(utf8Bytes: Array("a\"".utf8)) } == "\"a\\\"\"")
    }
}
