import HearthServer
import Testing

@Suite("QR codes")
struct QRCodeTests {
    @Test("have the three finders of the standard, and nothing around them")
    func finders() throws {
        let code = try #require(QRCode("http://nas.local:8650/#/invite/abc"))
        #expect(code.rows.count == code.width && code.rows.allSatisfy { $0.count == code.width })
        // Versions are 4 modules apart (ISO/IEC 18004, 6.3.2).
        #expect(code.width >= 21 && (code.width - 21) % 4 == 0)
        for row in [code.rows[0], code.rows[6]] { #expect(row.hasPrefix("11111110")) }
        #expect(code.rows[0].hasSuffix("01111111"))
        #expect(code.rows[code.width - 1].hasPrefix("11111110"))
        #expect(!code.isDark(row: -1, column: 0) && !code.isDark(row: 0, column: code.width))
    }

    @Test("are not made of what is too long") func tooLong() {
        #expect(QRCode(String(repeating: "a", count: 4_000)) == nil)
    }
}
