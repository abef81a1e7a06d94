import HearthWire
import Testing

@Suite("Accept-Language")
struct WireLanguageTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let header: String?
        let chinese: WireLanguage
        let english: WireLanguage
        init(_ header: String?, _ both: WireLanguage) {
            (self.header, chinese, english) = (header, both, both)
        }
        init(fallback header: String?) { (self.header, chinese, english) = (header, .chinese, .english) }
        var testDescription: String { header ?? "absent" }
    }

    @Test(
        "quality decides, then order, then the fallback",
        arguments: [
            Case(fallback: nil), Case(fallback: ""), Case(fallback: "fr, de;q=0.5"), Case(fallback: "*"),
            Case("zh-CN,zh;q=0.9,en;q=0.8", .chinese), Case("en-US,en;q=0.9,zh;q=0.8", .english),
            Case("zh;q=0.2, en;q=0.3", .english), Case("en;q=0.5,zh;q=0.5", .english),
            Case("EN-gb", .english),
            Case("fr, zh-Hant ; q = 0.1", .chinese), Case("zh;q=0", .english), Case("en;q=0", .chinese),
            Case("fr;q=1, en;q=0.1, *;q=0.05", .english), Case(fallback: "english"),
            Case(";;,,q=1,en", .english),
            Case("en;q=nan,zh;q=0.1", .chinese),
        ]
    )
    func choice(_ item: Case) {
        #expect(WireLanguage(acceptLanguage: item.header) == item.chinese)
        #expect(WireLanguage(acceptLanguage: item.header, fallback: .english) == item.english)
    }
}
