import HearthDrive
import HearthTesting
import Testing

@Suite("The second secret of a session", .timeLimit(.minutes(10)))
struct MediaSecretTests {
    private static let day: Int64 = 86_400

    /// A session of the owner, and its media secret.
    private func session(
        _ fixture: DriveFixture,
        kind: Caller.Kind = .session
    ) async throws -> (issued: IssuedToken, secret: MediaSecret) {
        let sessions = fixture.drive.sessions
        let issued = try await sessions.issue(to: fixture.owner.user, kind: kind, client: "browser")
        let secret = try await sessions.makeMediaSecret(of: issued.sessionID, user: issued.user.id)
        return (issued, secret)
    }

    @Test("opens media for its session, and is no token")
    func kinds() async throws {
        let fixture = try await DriveFixture.make()
        let sessions = fixture.drive.sessions
        let (issued, secret) = try await session(fixture)
        #expect(secret.text.utf8.count == 43 && secret.text != issued.token)
        #expect(secret.lifetime == sessions.lifetime)
        let caller = try await sessions.caller(mediaSecret: secret.text)
        #expect(caller.kind == .media && caller.sessionID == issued.sessionID)
        #expect(caller.user == fixture.owner.user)
        #expect(await code { try caller.requireSession() } == 10_023)
        #expect(await code { try caller.requireOwner() } == 10_023)
        // In this order: what is remembered of one must not answer for the other.
        #expect(await code { _ = try await sessions.caller(token: secret.text) } == 10_016)
        _ = try await sessions.caller(token: issued.token)
        #expect(await code { _ = try await sessions.caller(mediaSecret: issued.token) } == 10_016)
        #expect(try await sessions.caller(token: issued.token).kind == .session)
        for wrong in [
            "", "x", secret.text + "x", String(secret.text.dropLast()), String(repeating: "A", count: 43),
        ] {
            #expect(await code { _ = try await sessions.caller(mediaSecret: wrong) } == 10_016)
        }
    }

    @Test("the one before opens nothing any more")
    func replaced() async throws {
        let fixture = try await DriveFixture.make()
        let sessions = fixture.drive.sessions
        let (issued, first) = try await session(fixture)
        _ = try await sessions.caller(mediaSecret: first.text)
        let second = try await sessions.makeMediaSecret(of: issued.sessionID, user: issued.user.id)
        #expect(await code { _ = try await sessions.caller(mediaSecret: first.text) } == 10_016)
        #expect(try await sessions.caller(mediaSecret: second.text).sessionID == issued.sessionID)
        #expect(try await sessions.caller(token: issued.token).sessionID == issued.sessionID)
    }

    @Test("not for scope tokens, sessions of others and sessions that are over")
    func refused() async throws {
        let fixture = try await DriveFixture.make()
        let sessions = fixture.drive.sessions
        #expect(await code { _ = try await session(fixture, kind: .scope) } == 10_016)
        let max = try await fixture.member("max")
        let own = fixture.owner
        #expect(
            await code { _ = try await sessions.makeMediaSecret(of: own.sessionID, user: max.user.id) }
                == 10_016
        )
        fixture.clock.advance(by: .seconds(sessions.lifetime))
        #expect(
            await code { _ = try await sessions.makeMediaSecret(of: own.sessionID, user: own.user.id) }
                == 10_016
        )
    }

    @Test("ends with its session: revoked, all revoked, another password, member shut out")
    func ended() async throws {
        let fixture = try await DriveFixture.make()
        let drive = fixture.drive
        let (first, firstSecret) = try await session(fixture)
        let (_, second) = try await session(fixture)
        let (kept, keptSecret) = try await session(fixture)
        for secret in [firstSecret, second, keptSecret] {
            _ = try await drive.sessions.caller(mediaSecret: secret.text)
        }
        try await drive.sessions.revoke(first.sessionID, of: fixture.owner.user.id)
        #expect(await code { _ = try await drive.sessions.caller(mediaSecret: firstSecret.text) } == 10_016)
        let user = fixture.owner.user.id
        try await drive.people.setPassword("another long one", of: user, keeping: kept.sessionID)
        #expect(await code { _ = try await drive.sessions.caller(mediaSecret: second.text) } == 10_016)
        #expect(await code { _ = try await drive.sessions.caller(mediaSecret: keptSecret.text) } == nil)
        try await drive.sessions.revokeAll(of: user)
        #expect(await code { _ = try await drive.sessions.caller(mediaSecret: keptSecret.text) } == 10_016)
    }

    @Test("either secret's use is the session's, and each sees what the other prolonged")
    func prolonged() async throws {
        let fixture = try await DriveFixture.make()
        let sessions = fixture.drive.sessions
        let (issued, secret) = try await session(fixture)
        _ = try await sessions.caller(mediaSecret: secret.text)
        _ = try await sessions.caller(token: issued.token)
        for _ in 0..<2 {
            fixture.clock.advance(by: .seconds(29 * Self.day))
            #expect(await code { _ = try await sessions.caller(mediaSecret: secret.text) } == nil)
            let used = try await sessions.list(of: issued.user.id).first { $0.id == issued.sessionID }
            #expect(used?.lastUsed == fixture.clock.now)
        }
        #expect(await code { _ = try await sessions.caller(token: issued.token) } == nil)
        fixture.clock.advance(by: .seconds(29 * Self.day))
        #expect(await code { _ = try await sessions.caller(token: issued.token) } == nil)
        fixture.clock.advance(by: .seconds(29 * Self.day))
        #expect(await code { _ = try await sessions.caller(mediaSecret: secret.text) } == nil)
        fixture.clock.advance(by: .seconds(sessions.lifetime))
        #expect(await code { _ = try await sessions.caller(mediaSecret: secret.text) } == 10_016)
        #expect(await code { _ = try await sessions.caller(token: issued.token) } == 10_016)
    }
}
