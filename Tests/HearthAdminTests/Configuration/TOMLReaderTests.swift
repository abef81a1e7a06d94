import HearthTOML
import HearthAdmin
import Testing

@Suite("The part of TOML that config.toml uses")
struct TOMLReaderTests {
    struct Accepted: Sendable, CustomTestStringConvertible {
        let text: String
        let entries: [String: SettingValue]
        var testDescription: String { text.debugDescription }
    }

    @Test(
        "reads",
        arguments: [
            Accepted(text: "", entries: [:]),
            Accepted(text: "# only a comment", entries: [:]),
            Accepted(text: "a = 1", entries: ["a": .integer(1)]),
            Accepted(
                text: "a=-1_000 # note\r\nb = +0\n",
                entries: ["a": .integer(-1_000), "b": .integer(0)]
            ),
            Accepted(text: "a = true\nb = false", entries: ["a": .boolean(true), "b": .boolean(false)]),
            Accepted(text: "a = \"x # y\"", entries: ["a": .text("x # y")]),
            Accepted(text: #"a = "q\"\\\n\t\u00e9\U0001F600""#, entries: ["a": .text("q\"\\\n\té😀")]),
            Accepted(text: #"a = 'C:\new'"#, entries: ["a": .text(#"C:\new"#)]),
            Accepted(text: "a = ''", entries: ["a": .text("")]),
            Accepted(text: "a = []", entries: ["a": .list([])]),
            Accepted(
                text: "a = [ \"x\", # one\n  'y',\n]\nb = 2",
                entries: ["a": .list(["x", "y"]), "b": .integer(2)]
            ),
            Accepted(
                text: "[s]\na = 1\n[t.u] # sub\nb-c_1 = 2",
                entries: ["s.a": .integer(1), "t.u.b-c_1": .integer(2)]
            ),
            Accepted(text: "s.a = 1\n\n  [ t ]\n\tb = 2", entries: ["s.a": .integer(1), "t.b": .integer(2)]),
            Accepted(text: "\u{FEFF}a = 1", entries: ["a": .integer(1)]),
        ]
    )
    func reads(_ item: Accepted) throws {
        let entries = try TOMLReader.entries(of: Array(item.text.utf8))
        #expect(entries.count == item.entries.count)
        for entry in entries { #expect(item.entries[entry.key] == entry.value) }
    }

    struct Refused: Sendable, CustomTestStringConvertible {
        let text: String
        let line: Int
        let words: String
        var testDescription: String { text.debugDescription }
    }

    @Test(
        "refuses with the line",
        arguments: [
            Refused(text: "a", line: 1, words: "expected ="),
            Refused(text: "\n\na =", line: 3, words: "missing"),
            Refused(text: "a = # nothing", line: 1, words: "missing"),
            Refused(text: "a = 1.5", line: 1, words: "whole number"),
            Refused(text: "a = 1979-05-27", line: 1, words: "whole number"),
            Refused(text: "a = 007", line: 1, words: "whole number"),
            Refused(text: "a = 1__0", line: 1, words: "whole number"),
            Refused(text: "a = 0x10", line: 1, words: "whole number"),
            Refused(text: "a = 99999999999999999999", line: 1, words: "whole number"),
            Refused(text: "a = info", line: 1, words: "quotation marks: \"info\""),
            Refused(text: "a = \"open", line: 1, words: "closing"),
            Refused(text: "a = \"open\nb = 1\"", line: 1, words: "closing"),
            Refused(text: #"a = "\x""#, line: 1, words: "no escape"),
            Refused(text: #"a = "\ud800""#, line: 1, words: "hexadecimal"),
            Refused(text: "a = \"\"\"long\"\"\"", line: 1, words: "several lines"),
            Refused(text: "a = { b = 1 }", line: 1, words: "inline tables"),
            Refused(text: "\n[[a]]", line: 2, words: "arrays of tables"),
            Refused(text: "a = [1]", line: 1, words: "strings"),
            Refused(text: "\na = [\"x\"\n# never closed", line: 3, words: ", or ]"),
            Refused(text: "\na = [\"x\",\n", line: 2, words: "no ]"),
            Refused(text: "a = 1 b = 2", line: 1, words: "does not belong"),
            Refused(text: "a = 1\n\na = 2", line: 3, words: "line 1"),
            Refused(text: "s.a = 1\n[s]\na = 2", line: 3, words: "line 1"),
            Refused(text: "[s]\n[s]", line: 2, words: "twice"),
            Refused(text: "[s", line: 1, words: "expected ]"),
            Refused(text: "[]", line: 1, words: "expected a name"),
            Refused(text: "\"quoted\" = 1", line: 1, words: "expected a name"),
            Refused(text: "a. = 1", line: 1, words: "expected a name"),
        ]
    )
    func refuses(_ item: Refused) {
        let error = #expect(throws: TOMLError.self) { try TOMLReader.entries(of: Array(item.text.utf8)) }
        #expect(error?.line == item.line)
        #expect(error?.message.contains(item.words) == true, "\(error?.message ?? "")")
    }

    @Test("refuses bytes that are no text")
    func bytes() {
        #expect(throws: TOMLError.self) { try TOMLReader.entries(of: [0x61, 0x3D, 0xFF]) }
    }
}
