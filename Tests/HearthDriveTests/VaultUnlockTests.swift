import Glibc
import HearthConcurrency
import HearthSQL
import HearthTesting
import HearthWire
import Synchronization
import Testing

@testable import HearthDrive

@Suite("Unlocking encrypted folders", .timeLimit(.minutes(10)))
struct VaultUnlockTests {
    private let right = DriveFixture.folderPassword

    @Test("a folder begins locked; a right password opens it for the token that brought it")
    func tokens() async throws {
        let fixture = try await DriveFixture.make()
        let id = try await fixture.vault("v").id
        let other = try await fixture.token()
        #expect(await fixture.entry(id) == 20_009)
        #expect(await fixture.check(id, right) == nil)
        #expect(await fixture.entry(id) == nil)
        #expect(await fixture.entry(id, other) == 20_009)
        #expect(await fixture.entry(id, other, password: right) == nil)
        #expect(await fixture.entry(id, other) == nil)
        let anna = try await fixture.member("anna")
        #expect(await fixture.entry(id, anna, password: right) == 10_018)
        #expect(await fixture.check(id, right, anna) == 20_010)
        #expect(await fixture.check(id + 1_000, right) == 20_010)
        #expect(try await fixture.check(fixture.home(), "whatever") == nil)
    }

    @Test("it ends 72 hours after the first entry, however often the password came since")
    func notSliding() async throws {
        let fixture = try await DriveFixture.make()
        let id = try await fixture.vault("v").id
        #expect(await fixture.check(id, right) == nil)
        let unlock = try #require(fixture.drive.vaults.list(of: fixture.owner).first)
        #expect(unlock.root == id && unlock.until - unlock.since == 72 * 3_600)
        for _ in 0..<71 {
            fixture.clock.advance(by: .seconds(3_600))
            #expect(await fixture.entry(id, password: right) == nil)
        }
        fixture.clock.advance(by: .seconds(3_599))
        #expect(await fixture.check(id, right) == nil)
        #expect(await fixture.entry(id) == nil)
        fixture.clock.advance(by: .seconds(1))
        #expect(fixture.drive.vaults.list(of: fixture.owner) == [])
        #expect(await fixture.entry(id) == 20_009)
        // The next password begins anew.
        #expect(await fixture.entry(id, password: right) == nil)
        fixture.clock.advance(by: .seconds(72 * 3_600 - 1))
        #expect(await fixture.entry(id) == nil)
    }

    @Test("one derivation for eight first requests and all tokens; none while it is open")
    func derivedOnce() async throws {
        let fixture = try await DriveFixture.make()
        let id = try await fixture.vault("v").id
        let other = try await fixture.token()
        try await withThrowingTaskGroup(of: Int?.self) { group in
            for n in 0..<16 {
                group.addTask { await fixture.entry(id, n < 8 ? fixture.owner : other, password: right) }
            }
            for try await code in group { #expect(code == nil) }
        }
        #expect(fixture.derivations == 1)
        for _ in 0..<20 { #expect(await fixture.entry(id, password: right) == nil) }
        let third = try await fixture.token()
        #expect(await fixture.entry(id, third, password: "wrong one") == 20_009)
        #expect(await fixture.entry(id, third, password: right) == nil)
        #expect(fixture.derivations == 1)
        for caller in [fixture.owner, other, third] { fixture.drive.vaults.lock(id, of: caller) }
        #expect(await fixture.entry(id, password: right) == nil)
        #expect(fixture.derivations == 2, "after the last lock the keys are gone")
    }

    @Test("a wrong password on an unlocked token is wrong, counts, and leaves it unlocked")
    func wrongWhileOpen() async throws {
        let fixture = try await DriveFixture.make()
        let id = try await fixture.vault("v").id
        #expect(await fixture.check(id, right) == nil)
        for n in 0..<6 { #expect(await fixture.entry(id, password: "wrong\(n)") == 20_009) }
        #expect(await fixture.entry(id, password: "wrong7") == 90_001)
        // A right one says nothing either, as long as others have to wait.
        #expect(await fixture.entry(id, password: right) == 90_001)
        #expect(await fixture.entry(id) == nil)
        fixture.clock.advance(by: .seconds(3))
        #expect(await fixture.entry(id, password: right) == nil)
        #expect(await fixture.entry(id, password: "wrong8") == 20_009)
    }

    @Test(
        "guesses wait by token and address, are counted before the work, and a new token brings few new ones"
    )
    func throttled() async throws {
        let fixture = try await DriveFixture.make()
        let id = try await fixture.vault("v").id
        let codes = await withTaskGroup(of: Int?.self) { group in
            for n in 0..<30 { group.addTask { await fixture.check(id, "wrong\(n)") } }
            return await group.reduce(into: [Int?]()) { $0.append($1) }
        }
        #expect(codes.count { $0 == 20_009 } <= 6 && codes.allSatisfy { $0 == 20_009 || $0 == 90_001 })
        #expect(await fixture.check(id, right) == 90_001)
        var elsewhere = fixture.owner
        elsewhere.presented.address = "10.0.0.9"
        #expect(await fixture.check(id, right, elsewhere) == nil)
        var guesses = 0
        for _ in 0..<40 {
            let token = try await fixture.token()
            while await fixture.check(id, "guess\(guesses)", token) == 20_009 { guesses += 1 }
        }
        #expect(guesses <= 100)
    }

    @Test("right passwords are never counted")
    func forgiven() async throws {
        let fixture = try await DriveFixture.make()
        let id = try await fixture.vault("v").id
        for n in 0..<120 {
            #expect(await fixture.check(id, right) == nil)
            fixture.drive.vaults.lock(nil, of: fixture.owner)
            if n % 4 == 0 { #expect(await fixture.check(id, "wrong") == 20_009) }
        }
    }

    @Test("locking: one, all, everywhere")
    func lock() async throws {
        let fixture = try await DriveFixture.make()
        let (one, two) = (try await fixture.vault("one").id, try await fixture.vault("two").id)
        let other = try await fixture.token()
        func open() async {
            for id in [one, two] {
                for caller in [fixture.owner, other] {
                    #expect(await fixture.check(id, right, caller) == nil)
                }
            }
        }
        let vaults = fixture.drive.vaults
        await open()
        vaults.lock(one, of: fixture.owner)
        #expect(vaults.list(of: fixture.owner).map(\.root) == [two])
        #expect(vaults.list(of: other).map(\.root) == [one, two])
        #expect(vaults.keys(of: one, for: fixture.owner) == nil && vaults.keys(of: one, for: other) != nil)
        await open()
        vaults.lock(nil, of: other)
        #expect(vaults.list(of: other) == [] && vaults.list(of: fixture.owner).count == 2)
        await open()
        vaults.lock(two, of: other, everywhere: true)
        #expect(vaults.list(of: other).map(\.root) == [one])
        #expect(vaults.list(of: fixture.owner).map(\.root) == [one])
        #expect(try await fixture.drive.unlocks(of: other).map(\.name) == ["one"])
    }

    @Test("it ends with the session: log-out, revocation, a new account password, disabling, expiry, restart")
    func sessions() async throws {
        let fixture = try await DriveFixture.make()
        let anna = try await fixture.member("anna")
        let id = try await fixture.vault("v", of: anna).id
        let (drive, vaults) = (fixture.drive, fixture.drive.vaults)
        func opened() async throws -> Caller {
            let token = try await fixture.token(of: anna)
            #expect(await fixture.check(id, right, token) == nil)
            return token
        }
        let first = try await opened()
        try await drive.sessions.revoke(first.sessionID, of: anna.user.id)
        #expect(vaults.list(of: first) == [])
        let (kept, second) = (try await opened(), try await opened())
        try await drive.people.setPassword("another horse", of: anna.user.id, keeping: kept.sessionID)
        #expect(vaults.list(of: second) == [] && vaults.list(of: kept).count == 1)
        let edit = Members.Edit(nickname: "Ann")
        _ = try await drive.members.edit(anna.user.id, edit, by: fixture.owner.user.id)
        #expect(vaults.list(of: kept).count == 1, "another name ends nothing")
        let disabled = Members.Edit(isDisabled: true)
        _ = try await drive.members.edit(anna.user.id, disabled, by: fixture.owner.user.id)
        #expect(vaults.list(of: kept) == [])
        _ = try await drive.members.edit(anna.user.id, Members.Edit(isDisabled: false), by: nil)
        let fourth = try await opened()
        try await fixture.database.write { try $0.run("DELETE FROM sessions WHERE id = ?", fourth.sessionID) }
        try await vaults.clean { _, _ in .all }
        #expect(vaults.list(of: fourth) == [], "whatever way a session ends")
        let fifth = try await opened()
        try await vaults.clean { _, _ in [] }
        #expect(vaults.list(of: fifth) == [], "nor is it kept for who may not read any more")
        let sixth = try await opened()
        let again = try await fixture.restarted()
        #expect(again.drive.vaults.list(of: sixth) == [])
        #expect(await again.entry(id, sixth) == 20_009)
        #expect(await again.check(id, right, sixth) == nil)
    }

    @Test("the last lock is told once, with what is to be forgotten")
    func closed() async throws {
        let fixture = try await DriveFixture.make()
        let id = try await fixture.vault("v").id
        let other = try await fixture.token()
        let told = Mutex<[[Int]]>([])
        fixture.drive.vaults.whenClosed.set { ended in told.withLock { $0.append(ended.roots) } }
        for caller in [fixture.owner, other] { #expect(await fixture.check(id, right, caller) == nil) }
        fixture.drive.vaults.lock(id, of: fixture.owner)
        #expect(told.withLock { $0 } == [])
        fixture.drive.vaults.lock(id, of: other)
        #expect(told.withLock { $0 } == [[id]])
        #expect(await fixture.check(id, right) == nil)
        fixture.clock.advance(by: .seconds(80 * 3_600))
        try await fixture.drive.vaults.clean { _, _ in .all }
        #expect(told.withLock { $0 } == [[id], [id]])
    }
}
