import HearthDrive
import Testing

@Suite("What programs may ask")
struct OAuthRequestTests {
    @Test(
        "answers go to the loopback interface at any port, or to the app's own scheme",
        arguments: [
            ("hearth-cli", "http://127.0.0.1:1/", "http://127.0.0.1:1"),
            ("hearth-cli", "http://127.0.0.1:65535/a/b.c", "http://127.0.0.1:65535"),
            ("hearth-cli", "http://[::1]:8080/callback", "http:"),
            ("hearth-ios", "hearth://oauth", "hearth:"),
        ]
    )
    func goodRedirect(_ client: String, _ address: String, _ source: String) throws {
        let redirect = try RedirectAddress(address, of: try #require(OAuthClient.named(client)))
        #expect(redirect.formSource == source)
        #expect(
            redirect.with([("code", "a b"), ("state", "&é\r\n")]) == address
                + "?code=a%20b&state=%26%C3%A9%0D%0A"
        )
    }

    @Test(
        "answers go nowhere else",
        arguments: [
            "", "http://127.0.0.1/cb", "http://127.0.0.1:80", "http://127.0.0.1:0/",
            "http://127.0.0.1:65536/",
            "http://127.0.0.1:080/", "http://127.0.0.1:8٣/", "http://127.0.0.1:+8/", "https://127.0.0.1:80/",
            "HTTP://127.0.0.1:80/", "http://127.0.0.1:80@evil.example/", "http://127.0.0.1:80#@evil.example/",
            "http://127.0.0.1.evil.example:80/", "http://evil.example:80/", "http://localhost:80/",
            "http://127.0.0.1:80/?next=x", "http://127.0.0.1:80/#x", "http://127.0.0.1:80/%2e%2e",
            "http://127.0.0.1:80/\\evil", "http://127.0.0.1:80/a\r\nX: y", "http://127.0.0.1:80/a b",
            "http://127.0.0.2:80/", "http://2130706433:80/", "http://[::1]:80",
            "http://[::ffff:127.0.0.1]:80/",
            "http://::1:80/", "//127.0.0.1:80/", "javascript:alert(1)", "data:text/html,x", "hearth://oauth",
            "http://user@127.0.0.1:80/", " http://127.0.0.1:80/", "http://127.0.0.1:80/;form-action *",
            "http://127.0.0.1:80/" + String(repeating: "a", count: 600),
        ]
    )
    func badRedirect(_ address: String) {
        #expect(throws: OAuthError.self) { try RedirectAddress(address, of: .commandLine) }
        if address != "hearth://oauth" {
            #expect(throws: OAuthError.self) { try RedirectAddress(address, of: .phone) }
        }
    }

    @Test("the app's address is compared byte for byte")
    func exact() {
        for address in [
            "hearth://oauth/", "hearth://OAuth", "hearth:oauth", "hearth://oauth?x", "hearth://oauth2",
        ] {
            #expect(throws: OAuthError.self) { try RedirectAddress(address, of: .phone) }
        }
    }

    @Test("the challenge is of S256 and nothing else; the verifier of 43 to 128 unreserved characters")
    func challenge() throws {
        let challenge = try AskingProgram.request().challenge
        #expect(challenge.fits(AskingProgram.verifier))
        for wrong in [
            "", AskingProgram.challenge, AskingProgram.verifier + "a", String(repeating: "a", count: 129),
        ] {
            #expect(!challenge.fits(wrong))
        }
        let bad: [[String: String?]] = [
            ["code_challenge_method": "plain"], ["code_challenge_method": nil],
            ["code_challenge_method": "s256"],
            ["code_challenge": nil], ["code_challenge": "short"],
            ["code_challenge": AskingProgram.challenge + "="],
            ["code_challenge": AskingProgram.challenge + "A"],
            ["code_challenge": String(repeating: "+", count: 43)],
        ]
        for changes in bad {
            #expect(throws: OAuthError.self, "\(changes)") { try AskingProgram.request(changes) }
        }
    }

    @Test("response type, mode, scope and state")
    func rest() throws {
        func refusal(_ changes: [String: String?]) -> OAuthError.Code? {
            do {
                _ = try AskingProgram.request(changes)
                return nil
            } catch { return (error as? OAuthError)?.code }
        }
        #expect(refusal([:]) == nil && refusal(["scope": "all", "response_mode": "query"]) == nil)
        #expect(refusal(["state": nil]) == nil && refusal(["scope": ""]) == nil)
        #expect(refusal(["response_type": "token"]) == .unsupportedResponseType)
        #expect(refusal(["response_type": "code token"]) == .unsupportedResponseType)
        #expect(refusal(["response_type": nil]) == .invalidRequest)
        #expect(refusal(["response_mode": "fragment"]) == .invalidRequest)
        #expect(refusal(["scope": "all admin"]) == .invalidScope)
        #expect(refusal(["state": String(repeating: "x", count: 2_049)]) == .invalidRequest)
        #expect(
            refusal(["state": "a\u{0}b"]) == .invalidRequest && refusal(["state": "é"]) == .invalidRequest
        )
        #expect(refusal(["client_id": "hearth-web"]) == .invalidClient)
        #expect(refusal(["client_id": "Hearth-CLI"]) == .invalidClient)
    }

    @Test("what comes twice is refused, what comes empty is left out")
    func parameters() throws {
        func parameters(_ pairs: [(String, String)]) -> OAuthParameters {
            OAuthParameters(pairs.map { (Array($0.0.utf8), Array($0.1.utf8)) })
        }
        #expect(try parameters([("a", ""), ("a", "1")]).optional("a") == "1")
        #expect(try parameters([("a", "")]).optional("a") == nil)
        #expect(throws: OAuthError.self) { try parameters([("a", "1"), ("a", "1")]).optional("a") }
        #expect(throws: OAuthError.self) { try parameters([]).required("a") }
        #expect(throws: OAuthError.self) { try OAuthParameters([(Array("a".utf8), [0xFF])]).optional("a") }
    }

    @Test("a client's name holds nothing that hides or turns the text around it")
    func names() {
        let client = OAuthClient.commandLine
        #expect(client.shownName("Hearth CLI on  laptop ") == "Hearth CLI on laptop")
        #expect(client.shownName("a\u{202E}b\u{0}\nc\u{200B}") == "abc")
        for nothing in [nil, "", "  ", "\u{200B}\u{2800}", "\u{1}"] {
            #expect(client.shownName(nothing) == "Hearth CLI")
        }
        #expect(client.shownName(String(repeating: "é", count: 500)).unicodeScalars.count <= 64)
        #expect(client.shownName("<b>") == "<b>")
    }

    @Test("user codes are read as people type them")
    func userCodes() throws {
        let code = try #require(UserCode(typed: "BCDF-GHJK"))
        #expect(code.text == "BCDF-GHJK")
        for same in ["bcdfghjk", " bcdf ghjk ", "B-C-D-F-G-H-J-K"] { #expect(UserCode(typed: same) == code) }
        for no in [
            "", "BCDF-GHJ", "BCDF-GHJKL", "ACDF-GHJK", "BCDF-GHJ1", "BCDF-GHJé",
            String(repeating: "-", count: 99),
        ] {
            #expect(UserCode(typed: no) == nil)
        }
    }
}
