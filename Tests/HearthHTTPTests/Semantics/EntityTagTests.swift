import Testing

@testable import HearthHTTP

@Suite("Entity tags")
struct EntityTagTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let lines: [String]
        let count: Int?
        var testDescription: String { "\(lines)" }
    }

    @Test(
        "lists",
        arguments: [
            Case(lines: [#""a""#], count: 1),
            Case(lines: [#"W/"a""#], count: 1),
            Case(lines: [#""""#], count: 1),
            Case(lines: [#""a","b", W/"c""#], count: 3),
            Case(lines: [#""a""#, #""b""#], count: 2),
            Case(lines: [#", ,"a",, "b" ,"#], count: 2),
            Case(lines: [#""a,b""#], count: 1),
            Case(lines: [#""a" "b""#], count: nil),
            Case(lines: ["a"], count: nil),
            Case(lines: [#""a"#], count: nil),
            Case(lines: [#"w/"a""#], count: nil),
            Case(lines: [#""a b""#], count: nil),
            Case(lines: [#""a", *"#], count: nil),
            Case(lines: ["*", #""a""#], count: nil),
            Case(lines: [""], count: nil),
            Case(lines: [","], count: nil),
        ]
    )
    func lists(_ item: Case) {
        switch EntityTagCondition(item.lines) {
        case .tags(let tags): #expect(tags.count == item.count)
        case .malformed: #expect(item.count == nil)
        case .any: Issue.record("taken for *")
        }
    }

    @Test("a star alone means anything", arguments: ["*", " * ", "\t*"])
    func star(_ text: String) { #expect(EntityTagCondition([text]) == .any) }

    @Test("compares as RFC 9110's table says")
    func comparison() throws {
        let weak1 = try #require(EntityTag(#"W/"1""#))
        let weak2 = try #require(EntityTag(#"W/"2""#))
        let strong1 = try #require(EntityTag(#""1""#))
        #expect(!weak1.stronglyMatches(weak1) && weak1.weaklyMatches(weak1))
        #expect(!weak1.stronglyMatches(weak2) && !weak1.weaklyMatches(weak2))
        #expect(!weak1.stronglyMatches(strong1) && weak1.weaklyMatches(strong1))
        #expect(strong1.stronglyMatches(strong1) && strong1.weaklyMatches(strong1))
    }

    @Test("two spellings of one letter are two tags")
    func bytes() throws {
        let composed = try #require(EntityTag("\"\u{FC}\""))
        let decomposed = try #require(EntityTag("\"u\u{308}\""))
        #expect(!composed.weaklyMatches(decomposed))
    }
}
