import Testing

@testable import HearthHTTP

@Suite("Trailer sections")
struct TrailerScannerTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let text: String
        /// Bytes of the section, or nil when it is refused.
        let end: Int?
        var testDescription: String { text.debugDescription }
    }

    @Test(
        "end at the empty line or are refused, split at every byte",
        arguments: [
            Case(text: "\r\nGET", end: 2),
            Case(text: "A: b\r\n\r\nGET", end: 8),
            Case(text: "A:\r\nb-c:\td \r\n\r\n", end: 15),
            Case(text: "A: \u{FC}\r\n\r\n", end: 9),
            Case(text: "\nGET", end: nil),
            Case(text: "\r\r\n", end: nil),
            Case(text: "A: b\n\r\n", end: nil),
            Case(text: "A: b\r\n\n", end: nil),
            Case(text: "A: b\rc\r\n\r\n", end: nil),
            Case(text: " A: b\r\n\r\n", end: nil),
            Case(text: "A: b\r\n c\r\n\r\n", end: nil),
            Case(text: ": b\r\n\r\n", end: nil),
            Case(text: "A : b\r\n\r\n", end: nil),
            Case(text: "A\r\n\r\n", end: nil),
            Case(text: "A: \0\r\n\r\n", end: nil),
            Case(text: "A: \u{7F}\r\n\r\n", end: nil),
        ]
    )
    func read(_ item: Case) {
        let bytes = Array(item.text.utf8)
        for cut in 0...bytes.count {
            var scanner = TrailerScanner()
            let end =
                try? bytes[..<cut].withUnsafeBytes { try scanner.feed($0) }
                ?? bytes[cut...].withUnsafeBytes { try scanner.feed($0) }.map { $0 + cut }
            #expect(end == item.end, "cut at \(cut)")
        }
    }
}
