import HearthWire
import Testing

@Suite("Reading JSON")
struct JSONReaderTests {
    private func parse(_ text: String) throws -> JSONValue { try JSONValue(parsing: Array(text.utf8)) }

    @Test("reads every kind of value")
    func kinds() throws {
        let value = try parse(#" {"a":[1,-2.5,1e2,true,false,null,"x"],"b":{"c":""},"a2":{}} "#)
        #expect(
            value["a"]
                == .array([
                    .int(1), .double(-2.5), .double(100), .bool(true), .bool(false), .null, .string("x"),
                ])
        )
        #expect(value["b"]?["c"]?.string == "")
        #expect(value["a2"] == .object([:]))
        #expect(value["missing"] == nil)
    }

    @Test("escapes, surrogate pairs and raw UTF-8")
    func escapes() throws {
        #expect(try parse(#""\"\\\/\b\f\n\r\t\u00e9\uD83D\ude00文""#) == .string("\"\\/\u{8}\u{C}\n\r\té😀文"))
        #expect(try parse(#""\u0000""#) == .string("\0"))
    }

    @Test("bytes of a string stay as they were sent")
    func normalisation() throws {
        let decomposed = "e\u{301}"
        #expect(try parse("\"\(decomposed)\"").string.map { Array($0.utf8) } == Array(decomposed.utf8))
    }

    @Test("the last of equal names counts")
    func duplicates() throws {
        #expect(try parse(#"{"a":1,"a":2}"#)["a"]?.int == 2)
    }

    @Test("a byte order mark is skipped")
    func mark() throws {
        #expect(try JSONValue(parsing: [0xEF, 0xBB, 0xBF] + Array("[]".utf8)) == .array([]))
    }

    @Test(
        "refuses what is not JSON",
        arguments: [
            "", " ", "{", "}", "[", "]", "[1,]", "[,1]", "[1 2]", "{\"a\"}", "{\"a\":}", "{\"a\":1,}",
            "{a:1}", "{1:1}",
            "01", "-", "+1", "1.", ".5", "1e", "1e+", "0x1", "1 2", "nul", "nulll", "True", "NaN", "1e999",
            "\"", "\"\\", "\"\\x\"", "\"\\u12\"", "\"\\u+123\"", "\"\n\"", "\"\\ud800\"",
            "\"\\ud800\\u0041\"",
            "\"\\udc00\"", "'a'", "[1]//", "/**/1", "--1", "-01", "\"\\u12g4\"",
        ]
    )
    func refusals(_ text: String) {
        #expect(throws: JSONError.self) { try parse(text) }
    }

    @Test("refuses strings that are no UTF-8")
    func encoding() {
        for bad: [UInt8] in [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xE6, 0x96]] {
            #expect(throws: JSONError.self) { try JSONValue(parsing: [0x22] + bad + [0x22]) }
        }
    }

    @Test("nesting is limited")
    func depth() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        _ = try parse(nested(32))
        #expect(throws: JSONError.self) { try parse(nested(33)) }
        #expect(throws: JSONError.self) { try parse(String(repeating: "{\"a\":", count: 100_000)) }
        #expect(throws: JSONError.self) { try parse(String(repeating: "[", count: 100_000)) }
    }

    @Test("accessors are as lenient as the contract needs")
    func accessors() throws {
        #expect(try parse("3.0").int == 3)
        #expect(try parse("3.5").int == nil)
        #expect(try parse("1e300").int == nil)
        #expect(try parse("\"3\"").int == nil)
        #expect(try parse("9223372036854775807").int == .max)
        #expect(try parse("9223372036854775808").int == nil)
        #expect(try parse("1").bool == true)
        #expect(try parse("0").bool == false)
        #expect(try parse("2").bool == nil)
        #expect(try parse("true").bool == true)
        #expect(try parse(#"["a","b"]"#).stringArray == ["a", "b"])
        #expect(try parse(#"["a",1]"#).stringArray == nil)
        #expect(try parse("[1,2.0]").intArray == [1, 2])
        #expect(try parse("7").double == 7)
    }

    @Test("what the writer writes, the reader reads")
    func roundTrip() throws {
        let value = try parse(#"{"a":[1,2.5,"\u0007",{"b":null}],"c":-9007199254740993}"#)
        #expect(try JSONValue(parsing: value.jsonBytes) == value)
    }
}
