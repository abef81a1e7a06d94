import HearthHTTP
import Testing

@Suite("Cookies")
struct CookieTests {
    private func values(_ lines: String...) -> [String] {
        HTTPFields(lines.map { ("Cookie", $0) }).cookies(named: "key")
    }

    @Test("every cookie of a name, in order, from every line")
    func several() {
        #expect(values("key=1") == ["1"])
        #expect(values("a=b; key=1; c=d") == ["1"])
        #expect(values("key=1; key=2", "x=y; key=3") == ["1", "2", "3"])
        #expect(values() == [])
        #expect(HTTPFields([("cookie", "key=1")]).cookies(named: "key") == ["1"])
    }

    @Test("names are exact, values keep what they hold")
    func exact() {
        #expect(values("Key=1; keys=2; xkey=3; key =4; =5; key") == [])
        #expect(values("key=a=b; key=; key=\"q\"") == ["a=b", "", "\"q\""])
        #expect(values(";;  ;\tkey=1 \t;key=2,key=3") == ["1", "2,key=3"])
        #expect(values("x=\"; key=1\"") == ["1\""])
    }

    @Test("what is set is for this host alone, and out of reach of scripts and other sites")
    func set() {
        let plain = SetCookie(name: "key", value: "v_-", path: "/api/", maxAge: 5, isSecure: false)
        #expect(plain.text == "key=v_-; Path=/api/; Max-Age=5; HttpOnly; SameSite=Strict")
        let secure = SetCookie(name: "key", value: "", path: "/", maxAge: -1, isSecure: true)
        #expect(secure.text == "key=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict; Secure")
    }
}
