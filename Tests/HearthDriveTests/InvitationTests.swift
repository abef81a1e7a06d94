import HearthDrive
import HearthSQL
import HearthTesting
import HearthWire
import Testing

@Suite("Invitations", .timeLimit(.minutes(10)))
struct InvitationTests {
    private func accept(
        _ fixture: DriveFixture,
        _ code: String,
        _ name: String,
        _ password: String = "long enough",
        nickname: String? = nil,
        from address: String = "10.0.0.5"
    ) async -> Result<IssuedToken, DriveError> {
        do {
            return .success(
                try await fixture.drive.invitations.accept(
                    code,
                    accountName: name,
                    password: password,
                    nickname: nickname,
                    client: "test",
                    address: address
                )
            )
        } catch {
            return .failure(error as? DriveError ?? DriveError(.internalError, cause: error))
        }
    }

    private func number<T>(_ result: Result<T, DriveError>) -> Int {
        if case .failure(let error) = result { return error.code.rawValue }
        return 0
    }

    @Test("one link, one account, also when several accept at once")
    func once() async throws {
        let fixture = try await DriveFixture.make()
        let made = try await fixture.drive.invitations.make(by: nil, nickname: "Maxi", lifetime: nil)
        let preview = try await fixture.drive.invitations.look(at: made.code, address: "10.0.0.5")
        #expect(preview.inviter == "Olive" && preview.nickname == "Maxi")
        #expect(preview.expires == fixture.clock.now + 7 * 86_400)
        let results = await withTaskGroup(of: Int.self) { group in
            for n in 0..<4 {
                group.addTask { number(await accept(fixture, made.code, "max\(n)", from: "10.0.1.\(n)")) }
            }
            return await group.reduce(into: [Int]()) { $0.append($1) }
        }
        #expect(results.sorted() == [0, 5_013, 5_013, 5_013])
        let members = try await fixture.drive.members.list()
        #expect(members.map(\.user.nickname) == ["Olive", "Maxi"])
        let listed = try #require(try await fixture.drive.invitations.list().first)
        #expect(listed.state(at: fixture.clock.now) == .used && listed.usedBy == members.last?.user.id)
    }

    @Test("a refused name or password leaves it unused; the nickname given wins")
    func refusals() async throws {
        let fixture = try await DriveFixture.make()
        let made = try await fixture.drive.invitations.make(by: nil, nickname: "Maxi", lifetime: 3_600)
        #expect(number(await accept(fixture, made.code, "owner")) == 10_012)
        #expect(number(await accept(fixture, made.code, "max", nickname: "olive")) == 10_012)
        #expect(number(await accept(fixture, made.code, "")) == 10_004)
        #expect(number(await accept(fixture, made.code, "max", "short")) == 10_004)
        let issued = try await accept(fixture, made.code, "max", nickname: "Max").get()
        #expect(issued.user.nickname == "Max" && !issued.user.isOwner)
        #expect(try await fixture.drive.sessions.caller(token: issued.token).kind == .session)
    }

    @Test("expired, withdrawn, used and unknown ones are told apart by nobody")
    func over() async throws {
        let fixture = try await DriveFixture.make()
        let invitations = fixture.drive.invitations
        let expired = try await invitations.make(by: nil, nickname: nil, lifetime: 60)
        fixture.clock.advance(by: .seconds(60))
        let withdrawn = try await invitations.make(by: nil, nickname: nil, lifetime: nil)
        try await invitations.revoke(withdrawn.invitation.id)
        #expect(await code { try await invitations.revoke(withdrawn.invitation.id) } == 3)
        for text in [expired.code, withdrawn.code, "", "nonsense", String(repeating: "x", count: 500)] {
            #expect(number(await accept(fixture, text, "x", from: "10.0.2.1")) == 5_013)
        }
        #expect(try await fixture.drive.members.list().count == 1)
        #expect(try await invitations.list().map { $0.state(at: fixture.clock.now) } == [.expired])
        fixture.clock.advance(by: .seconds(40 * 86_400))
        try await invitations.clean()
        #expect(try await invitations.list().isEmpty)
    }

    @Test("the time is at most thirty days")
    func bounds() async throws {
        let invitations = try await DriveFixture.make().drive.invitations
        for seconds: Int64 in [0, -1, 30 * 86_400 + 1, .max] {
            #expect(
                await code { _ = try await invitations.make(by: nil, nickname: nil, lifetime: seconds) }
                    == 10_004
            )
        }
        let made = try await invitations.make(by: nil, nickname: nil, lifetime: 30 * 86_400)
        #expect(made.invitation.expires - made.invitation.created == 30 * 86_400)
        #expect(made.code.utf8.count == 32)
    }

    @Test("only a hash of the code is kept")
    func hashed() async throws {
        let fixture = try await DriveFixture.make()
        let made = try await fixture.drive.invitations.make(by: nil, nickname: nil, lifetime: nil)
        let stored = try await fixture.database.read { session in
            try session.first("SELECT token FROM invitations").map { try $0.blob(0) }
        }
        #expect(stored?.count == 32)
        #expect(stored != Array(made.code.utf8))
    }

    @Test("guessing is slowed down by address, and does not lock out whoever holds a link")
    func throttled() async throws {
        let fixture = try await DriveFixture.make()
        let made = try await fixture.drive.invitations.make(by: nil, nickname: nil, lifetime: nil)
        for _ in 0..<6 { #expect(number(await accept(fixture, "wrong", "x")) == 5_013) }
        #expect(number(await accept(fixture, made.code, "max")) == 90_001)
        for n in 0..<120 { _ = await accept(fixture, "wrong", "x", from: "10.9.0.\(n)") }
        #expect(number(await accept(fixture, made.code, "max", from: "10.0.0.6")) == 0)
    }
}
