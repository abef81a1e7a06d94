import HearthHTTP
import HearthTesting
import Testing

@Suite("HTTP dates")
struct HTTPDateTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let text: String
        let seconds: Int64?
        var testDescription: String { "'\(text)'" }
    }

    @Test(
        "writes IMF-fixdate",
        arguments: [
            Case(text: "Thu, 01 Jan 1970 00:00:00 GMT", seconds: 0),
            Case(text: "Sun, 06 Nov 1994 08:49:37 GMT", seconds: 784_111_777),
            Case(text: "Wed, 31 Dec 1969 23:59:59 GMT", seconds: -1),
            Case(text: "Tue, 29 Feb 2000 12:00:00 GMT", seconds: 951_825_600),
            Case(text: "Tue, 19 Jan 2038 03:14:08 GMT", seconds: 2_147_483_648),
            Case(text: "Mon, 01 Mar 2100 00:00:00 GMT", seconds: 4_107_542_400),
            Case(text: "Sat, 01 Jan 0000 00:00:00 GMT", seconds: -62_167_219_200),
            Case(text: "Fri, 31 Dec 9999 23:59:59 GMT", seconds: 253_402_300_799),
        ]
    )
    func format(_ item: Case) {
        #expect(item.seconds.map(HTTPDate.format) == item.text)
        #expect(HTTPDate.parse(item.text) == item.seconds)
    }

    @Test("clamps to what four digits of year can say")
    func clamp() {
        #expect(HTTPDate.format(.max) == "Fri, 31 Dec 9999 23:59:59 GMT")
        #expect(HTTPDate.format(.min) == "Sat, 01 Jan 0000 00:00:00 GMT")
    }

    @Test(
        "reads the other forms and refuses the rest",
        arguments: [
            Case(text: "Sunday, 06-Nov-94 08:49:37 GMT", seconds: 784_111_777),
            Case(text: "Sun Nov  6 08:49:37 1994", seconds: 784_111_777),
            Case(text: "Wed Nov 16 08:49:37 1994", seconds: 784_975_777),
            Case(text: "Mon, 06 Nov 1994 08:49:60 GMT", seconds: 784_111_800),
            Case(text: "", seconds: nil),
            Case(text: "0", seconds: nil),
            Case(text: "Sun, 06 Nov 1994 08:49:37 UTC", seconds: nil),
            Case(text: "Sun, 06 Nov 1994 08:49:37 GMT ", seconds: nil),
            Case(text: "Sun, 6 Nov 1994 08:49:37 GMT", seconds: nil),
            Case(text: "Sun, 31 Nov 1994 08:49:37 GMT", seconds: nil),
            Case(text: "Sun, 00 Nov 1994 08:49:37 GMT", seconds: nil),
            Case(text: "Sun, 29 Feb 1900 08:49:37 GMT", seconds: nil),
            Case(text: "Sun, 06 Nov 1994 24:00:00 GMT", seconds: nil),
            Case(text: "Sun, 06 Nov 1994 08:60:00 GMT", seconds: nil),
            Case(text: "Sun, 06 nov 1994 08:49:37 GMT", seconds: nil),
            Case(text: "Xxx, 06 Nov 1994 08:49:37 GMT", seconds: nil),
            Case(text: "Sun, 06 Nov +994 08:49:37 GMT", seconds: nil),
        ]
    )
    func parse(_ item: Case) {
        #expect(HTTPDate.parse(item.text, now: 1_700_000_000) == item.seconds)
    }

    @Test("a two-digit year is at most 50 years ahead")
    func century() {
        let year2023: Int64 = 1_700_000_000
        #expect(HTTPDate.parse("Sunday, 01-Jan-73 00:00:00 GMT", now: year2023) == 3_250_454_400)
        #expect(HTTPDate.parse("Tuesday, 01-Jan-74 00:00:00 GMT", now: year2023) == 126_230_400)
    }

    @Test("what is written is read back")
    func roundTrip() {
        var random = SplitMix64(seed: 11)
        for _ in 0..<2000 {
            let seconds = Int64.random(in: -62_167_219_200...253_402_300_799, using: &random)
            #expect(HTTPDate.parse(HTTPDate.format(seconds)) == seconds)
        }
    }
}
