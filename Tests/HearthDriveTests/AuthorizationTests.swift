import HearthDrive
import HearthSQL
import HearthTesting
import HearthWire
import Testing

@Suite("Authorisation by a browser", .timeLimit(.minutes(10)))
struct AuthorizationTests {
    @Test("a code becomes a session with the program's name, once; a second try ends it")
    func once() async throws {
        let fixture = try await DriveFixture.make()
        let code = try await fixture.allowed(
            try AskingProgram.request(["client_name": "Hearth CLI on laptop"])
        )
        let issued = try await fixture.redeem(code)
        #expect(issued.user.accountName == "owner" && code.utf8.count == 43)
        let caller = try await fixture.drive.sessions.caller(token: issued.token)
        #expect(caller.kind == .session && caller.sessionID == issued.sessionID)
        let listed = try await fixture.drive.sessions.list(of: issued.user.id)
        #expect(listed.contains { $0.id == issued.sessionID && $0.client == "Hearth CLI on laptop" })
        #expect(await refusal { _ = try await fixture.redeem(code) } == "invalid_grant")
        #expect(
            await failureCode { _ = try await fixture.drive.sessions.caller(token: issued.token) } == 10_016
        )
        #expect(await refusal { _ = try await fixture.redeem(code) } == "invalid_grant")
    }

    @Test("of two at once one gets the session, and it ends")
    func race() async throws {
        let fixture = try await DriveFixture.make()
        let code = try await fixture.allowed(try AskingProgram.request())
        let tokens = await withTaskGroup(of: String?.self) { group in
            for _ in 0..<4 { group.addTask { try? await fixture.redeem(code).token } }
            return await group.reduce(into: [String]()) { if let token = $1 { $0.append(token) } }
        }
        #expect(tokens.count == 1)
        for token in tokens {
            #expect(await failureCode { _ = try await fixture.drive.sessions.caller(token: token) } == 10_016)
        }
    }

    @Test("a code is bound to verifier, address and client; a wrong attempt uses it up")
    func bound() async throws {
        let fixture = try await DriveFixture.make()
        let attempts: [(String, String, OAuthClient)] = [
            (AskingProgram.verifier + "x", AskingProgram.redirect, .commandLine),
            (AskingProgram.challenge, AskingProgram.redirect, .commandLine),
            (AskingProgram.verifier, "http://127.0.0.1:54322/callback", .commandLine),
            (AskingProgram.verifier, "http://127.0.0.1:54321/callback/", .commandLine),
            (AskingProgram.verifier, AskingProgram.redirect, .phone),
        ]
        for (verifier, redirect, client) in attempts {
            let code = try await fixture.allowed(try AskingProgram.request())
            let wrong = await refusal {
                _ = try await fixture.redeem(code, verifier: verifier, redirect: redirect, client: client)
            }
            #expect(wrong == "invalid_grant")
            #expect(await refusal { _ = try await fixture.redeem(code) } == "invalid_grant")
        }
        #expect(await refusal { _ = try await fixture.redeem("unknown") } == "invalid_grant")
    }

    @Test("a code lasts a minute, also over a restart")
    func expiry() async throws {
        var fixture = try await DriveFixture.make()
        let first = try await fixture.allowed(try AskingProgram.request())
        let second = try await fixture.allowed(try AskingProgram.request())
        fixture.clock.advance(by: .seconds(59))
        fixture = try await fixture.restarted()
        _ = try await fixture.redeem(first)
        fixture.clock.advance(by: .seconds(1))
        #expect(await refusal { _ = try await fixture.redeem(second) } == "invalid_grant")
        try await fixture.drive.authorizations.clean()
        #expect(try await fixture.count("authorization_codes") == 1, "the redeemed one is known for a day")
        fixture = try await fixture.restarted()
        #expect(await refusal { _ = try await fixture.redeem(first) } == "invalid_grant")
        fixture.clock.advance(by: .seconds(2 * 86_400))
        try await fixture.drive.authorizations.clean()
        #expect(try await fixture.count("authorization_codes") == 0)
    }

    @Test("another password, a disabled account and a removed one let no code in")
    func revoked() async throws {
        let fixture = try await DriveFixture.make()
        let member = try await fixture.member("max")
        func allowed() async throws -> String {
            try await fixture.drive.authorizations.allow(
                try AskingProgram.request(),
                accountName: "max",
                password: "another password",
                address: "10.0.0.5"
            )
        }
        let old = try await fixture.drive.authorizations.allow(
            try AskingProgram.request(),
            accountName: "max",
            password: DriveFixture.password,
            address: "10.0.0.5"
        )
        try await fixture.drive.people.setPassword("another password", of: member.user.id)
        #expect(await refusal { _ = try await fixture.redeem(old) } == "invalid_grant")
        let id = member.user.id
        let disabled = try await allowed()
        var edit = Members.Edit()
        edit.isDisabled = true
        _ = try await fixture.drive.members.edit(id, edit, by: nil)
        #expect(await refusal { _ = try await fixture.redeem(disabled) } == "invalid_grant")
        #expect(await failureCode { _ = try await allowed() } == 5_001)
        edit.isDisabled = false
        _ = try await fixture.drive.members.edit(id, edit, by: nil)
        #expect(await refusal { _ = try await fixture.redeem(disabled) } == "invalid_grant")
        let removed = try await allowed()
        _ = try await fixture.drive.members.remove(id, by: nil)
        #expect(await refusal { _ = try await fixture.redeem(removed) } == "invalid_grant")
    }

    @Test("wrong passwords count where those of the sign-in do")
    func throttled() async throws {
        let fixture = try await DriveFixture.make()
        func attempt(_ password: String) async -> Int? {
            await failureCode {
                _ = try await fixture.drive.authorizations.allow(
                    try AskingProgram.request(),
                    accountName: "Owner",
                    password: password,
                    address: "10.0.0.7"
                )
            }
        }
        for _ in 0..<6 { #expect(await attempt("wrong password") == 5_001) }
        #expect(await attempt(DriveFixture.password) == 90_001)
        let signIn = await failureCode {
            _ = try await fixture.drive.people.signIn(
                accountName: "owner",
                password: DriveFixture.password,
                client: "",
                address: "10.0.0.7"
            )
        }
        #expect(signIn == 90_001)
        fixture.clock.advance(by: .seconds(900))
        #expect(await attempt(DriveFixture.password) == nil)
        #expect(await attempt(String(repeating: "x", count: 2_000)) == 5_001)
    }

    @Test("a page is answered once, within ten minutes, also over a restart")
    func pages() async throws {
        var fixture = try await DriveFixture.make()
        let consent = Consent(try AskingProgram.request(["state": "\"<>&", "client_name": "me"]))
        let first = try await fixture.drive.authorizations.ask(consent, address: "10.0.0.5")
        let second = try await fixture.drive.authorizations.ask(consent, address: "10.0.0.5")
        #expect(first != second)
        fixture = try await fixture.restarted()
        #expect(try await fixture.drive.authorizations.take(first) == consent)
        #expect(try await fixture.drive.authorizations.take(first) == nil)
        fixture.clock.advance(by: .seconds(600))
        #expect(try await fixture.drive.authorizations.take(second) == nil)
        for text in ["", "unknown", String(repeating: "x", count: 5_000)] {
            #expect(try await fixture.drive.authorizations.take(text) == nil)
        }
        #expect(try await fixture.count("consents") == 0)
    }

    @Test("an address that asks for many pages spoils its own first, one of a whole network too")
    func bounded() async throws {
        let fixture = try await DriveFixture.make()
        let authorizations = fixture.drive.authorizations
        let consent = Consent(try AskingProgram.request())
        let mine = try await authorizations.ask(consent, address: "10.0.0.5")
        let his = try await authorizations.ask(consent, address: "10.0.0.6")
        for _ in 0..<20 { _ = try await authorizations.ask(consent, address: "10.0.0.6") }
        for n in 0..<30 { _ = try await authorizations.ask(consent, address: "2001:db8:0:1::\(n)") }
        _ = try await authorizations.ask(consent, address: "2001:db8:0:2::1")
        #expect(try await fixture.count("consents") == 1 + 20 + 20 + 1)
        for n in 0..<22 { _ = try await authorizations.ask(consent, address: "fe80::\(n)%eth0") }
        for n in 0..<22 { _ = try await authorizations.ask(consent, address: "fd12:3456::\(n)") }
        #expect(
            try await fixture.count("consents") == 1 + 20 + 20 + 1 + 44,
            "in the house each device counts alone"
        )
        #expect(try await authorizations.take(his) == nil)
        #expect(try await authorizations.take(mine) == consent)
    }

    @Test("only hashes are kept of nonces and codes")
    func hashed() async throws {
        let fixture = try await DriveFixture.make()
        let request = try AskingProgram.request()
        let nonce = try await fixture.drive.authorizations.ask(Consent(request), address: "10.0.0.5")
        let code = try await fixture.allowed(request)
        let stored = try await fixture.database.read { session in
            try session.query("SELECT nonce FROM consents UNION ALL SELECT code FROM authorization_codes")
                .map { try $0.blob(0) }
        }
        #expect(stored.count == 2 && stored.allSatisfy { $0.count == 32 })
        #expect(!stored.contains(Array(nonce.utf8)) && !stored.contains(Array(code.utf8)))
    }
}
