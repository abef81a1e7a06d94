import HearthHTTP
import Testing

@Suite("Query items")
struct QueryItemsTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let raw: String
        let name: String
        let values: [String]
        var testDescription: String { "\(name) in '\(raw)'" }
    }

    @Test(
        "decode each side once",
        arguments: [
            Case(raw: "a=1&b=2&a=3", name: "a", values: ["1", "3"]),
            Case(raw: "a", name: "a", values: [""]),
            Case(raw: "a=", name: "a", values: [""]),
            Case(raw: "=x", name: "", values: ["x"]),
            Case(raw: "&&a=1&", name: "a", values: ["1"]),
            Case(raw: "a=b=c", name: "a", values: ["b=c"]),
            Case(raw: "a=1+2%2B3", name: "a", values: ["1 2+3"]),
            Case(raw: "p=%2541", name: "p", values: ["%41"]),
            Case(raw: "%61=1", name: "a", values: ["1"]),
            Case(raw: "%2561=1", name: "a", values: []),
            Case(raw: "%2561=1", name: "%61", values: ["1"]),
            Case(raw: "a=%", name: "a", values: ["%"]),
            Case(raw: "a=%4", name: "a", values: ["%4"]),
            Case(raw: "a=%zz%41", name: "a", values: ["%zzA"]),
            Case(raw: "a=%26b%3D1", name: "a", values: ["&b=1"]),
            Case(raw: "a=%E6%97%A5%F0%9F%92%AB", name: "a", values: ["日💫"]),
            Case(raw: "a=%ff", name: "a", values: ["\u{FFFD}"]),
            Case(raw: "", name: "", values: []),
            Case(raw: "A=1", name: "a", values: []),
            Case(raw: "u%CC%88=1", name: "\u{FC}", values: []),
        ]
    )
    func lookup(_ item: Case) {
        let query = HTTPRequest(.get, "/?\(item.raw)").query
        #expect(query.all(item.name).map { Array($0.utf8) } == item.values.map { Array($0.utf8) })
        #expect(query.first(item.name).map { Array($0.utf8) } == item.values.first.map { Array($0.utf8) })
    }

    @Test("keep bytes that are no text")
    func bytes() {
        let query = QueryItems(Array("a=%ff%00&b".utf8))
        #expect(query.firstBytes("a") == [0xFF, 0])
        #expect(query.all.map(\.name) == [Array("a".utf8), Array("b".utf8)])
        #expect(query.firstBytes("c") == nil)
        #expect(!query.isEmpty && QueryItems([]).isEmpty)
    }
}
