import Testing

@testable import HearthCrypto

@Suite("JSON of key files")
struct FlatJSONTests {
    @Test("reads texts and whole numbers, passes over the rest")
    func reading() throws {
        let text =
            " {\"a\" : \"x\\u00e9\\n\\ud83d\\ude00/\\/\", \"b\":-12,\r\n\t\"c\":[1,{\"a\":[]},\"\"],\"d\":{\"b\":1},"
            + "\"e\":1.5e3,\"f\":null,\"g\":true,\"h\":false,\"i\":99999999999999999999,\"ä\":0} \n"
        let json = try FlatJSON(Array(text.utf8))
        #expect(json.text("a") == "xé\n😀//")
        #expect(json.number("b") == -12)
        #expect(json.number("ä") == 0)
        for name in ["c", "d", "e", "f", "g", "h", "i"] {
            #expect(json.contains(name))
            #expect(json.text(name) == nil)
            #expect(json.number(name) == nil)
        }
        #expect(json.text("b") == nil)
        #expect(json.number("a") == nil)
        #expect(!json.contains("z"))
        #expect(try !FlatJSON(Array("{}".utf8)).contains("a"))
    }

    @Test(
        "damaged input is refused",
        arguments: [
            "", "{", "}", "[]", "\"a\"", "1", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{,}", "{\"a\":1}x",
            "{\"a\":1}{}",
            "{\"a\":01}", "{\"a\":1.}", "{\"a\":.5}", "{\"a\":+1}", "{\"a\":1e}", "{\"a\":-}", "{\"a\":nul}",
            "{'a':1}",
            "{\"a\":\"}", "{\"a\":\"\n\"}", "{\"a\":\"\\x\"}", "{\"a\":\"\\u12\"}", "{\"a\":\"\\ud800\"}",
            "{\"a\":\"\\udc00\"}", "{\"a\":\"\\ud800\\u0041\"}", "{\"a\":[1,]}", "{\"a\":[}",
            "{\"a\":1,\"a\":2}",
            "{\"a\":1,\"\\u0061\":2}", "\u{FEFF}{}", "{a:1}", "{\"a\":1 \"b\":2}", "{\"a\":tru", "{\"a\" 1}",
        ]
    )
    func damaged(_ text: String) {
        expectFailure(.invalidInput) { _ = try FlatJSON(Array(text.utf8)) }
    }

    @Test("depth and length are bounded, bytes that are not UTF-8 refused")
    func bounds() throws {
        let deep = { (levels: Int) in
            Array(
                (#"{"a":"# + String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
                    + "}").utf8
            )
        }
        _ = try FlatJSON(deep(15))
        expectFailure(.invalidInput) { _ = try FlatJSON(deep(16)) }
        expectFailure(.invalidInput) { _ = try FlatJSON(deep(20_000)) }
        let space = Array(repeating: UInt8(ascii: " "), count: FlatJSON.longestInput)
        expectFailure(.invalidInput) { _ = try FlatJSON(Array("{}".utf8) + space) }
        expectFailure(.invalidInput) { _ = try FlatJSON(Array("{\"".utf8) + [0xFF] + Array("\":1}".utf8)) }
    }
}
