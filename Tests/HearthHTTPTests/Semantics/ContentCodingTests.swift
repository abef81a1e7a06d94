import HearthHTTP
import Testing

@Suite("Content codings")
struct ContentCodingTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let lines: [String]
        let accepts: Bool
        var testDescription: String { "\(lines) \(accepts ? "take" : "do not take") gzip" }
    }

    @Test(
        "what a client takes",
        arguments: [
            Case(lines: [], accepts: false), Case(lines: [""], accepts: false),
            Case(lines: ["gzip"], accepts: true),
            Case(lines: ["br", "deflate, gzip"], accepts: true), Case(lines: ["GZip ; Q=0.1"], accepts: true),
            Case(lines: ["gzip;q=0"], accepts: false), Case(lines: ["gzip; q=0.000"], accepts: false),
            Case(lines: ["*"], accepts: true), Case(lines: ["*;q=0"], accepts: false),
            Case(lines: ["*, gzip;q=0"], accepts: false), Case(lines: ["gzip;q=0, *"], accepts: false),
            Case(lines: ["gzip;q=1, *;q=0"], accepts: true),
            Case(lines: ["identity, x-gzip"], accepts: false),
            Case(lines: [",,;,;q=0"], accepts: false),
        ]
    )
    func accepts(_ item: Case) {
        let headers = HTTPFields(item.lines.map { ("Accept-Encoding", $0) })
        #expect(ContentCoding.accepts("gzip", headers) == item.accepts)
    }
}
