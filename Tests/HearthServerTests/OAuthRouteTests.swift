import HearthDrive
import HearthHTTP
import HearthSQL
import HearthServer
import HearthWire
import Testing

@Suite("Routes of OAuth", .timeLimit(.minutes(10)))
struct OAuthRouteTests {
    private static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
    private static let query =
        "response_type=code&client_id=hearth-cli&redirect_uri=http%3A%2F%2F127.0.0.1%3A5000%2Fcb"
        + "&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256"

    private static func get(
        _ fixture: APIFixture,
        _ target: String,
        headers: [(String, String)] = [],
        method: HTTPMethod = .get
    ) async throws -> APIFixture.Answer {
        try await fixture.send(method, target, token: "", headers: [("Host", "nas.local:8080")] + headers)
    }

    private static func post(
        _ fixture: APIFixture,
        _ target: String,
        _ form: String,
        headers: [(String, String)] = []
    ) async throws -> APIFixture.Answer {
        try await fixture.send(
            .post,
            target,
            token: "",
            headers: [("Host", "nas.local:8080"), ("Content-Type", "application/x-www-form-urlencoded")]
                + headers,
            body: Array(form.utf8)
        )
    }

    private static func nonce(_ answer: APIFixture.Answer) -> String {
        let parts = text(answer).split(separator: "name=\"nonce\" value=\"")
        return parts.count > 1 ? String(parts[1].prefix { $0 != "\"" }) : ""
    }

    private static func text(_ answer: APIFixture.Answer) -> String {
        String(decoding: answer.body, as: UTF8.self)
    }

    private static let allow = "&decision=allow&account_name=owner&password=correct+horse"

    @Test("the browser's way, from the page to a token that opens the API")
    func code() async throws {
        let fixture = try await APIFixture.make()
        let page = try await Self.get(fixture, "/oauth/authorize?\(Self.query)&state=s%26t")
        #expect(page.status == 200)
        let answer = try await Self.post(
            fixture,
            "/oauth/authorize",
            "nonce=\(Self.nonce(page))\(Self.allow)"
        )
        #expect(answer.status == 303 && answer.body.isEmpty)
        #expect(
            answer.headers["Cache-Control"] == "no-store"
                && answer.headers["Referrer-Policy"] == "no-referrer"
        )
        let location = try #require(answer.headers["Location"])
        #expect(location.hasPrefix("http://127.0.0.1:5000/cb?code="))
        #expect(location.hasSuffix("&state=s%26t&iss=http%3A%2F%2Fnas.local%3A8080"))
        let code = location.dropFirst("http://127.0.0.1:5000/cb?code=".count).prefix { $0 != "&" }
        let token = try await Self.post(
            fixture,
            "/oauth/token",
            "grant_type=authorization_code&client_id=hearth-cli&redirect_uri=http://127.0.0.1:5000/cb"
                + "&code=\(code)&code_verifier=\(Self.verifier)"
        )
        #expect(token.status == 200 && token.headers["Cache-Control"] == "no-store")
        #expect(token.json?["token_type"]?.string == "Bearer" && token.json?["scope"]?.string == "all")
        #expect(token.json?["user"]?["account_name"]?.string == "owner")
        let text = try #require(token.json?["access_token"]?.string)
        #expect(try await fixture.send(.get, "/api/v1/sessions", token: text).code == 0)
        let bearer = try await fixture.send(
            .get,
            "/api/v1/sessions",
            token: "",
            headers: [("Authorization", "bearer \(text)")]
        )
        #expect(bearer.code == 0)
    }

    @Test("pages are not kept, not framed, run no script, and lead where the request says")
    func headers() async throws {
        let fixture = try await APIFixture.make()
        let policy =
            "default-src 'none'; style-src 'self'; img-src 'self'; frame-ancestors 'none'; base-uri 'none'; "
            + "form-action 'self'"
        let places: [(String, String)] = [
            ("/oauth/authorize?\(Self.query)", policy + " http://127.0.0.1:5000"),
            (
                "/oauth/authorize?\(Self.query.replacing("hearth-cli", with: "hearth-ios").replacing("http%3A%2F%2F127.0.0.1%3A5000%2Fcb", with: "hearth://oauth"))",
                policy + " hearth:"
            ),
            ("/oauth/authorize?client_id=x", policy), ("/device", policy),
            ("/device?user_code=BCDF-GHJK", policy),
        ]
        for (target, expected) in places {
            for method in [HTTPMethod.get, .head] {
                let answer = try await Self.get(fixture, target, method: method)
                #expect(answer.headers["Content-Security-Policy"] == expected, "\(target)")
                #expect(
                    answer.headers["Referrer-Policy"] == "no-referrer"
                        && answer.headers["X-Frame-Options"] == "DENY"
                )
                #expect(answer.headers["Cache-Control"] == "no-store")
                #expect(answer.headers["X-Content-Type-Options"] == "nosniff")
                #expect(!Self.text(answer).contains("<script"))
            }
        }
        let rows = try await fixture.database.read {
            try $0.first("SELECT count(*) FROM consents").map { try $0.int(0) }
        }
        #expect(rows == 2, "HEAD leaves nothing behind")
    }

    @Test("what a client cannot be told is told to the person, without a redirect")
    func noRedirect() async throws {
        let fixture = try await APIFixture.make()
        let bad = [
            "", "client_id=evil&redirect_uri=http://127.0.0.1:5000/cb", "client_id=hearth-cli",
            "client_id=hearth-cli&redirect_uri=https://evil.example/", "\(Self.query)&client_id=hearth-cli",
            "\(Self.query)&redirect_uri=http://127.0.0.1:5000/cb",
            "client_id=hearth-cli&redirect_uri=http://127.0.0.1:5000@evil.example/",
        ]
        for query in bad {
            let answer = try await Self.get(fixture, "/oauth/authorize?\(query)")
            #expect(answer.status == 400 && answer.headers["Location"] == nil, "\(query)")
        }
    }

    @Test("other mistakes go back to the client with state and issuer")
    func redirectedErrors() async throws {
        let fixture = try await APIFixture.make()
        let cases: [(String, String)] = [
            (Self.query.replacing("S256", with: "plain"), "invalid_request"),
            (
                Self.query.replacing("response_type=code", with: "response_type=token"),
                "unsupported_response_type"
            ),
            (Self.query + "&scope=everything", "invalid_scope"),
            (Self.query + "&response_type=code", "invalid_request"),
        ]
        for (query, error) in cases {
            let answer = try await Self.get(fixture, "/oauth/authorize?\(query)&state=abc")
            let location = answer.headers["Location"] ?? ""
            #expect(
                answer.status == 303 && location.hasPrefix("http://127.0.0.1:5000/cb?error=\(error)&"),
                "\(query)"
            )
            #expect(location.contains("&state=abc&iss=http"))
        }
    }

    @Test("nothing that is sent becomes markup")
    func escaped() async throws {
        let fixture = try await APIFixture.make()
        let evil = "%22%3E%3Cscript%3Ealert(1)%3C/script%3E%27%26"
        let page = try await Self.get(
            fixture,
            "/oauth/authorize?\(Self.query)&state=\(evil)&client_name=\(evil)"
        )
        let again = try await Self.post(
            fixture,
            "/oauth/authorize",
            "nonce=\(Self.nonce(page))&decision=allow&account_name=\(evil)&password=\(evil)"
        )
        #expect(again.status == 401)
        let device = try await Self.get(fixture, "/device?user_code=\(evil)")
        for answer in [page, again, device] {
            #expect(!Self.text(answer).contains("<script") && !Self.text(answer).contains("alert(1)\""))
        }
        #expect(Self.text(page).contains("&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&#39;&amp;"))
        #expect(Self.text(again).contains("value=\"&quot;&gt;&lt;script"))
        #expect(
            !Self.text(again).contains("type=\"password\" autocomplete=\"current-password\" required value")
        )
    }

    @Test("a wrong password shows the page again, under another nonce; each nonce serves once")
    func again() async throws {
        let fixture = try await APIFixture.make()
        let page = try await Self.get(
            fixture,
            "/oauth/authorize?\(Self.query)",
            headers: [("Accept-Language", "zh-CN")]
        )
        #expect(Self.text(page).contains("<html lang=\"zh\">") && Self.text(page).contains("允许登录"))
        let form = "nonce=\(Self.nonce(page))&decision=allow&account_name=owner&password=wrong"
        let again = try await Self.post(fixture, "/oauth/authorize", form)
        #expect(again.status == 401 && Self.text(again).contains(WireCode.wrongPassword.reason(.english)))
        #expect(Self.nonce(again) != Self.nonce(page) && Self.text(again).contains("value=\"owner\""))
        let used = try await Self.post(fixture, "/oauth/authorize", "nonce=\(Self.nonce(page))\(Self.allow)")
        #expect(used.status == 400 && used.headers["Location"] == nil)
        let right = try await Self.post(
            fixture,
            "/oauth/authorize",
            "nonce=\(Self.nonce(again))\(Self.allow)"
        )
        #expect(right.status == 303)
    }

    @Test("refusing needs no password; a form of another site, or without a decision, does nothing")
    func denied() async throws {
        let fixture = try await APIFixture.make()
        func nonce() async throws -> String {
            Self.nonce(try await Self.get(fixture, "/oauth/authorize?\(Self.query)&state=1"))
        }
        let answer = try await Self.post(
            fixture,
            "/oauth/authorize",
            "nonce=\(try await nonce())&decision=deny"
        )
        #expect(
            answer.headers["Location"]?.hasPrefix("http://127.0.0.1:5000/cb?error=access_denied&") == true
        )
        for site in ["cross-site", "same-site"] {
            let foreign = try await Self.post(
                fixture,
                "/oauth/authorize",
                "nonce=\(try await nonce())\(Self.allow)",
                headers: [("Sec-Fetch-Site", site)]
            )
            #expect(foreign.status == 400 && foreign.headers["Location"] == nil)
        }
        let undecided = try await Self.post(fixture, "/oauth/authorize", "nonce=\(try await nonce())")
        #expect(undecided.status == 400 && undecided.headers["Location"] == nil)
        let own = try await Self.post(
            fixture,
            "/oauth/authorize",
            "nonce=\(try await nonce())\(Self.allow)",
            headers: [("Sec-Fetch-Site", "same-origin"), ("Origin", "null")]
        )
        #expect(own.status == 303)
    }

    @Test("a device's way, with one wrong password")
    func device() async throws {
        let fixture = try await APIFixture.make()
        let began = try await Self.post(
            fixture,
            "/oauth/device_authorization",
            "client_id=hearth-cli&client_name=Hearth+CLI+on+%3Ctv%3E"
        )
        let code = try #require(began.json?["user_code"]?.string)
        let secret = try #require(began.json?["device_code"]?.string)
        #expect(began.json?["verification_uri"]?.string == "http://nas.local:8080/device")
        #expect(
            began.json?["verification_uri_complete"]?.string
                == "http://nas.local:8080/device?user_code=\(code)"
        )
        let poll =
            "grant_type=urn:ietf:params:oauth:grant-type:device_code&client_id=hearth-cli&device_code=\(secret)"
        let pending = try await Self.post(fixture, "/oauth/token", poll)
        #expect(pending.status == 400 && pending.json?["error"]?.string == "authorization_pending")
        #expect(try await Self.post(fixture, "/oauth/token", poll).json?["error"]?.string == "slow_down")
        let page = try await Self.post(fixture, "/device", "user_code=\(code.lowercased())")
        #expect(Self.text(page).contains(code) && Self.text(page).contains("Hearth CLI on &lt;tv&gt;"))
        let wrong = "&user_code=\(code)&decision=allow&account_name=owner&password=wrong"
        let again = try await Self.post(fixture, "/device", "nonce=\(Self.nonce(page))\(wrong)")
        #expect(again.status == 401 && Self.text(again).contains(code))
        let done = try await Self.post(
            fixture,
            "/device",
            "nonce=\(Self.nonce(again))&user_code=\(code)\(Self.allow)"
        )
        #expect(done.status == 200 && Self.nonce(done).isEmpty)
        let token = try await Self.post(fixture, "/oauth/token", poll)
        #expect(token.status == 200 && token.json?["access_token"]?.string != nil)
        let other = try await Self.post(fixture, "/device", "user_code=\(code)")
        #expect(other.status == 400)
    }

    @Test("nonces of one page do not serve the other; a code that is not the page's own is not shown")
    func mixed() async throws {
        let fixture = try await APIFixture.make()
        func begin() async throws -> String {
            try await Self.post(fixture, "/oauth/device_authorization", "client_id=hearth-cli")
                .json?["user_code"]?.string ?? ""
        }
        let (mine, his) = (try await begin(), try await begin())
        let browser = try await Self.get(fixture, "/oauth/authorize?\(Self.query)")
        let crossed = try await Self.post(fixture, "/device", "nonce=\(Self.nonce(browser))\(Self.allow)")
        #expect(crossed.status == 400)
        let device = try await Self.get(fixture, "/device?user_code=\(mine)")
        let back = try await Self.post(
            fixture,
            "/oauth/authorize",
            "nonce=\(Self.nonce(device))\(Self.allow)"
        )
        #expect(back.status == 400 && back.headers["Location"] == nil)
        let page = try await Self.get(fixture, "/device?user_code=\(mine)")
        let lied = try await Self.post(
            fixture,
            "/device",
            "nonce=\(Self.nonce(page))&user_code=\(his)&decision=allow&account_name=owner&password=wrong"
        )
        #expect(lied.status == 400 && Self.nonce(lied).isEmpty)
    }

    @Test("refusals to programs are OAuth's own, whatever fails")
    func programErrors() async throws {
        let fixture = try await APIFixture.make()
        let good = "client_id=hearth-cli&grant_type=authorization_code"
        let cases: [(String, Int, String)] = [
            ("", 400, "invalid_request"), ("client_id=evil", 400, "invalid_client"),
            ("client_id=hearth-cli", 400, "invalid_request"),
            ("client_id=hearth-cli&client_secret=x&grant_type=authorization_code", 400, "invalid_client"),
            (
                "client_id=hearth-cli&grant_type=password&username=owner&password=x", 400,
                "unsupported_grant_type"
            ),
            (good, 400, "invalid_request"), (good + "&code=a&code=b&code_verifier=x", 400, "invalid_request"),
            (good + "&code=x&redirect_uri=http://127.0.0.1:5000/cb", 400, "invalid_request"),
            (good + "&code=x&redirect_uri=y&code_verifier=z", 400, "invalid_grant"),
            ("x=" + String(repeating: "x", count: 20_000), 413, "invalid_request"),
        ]
        for (form, status, error) in cases {
            let answer = try await Self.post(fixture, "/oauth/token", form)
            #expect(answer.status == status && answer.json?["error"]?.string == error, "\(form.prefix(80))")
            #expect(answer.headers["Cache-Control"] == "no-store" && answer.headers["Pragma"] == "no-cache")
        }
        let basic = try await Self.post(
            fixture,
            "/oauth/token",
            good,
            headers: [("Authorization", "Basic eDo=")]
        )
        #expect(basic.status == 401 && basic.headers["WWW-Authenticate"]?.hasPrefix("Basic") == true)
        let json = try await fixture.send(.post, "/oauth/token", json: "{}", token: "")
        #expect(json.status == 400 && json.json?["error"]?.string == "invalid_request")
        let method = try await Self.get(fixture, "/oauth/token?\(good)&code=x")
        #expect(method.status == 405 && method.headers["Allow"]?.contains("POST") == true)
    }

    @Test(
        "the issuer is the address as the client reached it, in one spelling",
        arguments: [
            ("NAS.local:8080", false, "http://nas.local:8080"), ("nas.local:80", false, "http://nas.local"),
            ("nas.local:443", true, "https://nas.local"), ("nas.local:80", true, "https://nas.local:80"),
            ("[fe80::1]:8080", false, "http://[fe80::1]:8080"),
        ]
    )
    func issuer(_ host: String, _ isSecure: Bool, _ expected: String) async throws {
        let fixture = try await APIFixture.make()
        var request = HTTPRequest(
            .get,
            "/.well-known/oauth-authorization-server",
            headers: HTTPFields([("Host", host)])
        )
        request.isSecure = isSecure
        guard case .bytes(let body) = await fixture.api.respond(to: request).body else { return }
        let json = try JSONValue(parsing: body)
        #expect(
            json["issuer"]?.string == expected && json["token_endpoint"]?.string == expected + "/oauth/token"
        )
        #expect(json["code_challenge_methods_supported"]?.stringArray == ["S256"])
    }

    @Test("a server that is told no usable address says so, everywhere")
    func noHost() async throws {
        let fixture = try await APIFixture.make()
        for host in ["", "evil.example/x", "a\" b", "<script>"] {
            for target in ["/.well-known/oauth-authorization-server", "/oauth/authorize?\(Self.query)"] {
                let answer = try await fixture.send(.get, target, token: "", headers: [("Host", host)])
                #expect(answer.status == 400 && answer.headers["Location"] == nil)
                #expect(!Self.text(answer).contains("<script"))
            }
        }
    }

    @Test("a bearer counts as a token and nothing else: not in a query, not where a token of its own stands")
    func bearer() async throws {
        let fixture = try await APIFixture.make()
        let target = "/api/v1/sessions"
        for value in [
            "Bearer", "Bearer ", "Basic \(fixture.token)", fixture.token, "Bearer x",
            "Bearer\(fixture.token)",
        ] {
            let answer = try await fixture.send(.get, target, token: "", headers: [("Authorization", value)])
            #expect(answer.status == 401 && answer.code == 10_016, "\(value.prefix(12))")
            #expect(answer.headers["WWW-Authenticate"] == "Bearer")
        }
        let both = try await fixture.send(
            .get,
            target,
            token: "wrong",
            headers: [("Authorization", "Bearer \(fixture.token)")]
        )
        #expect(both.code == 10_016)
        for ambient in [("Cookie", "Authorization=Bearer \(fixture.token); scope-token=\(fixture.token)")] {
            #expect(try await fixture.send(.get, target, token: "", headers: [ambient]).code == 10_016)
        }
        #expect(
            try await fixture.send(.get, target + "?access_token=\(fixture.token)", token: "").code == 10_016
        )
    }
}
