@testable import HearthClient
import HearthWire
import Synchronization
import Testing

private let home = AuthorizationServerDouble.url

@Suite("Sign-in by password", .timeLimit(.minutes(5)))
struct PasswordSignInTests {
    @Test("gives the home, the person and the token")
    func signsIn() async throws {
        let server = AuthorizationServerDouble([])
        let flow = PasswordSignIn(transport: server.transport, client: "test")
        let result = try await flow.signIn(
            to: try ServerAddress(home),
            trust: .system,
            account: "ann",
            password: "right"
        )
        #expect(result.token == "tok")
        #expect(result.area.id == "77-3")
        #expect(result.area.name == "Family")
        #expect(result.area.lanURL == home)
        #expect(result.area.family == .hearth)
        #expect(result.area.isOwner)
        let manager = AreaManager(storage: MemoryAreaStorage(), secrets: MemorySecretStore())
        #expect(try await manager.add(result).alias == "Family")
        #expect(try await manager.token(of: "77-3") == "tok")
    }

    @Test("tells a wrong password")
    func wrongPassword() async throws {
        let flow = PasswordSignIn(transport: AuthorizationServerDouble([]).transport, client: "test")
        let error = await #expect(throws: SessionError.self) {
            try await flow.signIn(to: try ServerAddress(home), trust: .system, account: "ann", password: "x")
        }
        #expect(error?.code == .wrongPassword)
    }

    @Test("asks original hubs as they want to be asked")
    func originalHub() async throws {
        let transport = StubTransport { request throws(TransportError) in
            let path = request.url.dropFirst(home.count)
            switch path {
            case "/wangpan/api/settings": return .refusal(.unauthorized)
            case "/api/oauth/access_token":
                return .data(#"{"token_info":{"access_token":"hub"},"user_info":{"user_id":3}}"#)
            case "/api/scopes/token":
                return request.headers["smart-assistant-token"] == "hub"
                    ? .data(#"{"scope_token":{"token":"disk","expires_in":2592000}}"#)
                    : .refusal(.invalidCredentials)
            case "/api/users/3": return .data(#"{"user_id":3,"area":{"name":"Old","id":9}}"#)
            default: return .json("404 page not found", status: 404)
            }
        }
        let result = try await PasswordSignIn(transport: transport, client: "test").signIn(
            to: try ServerAddress(home),
            trust: .system,
            account: "ann",
            password: "p"
        )
        #expect(result.token == "disk")
        #expect(result.area.family == .wangpan)
        #expect(result.area.homeID == "9")
        #expect(result.area.accountName == "ann")
    }

    @Test("says that something else answers")
    func notADrive() async throws {
        let transport = StubTransport([
            StubResponse(headers: ["Content-Type": "text/html"], body: Array("<p>".utf8))
        ])
        await #expect(throws: SessionError(.notADrive)) {
            try await PasswordSignIn(transport: transport, client: "test").signIn(
                to: try ServerAddress(home),
                trust: .system,
                account: "a",
                password: "p"
            )
        }
    }
}

@Suite("Sign-in by the browser", .timeLimit(.minutes(5)))
struct OAuthSignInTests {
    let server = AuthorizationServerDouble([AuthorizationServerDouble.granted])

    private func begin() async throws -> (OAuthSignIn, OAuthSignIn.Attempt, [String: String]) {
        let flow = OAuthSignIn(transport: server.transport, clientID: "hearth-cli")
        let attempt = try await flow.begin(
            at: try ServerAddress(home),
            trust: .system,
            redirect: "http://127.0.0.1:5000/callback"
        )
        let query = attempt.url.split(separator: "?", maxSplits: 1)
        #expect(query.first == "https://home.example/oauth/authorize")
        return (flow, attempt, AuthorizationServerDouble.form(String(query[1])))
    }

    @Test("redeems the code with the verifier of the challenge")
    func succeeds() async throws {
        let (flow, attempt, asked) = try await begin()
        #expect(asked["response_type"] == "code")
        #expect(asked["client_id"] == "hearth-cli")
        #expect(asked["code_challenge_method"] == "S256")
        #expect(asked["redirect_uri"] == "http%3A%2F%2F127.0.0.1%3A5000%2Fcallback")
        let result = try await flow.finish(
            attempt,
            callback: "/callback?code=c%2F1&state=\(attempt.state)&iss=https%3A%2F%2Fhome.example"
        )
        #expect(result.token == "tok")
        #expect(result.area.id == "77-3")
        let form = try #require(server.forms.first)
        #expect(form["grant_type"] == "authorization_code")
        #expect(form["code"] == "c%2F1")
        let verifier = try #require(form["code_verifier"])
        #expect(verifier.utf8.count == 43)
        #expect(ProofKey(verifier: verifier).challenge == asked["code_challenge"])
    }

    @Test("makes the challenge of RFC 7636, appendix B")
    func challenge() {
        let key = ProofKey(verifier: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")
        #expect(key.challenge == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let query: String
        let error: SessionError
        var testDescription: String { query }
    }

    @Test(
        "uses no answer of another request, another server, or a refusal",
        arguments: [
            Case(
                query: "code=c&state=other&iss=https%3A%2F%2Fhome.example",
                error: SessionError(.stateMismatch)
            ),
            Case(query: "code=c&iss=https%3A%2F%2Fhome.example", error: SessionError(.stateMismatch)),
            Case(
                query: "code=c&state=STATE&state=STATE&iss=https%3A%2F%2Fhome.example",
                error: SessionError(.stateMismatch)
            ),
            Case(query: "code=c&state=STATE", error: SessionError(.issuerMismatch)),
            Case(
                query: "code=c&state=STATE&iss=https%3A%2F%2Fevil.example",
                error: SessionError(.issuerMismatch)
            ),
            Case(
                query: "error=access_denied&state=STATE&iss=https%3A%2F%2Fhome.example",
                error: SessionError(.denied)
            ),
            Case(
                query: "error=server_error&error_description=a+b&state=STATE&iss=https%3A%2F%2Fhome.example",
                error: SessionError(.authorization(code: "server_error", detail: "a b"))
            ),
        ]
    )
    func refusals(_ item: Case) async throws {
        let (flow, attempt, _) = try await begin()
        let query = item.query.split(separator: "STATE", omittingEmptySubsequences: false)
            .joined(separator: attempt.state)
        await #expect(throws: item.error) { try await flow.finish(attempt, callback: "/callback?" + query) }
        #expect(server.forms.isEmpty)
    }

    @Test("refuses metadata that speak for another server, or send elsewhere")
    func metadata() async throws {
        for replaced in ["\"issuer\":\"https://home.example", "\"token_endpoint\":\"https://home.example"] {
            let server = AuthorizationServerDouble([])
            server.metadata.withLock { text in
                guard let range = text.firstRange(of: replaced) else { return }
                text.replaceSubrange(range, with: replaced + ".evil")
            }
            let flow = OAuthSignIn(transport: server.transport, clientID: "hearth-cli")
            await #expect(throws: SessionError(.issuerMismatch)) {
                try await flow.begin(
                    at: try ServerAddress(home),
                    trust: .system,
                    redirect: "http://127.0.0.1:1/"
                )
            }
        }
    }

    @Test("asks who it has become where the reply with the token does not tell")
    func unknownUser() async throws {
        let server = AuthorizationServerDouble([.json(#"{"access_token":"tok","token_type":"Bearer"}"#)])
        let flow = OAuthSignIn(transport: server.transport, clientID: "hearth-cli")
        let attempt = try await flow.begin(
            at: try ServerAddress(home),
            trust: .system,
            redirect: "http://127.0.0.1:1/"
        )
        let result = try await flow.finish(
            attempt,
            callback: "code=c&state=\(attempt.state)&iss=https%3A%2F%2Fhome.example"
        )
        #expect(result.area.userID == 3)
    }
}

@Suite("Sign-in of a device", .timeLimit(.minutes(5)))
struct DeviceSignInTests {
    let time = SteppedClock()

    private func run(_ replies: [StubResponse]) async throws -> NewArea {
        let server = AuthorizationServerDouble(replies)
        let flow = DeviceSignIn(
            transport: server.transport,
            clientID: "hearth-cli",
            clientName: "box",
            clock: time.clock
        )
        let attempt = try await flow.begin(at: try ServerAddress(home), trust: .system)
        #expect(attempt.userCode == "WDJB-MJHT")
        #expect(attempt.verificationURL == home + "/device")
        return try await flow.finish(attempt)
    }

    private let pending = AuthorizationServerDouble.refused("authorization_pending")
    private let slowDown = AuthorizationServerDouble.refused("slow_down")

    @Test("waits as long as it is told, and five seconds more after slow_down")
    func intervals() async throws {
        let result = try await run([pending, slowDown, pending, AuthorizationServerDouble.granted])
        #expect(result.token == "tok")
        #expect(time.waits == [5, 5, 10, 10])
    }

    @Test("waits longer after a broken connection")
    func brokenConnection() async throws {
        let broken = StubResponse.failure(TransportError(.interrupted))
        _ = try await run([broken, broken, pending, AuthorizationServerDouble.granted])
        #expect(time.waits == [5, 10, 20, 5])
    }

    @Test("does not lose a token when the connection breaks right after it came")
    func brokenAfterToken() async throws {
        let server = AuthorizationServerDouble([AuthorizationServerDouble.granted])
        server.breaks.withLock { $0 = 2 }
        let flow = DeviceSignIn(transport: server.transport, clientID: "hearth-cli", clock: time.clock)
        let attempt = try await flow.begin(at: try ServerAddress(home), trust: .system)
        #expect(try await flow.finish(attempt).token == "tok")
        #expect(server.forms.count == 1)
    }

    @Test("tells that the person said no")
    func denied() async throws {
        await #expect(throws: SessionError(.denied)) {
            try await run([.json(#"{"error":"access_denied"}"#, status: 400)])
        }
    }

    @Test("ends when the code has expired, by the server's word or by the time that has passed")
    func expired() async throws {
        await #expect(throws: SessionError(.expired)) {
            try await run([AuthorizationServerDouble.refused("expired_token")])
        }
        await #expect(throws: SessionError(.expired)) { try await run([pending]) }
        #expect(time.waits.reduce(0, +) < 1200)
    }
}

@Suite("First contact", .timeLimit(.minutes(5)))
struct PairingTests {
    struct Prober: KeyProber {
        var key: ServerKey
        func key(of url: String, timeout: Double) async throws(TransportError) -> ServerKey { key }
    }

    private let address = AuthorizationServerDouble.url
    private func fingerprint(_ byte: UInt8) throws -> KeyFingerprint {
        try #require(KeyFingerprint(bytes: Array(repeating: byte, count: 32)))
    }
    private func key(_ byte: UInt8, trusted: Bool = false) throws -> ServerKey {
        ServerKey(fingerprint: try fingerprint(byte), subject: "s", issuer: "i", isTrustedBySystem: trusted)
    }

    @Test("trusts what the system trusts, and asks about anything else")
    func asks() async throws {
        let server = try ServerAddress(address)
        #expect(
            try await Pairing(prober: Prober(key: try key(1, trusted: true))).trust(for: server) == .system
        )
        let pairing = Pairing(prober: Prober(key: try key(1)))
        let shown = Mutex<[ServerKey]>([])
        let trust = try await pairing.trust(for: server) { key in
            shown.withLock { $0.append(key) }
            return true
        }
        #expect(trust == .pinned(try fingerprint(1)))
        #expect(shown.withLock { $0 } == [try key(1)])
        await #expect(throws: SessionError(.keyRefused)) {
            try await pairing.trust(for: server) { _ in false }
        }
        await #expect(throws: SessionError(.unknownKey(try key(1)))) { try await pairing.trust(for: server) }
    }

    @Test("refuses a changed key with both fingerprints, and asks nobody")
    func changed() async throws {
        let pairing = Pairing(prober: Prober(key: try key(2)))
        let old = try fingerprint(1)
        await #expect(
            throws: SessionError(
                .transport(TransportError(.keyChanged(expected: old, found: try fingerprint(2))))
            )
        ) {
            try await pairing.trust(for: try ServerAddress(address), evidence: .init(known: .pinned(old))) {
                _ in
                Issue.record("somebody was asked")
                return true
            }
        }
    }

    @Test("does not do without the key of a server that is known by it")
    func plain() async throws {
        let pairing = Pairing(prober: Prober(key: try key(2)))
        let server = try ServerAddress("http://nas.local")
        #expect(try await pairing.trust(for: server) == .system)
        for known in [ServerTrust.pinned(try fingerprint(1)), .authorities(pem: "P"), .system] {
            await #expect(throws: SessionError(.badURL("http://nas.local"))) {
                try await pairing.trust(for: server, evidence: .init(known: known))
            }
        }
    }

    @Test("takes what the person gave: roots, a key, both")
    func evidence() async throws {
        let pairing = Pairing(prober: Prober(key: try key(2)))
        let server = try ServerAddress(address)
        let one = try fingerprint(1)
        #expect(try await pairing.trust(for: server, evidence: .init(fingerprint: one)) == .pinned(one))
        #expect(
            try await pairing.trust(for: server, evidence: .init(authorities: "P")) == .authorities(pem: "P")
        )
        #expect(
            try await pairing.trust(for: server, evidence: .init(authorities: "P", fingerprint: one))
                == .pinnedUnder(pem: "P", one)
        )
        let plain = try ServerAddress("http://home.example")
        #expect(try await pairing.trust(for: plain) == .system)
        await #expect(throws: SessionError.self) {
            try await pairing.trust(for: plain, evidence: .init(fingerprint: one))
        }
    }
}

@Suite("Server addresses", .timeLimit(.minutes(5)))
struct ServerAddressTests {
    @Test(
        "are read as people type them",
        arguments: [
            ("Home.Local", "https://home.local"), ("http://10.0.0.1:8089/", "http://10.0.0.1:8089"),
            ("https://[FE80::1]:443", "https://[fe80::1]:443"), ("家.example:1", "https://家.example:1"),
        ]
    )
    func reads(_ text: String, _ expected: String) throws {
        #expect(try ServerAddress(text).description == expected)
    }

    @Test(
        "are refused when they are none",
        arguments: [
            "", "ftp://a", "https://", "https://a/b", "https://u@a", "a:0", "a:70000", "a:", "[::1", "a b",
            "a?b", "[::1]x",
        ]
    )
    func refuses(_ text: String) {
        #expect(throws: SessionError(.badURL(text))) { try ServerAddress(text) }
    }
}
