import HearthDrive
import HearthStorage
import HearthTesting
import Testing

@Suite("People, tokens, throttling", .timeLimit(.minutes(10)))
struct PeopleTests {
    private func signIn(
        _ fixture: DriveFixture,
        _ name: String = "owner",
        _ password: String = DriveFixture.password,
        from address: String = "10.0.0.1"
    ) async -> Int? {
        await code {
            _ = try await fixture.drive.people.signIn(
                accountName: name,
                password: password,
                client: "test",
                address: address
            )
        }
    }

    @Test("unknown accounts and wrong passwords are told apart by nobody")
    func wrong() async throws {
        let fixture = try await DriveFixture.make()
        #expect(await signIn(fixture, "nobody") == 5_001)
        #expect(await signIn(fixture, "owner", "wrong password") == 5_001)
        #expect(await signIn(fixture, " OWNER ") == nil)
    }

    @Test("five free failures, then a wait that doubles; another address and the right password go on")
    func throttled() async throws {
        let fixture = try await DriveFixture.make()
        for _ in 0..<6 { #expect(await signIn(fixture, "owner", "wrong one") == 5_001) }
        #expect(await signIn(fixture) == 90_001)
        #expect(await signIn(fixture, from: "10.0.0.2") == nil)
        fixture.clock.advance(by: .seconds(3))
        #expect(await signIn(fixture, "owner", "wrong one") == 5_001)
        fixture.clock.advance(by: .seconds(2))
        #expect(await signIn(fixture) == 90_001)
        fixture.clock.advance(by: .seconds(3))
        #expect(await signIn(fixture) == nil)
        #expect(await signIn(fixture) == nil)
    }

    @Test("many addresses together stop at a hundred an hour, known ones go on")
    func distributed() async throws {
        let fixture = try await DriveFixture.make()
        #expect(await signIn(fixture, from: "192.168.0.9") == nil)
        for n in 0..<100 {
            #expect(await signIn(fixture, "owner", "wrong one", from: "10.1.0.\(n)") == 5_001)
        }
        #expect(await signIn(fixture, from: "10.2.0.1") == 90_001)
        #expect(await signIn(fixture, from: "192.168.0.9") == nil)
        fixture.clock.advance(by: .seconds(3_700))
        #expect(await signIn(fixture, from: "10.2.0.1") == nil)
    }

    @Test("tokens: revoked, expired and foreign ones are refused at once")
    func tokens() async throws {
        let fixture = try await DriveFixture.make()
        let sessions = fixture.drive.sessions
        let first = try await sessions.issue(to: fixture.owner.user, kind: .session, client: "one")
        let second = try await sessions.issue(to: fixture.owner.user, kind: .session, client: "two")
        #expect(try await sessions.caller(token: first.token).user.id == fixture.owner.user.id)
        #expect(await code { _ = try await sessions.caller(token: first.token + "x") } == 10_016)
        let member = try await fixture.member("max")
        #expect(await code { try await sessions.revoke(first.sessionID, of: member.user.id) } == 3)
        try await sessions.revoke(first.sessionID, of: fixture.owner.user.id)
        #expect(await code { _ = try await sessions.caller(token: first.token) } == 10_016)
        fixture.clock.advance(by: .seconds(29 * 86_400))
        #expect(await code { _ = try await sessions.caller(token: second.token) } == nil)
        fixture.clock.advance(by: .seconds(29 * 86_400))
        #expect(await code { _ = try await sessions.caller(token: second.token) } == nil)
        fixture.clock.advance(by: .seconds(30 * 86_400))
        #expect(await code { _ = try await sessions.caller(token: second.token) } == 10_016)
    }

    @Test("a new password ends every other session")
    func password() async throws {
        let fixture = try await DriveFixture.make()
        let sessions = fixture.drive.sessions
        let other = try await sessions.issue(to: fixture.owner.user, kind: .session, client: "other")
        _ = try await sessions.caller(token: other.token)
        let people = fixture.drive.people
        #expect(
            await code {
                try await people.changePassword(
                    of: fixture.owner,
                    old: "wrong one",
                    new: "longer than that",
                    address: "1"
                )
            } == 5_030
        )
        #expect(
            await code {
                try await people.changePassword(
                    of: fixture.owner,
                    old: DriveFixture.password,
                    new: "short",
                    address: "1"
                )
            } == 10_004
        )
        try await people.changePassword(
            of: fixture.owner,
            old: DriveFixture.password,
            new: "longer than that",
            address: "1"
        )
        #expect(await code { _ = try await sessions.caller(token: other.token) } == 10_016)
        #expect(await signIn(fixture, "owner", "longer than that") == nil)
    }

    @Test("one owner, unique names, usable passwords")
    func accounts() async throws {
        let fixture = try await DriveFixture.make()
        let people = fixture.drive.people
        func add(_ name: String, _ password: String = "long enough", owner: Bool = false) async -> Int? {
            await code {
                _ = try await people.add(accountName: name, password: password, nickname: nil, isOwner: owner)
            }
        }
        #expect(await add("second", owner: true) == 10_012)
        #expect(await add("Owner") == 10_012)
        #expect(await add("   ") == 10_004)
        #expect(await add("a\u{7}b") == 10_004)
        #expect(await add("kid", "short") == 10_004)
        #expect(await add("kid") == nil)
        #expect(await add("Ren\u{E9}e") == nil)
        #expect(await add("Rene\u{301}e") == 10_012)
        #expect(await signIn(fixture, "rene\u{301}e", "long enough") == nil)
        let token = try people.makeSetupToken()
        #expect(
            await code {
                _ = try await people.setUp(
                    token: token,
                    accountName: "x",
                    password: "long enough",
                    nickname: nil,
                    client: ""
                )
            } == 10_012
        )
    }

    @Test("a set-up link works for a day, until there is another")
    func setupLink() async throws {
        let fixture = try await DriveFixture.make()
        let people = fixture.drive.people
        func use(_ token: String) async -> Int {
            await code {
                _ = try await people.setUp(
                    token: token,
                    accountName: "first",
                    password: "long enough",
                    nickname: nil,
                    client: ""
                )
            } ?? 0
        }
        let replaced = try people.makeSetupToken()
        let expired = try people.makeSetupToken()
        #expect(await use(replaced) == 5_012)
        fixture.clock.advance(by: .seconds(People.setupLifetime))
        #expect(await use(expired) == 5_012)
        let good = try people.makeSetupToken()
        fixture.clock.advance(by: .seconds(People.setupLifetime - 1))
        // It is let in, and finds that there is an owner.
        #expect(await use(good) == 10_012)
    }

    @Test("my files: one personal folder, named after the member, never somebody else's directory")
    func personalFolder() async throws {
        let fixture = try await DriveFixture.make()
        let member = try await fixture.member("max")
        let squatter = try #require(FileName("__\(member.user.id)__"))
        _ = try fixture.partition.createRoot(
            at: VolumePath([squatter]),
            xattrID: [UInt8](repeating: 1, count: 16)
        )
        let roots = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<8 {
                group.addTask { try await fixture.drive.roots.personalRoot(of: member.user).id }
            }
            var ids: Set<Int> = []
            for try await id in group { ids.insert(id) }
            return ids
        }
        #expect(roots.count == 1)
        let listed = try await fixture.drive.roots.privateRoots(of: member.user.id)
        #expect(listed.map(\.root.name) == ["max-文件"])
        #expect(listed.first?.root.path.last?.display == "__\(member.user.id)_2__")
        #expect(listed.first?.rights == .all)
    }

    @Test("two folders whose directories changed places keep their own content")
    func changedPlaces() async throws {
        let fixture = try await DriveFixture.make()
        let member = try await fixture.member("max")
        let (home, other) = (try await fixture.home(), try await fixture.home(of: member))
        try await fixture.upload([1], to: fixture.path(home, "f"))
        try await fixture.upload([2], to: fixture.path(other, "f"), as: member)
        let top = try fixture.partition.volume(at: VolumePath())
        let names = try ["__1__", "__2__", "t"].map { VolumePath([try #require(FileName($0))]) }
        for (from, to) in [(0, 2), (1, 0), (2, 1)] {
            try top.rename(names[from], to: names[to], on: top, replace: false)
        }
        for _ in 0..<2 {
            #expect(try await fixture.read(fixture.path(home, "f")) == [1])
            #expect(try await fixture.read(fixture.path(other, "f"), as: member) == [2])
        }
    }

    @Test("a root whose directory was moved on the disk is found again; a copy of it is not taken for it")
    func reattaches() async throws {
        let fixture = try await DriveFixture.make()
        let home = try await fixture.home()
        try await fixture.upload([1], to: fixture.path(home, "f"))
        let top = try fixture.partition.volume(at: VolumePath())
        let old = VolumePath([try #require(FileName("__\(fixture.owner.user.id)__"))])
        let new = VolumePath([try #require(FileName("elsewhere"))])
        try top.rename(old, to: new, on: top, replace: false)
        #expect(try await fixture.read(fixture.path(home, "f")) == [1])
        let again = try await fixture.restarted()
        #expect(try await again.read(again.path(home, "f")) == [1])
    }
}
