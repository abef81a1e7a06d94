import HearthCrypto
import HearthDrive
import HearthHTTP
import HearthSQL
import HearthServer
import HearthWire
import Testing

@Suite("The media cookie", .timeLimit(.minutes(10)))
struct MediaCookieTests {
    private static let name = "hearth_media"

    private func sign(
        _ fixture: APIFixture,
        _ account: String = "owner",
        _ password: String = "correct horse",
        type: String? = "application/json",
        headers: [(String, String)] = []
    ) async throws -> APIFixture.Answer {
        try await fixture.send(
            .post,
            "/api/v1/sessions",
            token: "",
            headers: (type.map { [("Content-Type", $0)] } ?? []) + headers,
            body: Array(#"{"account_name":"\#(account)","password":"\#(password)"}"#.utf8)
        )
    }

    /// The secret that an answer sets; empty when it removes it, nil when it says nothing.
    private func secret(of answer: APIFixture.Answer) -> String? {
        guard let line = answer.headers["Set-Cookie"], line.hasPrefix(Self.name + "=") else { return nil }
        return String(line.dropFirst(Self.name.count + 1).prefix { $0 != ";" })
    }

    private func ask(
        _ fixture: APIFixture,
        _ target: String,
        _ cookies: String...,
        method: HTTPMethod = .get,
        token: String = "",
        headers: [(String, String)] = []
    ) async throws -> Int {
        let sent =
            cookies.isEmpty ? [] : [("Cookie", cookies.map { "\(Self.name)=\($0)" }.joined(separator: "; "))]
        let answer = try await fixture.send(method, target, token: token, headers: sent + headers)
        return answer.status
    }

    /// A target that a pattern takes.
    private static func target(_ pattern: String, home: Int) -> String {
        let path = pattern.split(separator: "/", omittingEmptySubsequences: false).map { piece in
            if piece.hasSuffix(":int}") { return "1" }
            if piece.hasSuffix("*}") { return "s/\(home)/f.txt" }
            return piece.hasPrefix("{") ? "x" : String(piece)
        }.joined(separator: "/")
        return path + "?path=/s/\(home)/f.txt&size=256"
    }

    /// A file of the owner, as a target.
    private func file(_ fixture: APIFixture) async throws -> String {
        let bytes = Array("content".utf8)
        let fields = try APIFixture.uploadFields(bytes)
        let made = try await fixture.post("/api/v1/resources/s/\(fixture.home)/f.txt", fields, file: bytes)
        #expect(made.code == 0)
        return "/api/v1/download/s/\(fixture.home)/f.txt"
    }

    @Test("every way of signing in sets it, for media alone")
    func issued() async throws {
        let fixture = try await APIFixture.make()
        let answer = try await sign(fixture)
        let line = try #require(answer.headers["Set-Cookie"])
        let secret = try #require(self.secret(of: answer))
        #expect(secret.utf8.count == 43 && answer.data?["token"]?.string != secret)
        let lifetime = try #require(answer.data?["expires_in"]?.int)
        // The session is a little older than its cookie.
        let isRight = (Int64(0)...600).contains { age in
            line
                == "\(Self.name)=\(secret); Path=/api/v1/; Max-Age=\(lifetime - age); HttpOnly; SameSite=Strict"
        }
        #expect(isRight, "\(line)")
        #expect(String(decoding: answer.body, as: UTF8.self).contains(secret) == false)
        let stored = try await fixture.database.read {
            try $0.first("SELECT media FROM sessions WHERE media IS NOT NULL").map { try $0.blob(0) }
        }
        #expect(stored == (try SHA256.hash(Array(secret.utf8)).bytes))

        let invitation = try await fixture.send(.post, "/api/v1/invitations", json: "{}")
        let code = try #require(invitation.data?["code"]?.string)
        let joined = try await fixture.send(
            .post,
            "/api/v1/invitations/accept",
            json: #"{"code":"\#(code)","account_name":"max","password":"maximal 7"}"#,
            token: ""
        )
        #expect(self.secret(of: joined)?.utf8.count == 43)
        _ = try await fixture.database.write { try $0.run("UPDATE users SET is_owner = 0") }
        let link = try fixture.drive.people.makeSetupToken()
        let made = try await fixture.send(
            .post,
            "/api/v1/setup",
            json: #"{"token":"\#(link)","account_name":"otto","password":"long enough"}"#,
            token: ""
        )
        #expect(made.code == 0, "\(String(decoding: made.body, as: UTF8.self))")
        #expect(self.secret(of: made)?.utf8.count == 43)
    }

    @Test("Secure under TLS, here or at a trusted proxy")
    func secure() async throws {
        let fixture = try await APIFixture.make()
        let body = #"{"account_name":"owner","password":"correct horse"}"#
        var request = HTTPRequest(
            .post,
            "/api/v1/sessions",
            headers: HTTPFields([("Content-Type", "application/json")]),
            body: HTTPRequestBody(pieces: [Array(body.utf8)])
        )
        request.isSecure = true
        let line = await fixture.api.respond(to: request).headers["Set-Cookie"]
        #expect(line?.hasSuffix("; HttpOnly; SameSite=Strict; Secure") == true)
    }

    @Test("a sign-in that another site may have sent sets none")
    func foreignSignIn() async throws {
        let fixture = try await APIFixture.make()
        for type in [
            nil, "text/plain", "application/x-www-form-urlencoded", "text/plain; application/json",
            "application/json2",
        ] {
            let answer = try await sign(fixture, type: type)
            #expect(answer.code == 0 && answer.headers["Set-Cookie"] == nil, "\(type ?? "no type")")
        }
        for site in ["cross-site", "same-site", "?"] {
            let answer = try await sign(fixture, headers: [("Sec-Fetch-Site", site)])
            #expect(answer.code == 0 && answer.headers["Set-Cookie"] == nil, "\(site)")
        }
        for type in ["application/json; charset=utf-8", "Application/JSON ;a=b", "application/json"] {
            let answer = try await sign(fixture, type: type, headers: [("Sec-Fetch-Site", "same-origin")])
            #expect(secret(of: answer)?.isEmpty == false, "\(type)")
        }
        #expect(try await sign(fixture, "owner", "wrong one").headers["Set-Cookie"] == nil)
    }

    @Test("no route but those of media takes it, whatever the method")
    func everyRoute() async throws {
        let fixture = try await APIFixture.make()
        _ = try await file(fixture)
        let secret = try #require(self.secret(of: try await sign(fixture)))
        let media: Set = ["download", "archive", "thumbnail", "classicThumbnail"]
        let far = PeerAddress(text: "192.0.2.7")
        var opened: Set<String> = []
        for route in fixture.api.routes {
            let target = Self.target(route.pattern, home: fixture.home)
            let strange = try await fixture.send(route.method, target, token: "", peer: far)
            let answer = try await fixture.send(
                route.method,
                target,
                token: "",
                headers: [("Cookie", "\(Self.name)=\(secret)")],
                peer: far
            )
            let isMedia = media.contains(route.name) && route.pattern.hasPrefix("/api/v1/")
            #expect((route.access?.name == "media") == isMedia, "\(route.pattern)")
            if isMedia {
                #expect(route.method == .get)
                #expect(strange.code == 10_016, "\(route.pattern)")
                #expect(answer.code != 10_016, "\(route.pattern)")
                opened.insert(route.name)
            } else {
                #expect(answer.code == strange.code, "\(route.method.rawValue) \(route.pattern)")
            }
        }
        #expect(opened == media)
    }

    @Test("GET and HEAD with ranges; a token comes first, and one that does not hold is refused")
    func used() async throws {
        let fixture = try await APIFixture.make()
        let target = try await file(fixture)
        let secret = try #require(self.secret(of: try await sign(fixture)))
        #expect(try await ask(fixture, target, secret) == 200)
        #expect(try await ask(fixture, target, secret, headers: [("Range", "bytes=1-2")]) == 206)
        #expect(try await ask(fixture, target, secret, method: .head) == 200)
        #expect(try await ask(fixture, target) == 401)
        #expect(try await ask(fixture, target, "x") == 401)
        #expect(try await ask(fixture, target, secret, method: .post) == 405)
        let wrong = String(repeating: "A", count: 43)
        #expect(try await ask(fixture, target, secret, token: wrong) == 401)
        #expect(try await ask(fixture, target + "?scope-token=" + wrong, secret) == 401)
        #expect(
            try await ask(fixture, target, secret, headers: [("Authorization", "Bearer \(wrong)")]) == 401
        )
        #expect(try await ask(fixture, target, wrong, token: fixture.token) == 200)
        // It is no token.
        #expect(try await ask(fixture, target, token: secret) == 401)
        #expect(try await ask(fixture, target + "?scope-token=" + secret) == 401)
        #expect(try await ask(fixture, target, fixture.token) == 401)
        let old = target.replacing("/api/v1/", with: "/wangpan/api/")
        let answer = try await fixture.send(
            .get,
            old,
            token: "",
            headers: [("Cookie", "\(Self.name)=\(secret)")]
        )
        #expect(answer.code == 10_016)
    }

    @Test("what a browser says to ask for other pages, or for a program, is refused")
    func foreignPages() async throws {
        let fixture = try await APIFixture.make()
        let target = try await file(fixture)
        let secret = try #require(self.secret(of: try await sign(fixture)))
        for (site, status) in [
            ("same-origin", 200), ("none", 200), ("same-site", 401), ("cross-site", 401), ("", 401),
        ] {
            #expect(
                try await ask(fixture, target, secret, headers: [("Sec-Fetch-Site", site)]) == status,
                "\(site)"
            )
        }
        for (use, status) in [
            ("image", 200), ("video", 200), ("audio", 200), ("document", 200), ("iframe", 200),
            ("empty", 200),
            ("script", 401), ("style", 401), ("worker", 401), ("serviceworker", 401), ("sharedworker", 401),
        ] {
            let fields = [("Sec-Fetch-Site", "same-origin"), ("Sec-Fetch-Dest", use)]
            #expect(try await ask(fixture, target, secret, headers: fields) == status, "\(use)")
        }
    }

    @Test("of several cookies the valid one counts; two people at once are nobody")
    func planted() async throws {
        let fixture = try await APIFixture.make()
        let target = try await file(fixture)
        let owner = try #require(self.secret(of: try await sign(fixture)))
        let again = try #require(self.secret(of: try await sign(fixture)))
        _ = try await fixture.drive.people.add(
            accountName: "max",
            password: "maximal 7",
            nickname: nil,
            isOwner: false
        )
        let max = try #require(self.secret(of: try await sign(fixture, "max", "maximal 7")))
        #expect(![200, 401].contains(try await ask(fixture, target, max)))
        #expect(try await ask(fixture, target, "", "x", owner) == 200)
        #expect(try await ask(fixture, target, owner, again) == 200)
        #expect(try await ask(fixture, target, owner, max) == 401)
        #expect(try await ask(fixture, target, max, owner) == 401)
        #expect(try await ask(fixture, target, "a", "b", "c", "d", owner) == 401)
    }

    @Test("renewed with a full session alone; ended with it")
    func renewed() async throws {
        let fixture = try await APIFixture.make()
        let target = try await file(fixture)
        let renew = "/api/v1/sessions/media"
        let signed = try await sign(fixture)
        let first = try #require(self.secret(of: signed))
        let token = try #require(signed.data?["token"]?.string)
        let answer = try await fixture.send(.post, renew, token: token)
        let second = try #require(self.secret(of: answer))
        #expect(answer.code == 0 && second.utf8.count == 43 && second != first)
        #expect(try await ask(fixture, target, first) == 401)
        #expect(try await ask(fixture, target, second) == 200)
        #expect(try await ask(fixture, renew, second, method: .post) == 401)
        let owner = try #require(try await fixture.drive.people.list().first)
        let scope = try await fixture.drive.sessions.issue(to: owner, kind: .scope, client: "").token
        #expect(try await fixture.send(.post, renew, token: scope).code == 10_023)

        let other = try await fixture.send(.delete, "/api/v1/sessions/1", token: token)
        #expect(other.code == 0 && other.headers["Set-Cookie"] == nil)
        let out = try await fixture.send(.delete, "/api/v1/sessions", token: token)
        #expect(
            out.headers["Set-Cookie"]
                == "\(Self.name)=; Path=/api/v1/; Max-Age=0; HttpOnly; SameSite=Strict"
        )
        #expect(try await ask(fixture, target, second) == 401)
    }

    @Test("a table in which a change would take it does not start")
    func misplaced() async throws {
        let access = RouteAccess(name: "media")
        for (method, path) in [
            (HTTPMethod.post, "/api/v1/x"), (.head, "/api/v1/x"), (.get, "/wangpan/api/x"), (.get, "/x"),
            (.delete, "/api/v1/x"),
        ] {
            let route = Route(method, path, access: access, name: "x", summary: "") { _ in
                HTTPResponse(status: 200)
            }
            #expect(
                throws: RoutingError.misplacedAccess(route: "\(method.rawValue) \(path)", access: "media")
            ) {
                try HearthAPI.check([route])
            }
        }
        let sound = Route(.get, "/api/v1/x", access: access, name: "x", summary: "") { _ in
            HTTPResponse(status: 200)
        }
        try HearthAPI.check([sound])
    }
}
