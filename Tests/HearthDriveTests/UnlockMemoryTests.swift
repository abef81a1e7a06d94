import HearthCrypto
import HearthWire
import Testing

@testable import HearthDrive

@Suite("The unlock memory")
struct UnlockMemoryTests {
    private let start = ContinuousClock().now
    private let key = [UInt8](repeating: 7, count: 32)

    private func moment(_ wall: Int64, steady: Int64? = nil) -> UnlockMemory.Moment {
        UnlockMemory.Moment(wall: wall, steady: start + .seconds(steady ?? wall))
    }

    private func grant(_ user: Int, from wall: Int64 = 0) -> UnlockMemory.Grant {
        UnlockMemory.Grant(
            user: user,
            since: wall,
            until: wall + 100,
            deadline: start + .seconds(wall + 100)
        )
    }

    private func holder(_ session: Int, root: Int = 1) -> UnlockMemory.Holder {
        UnlockMemory.Holder(root: root, session: session, user: session / 10)
    }

    private func entry(_ password: String = "right", file: UInt8 = 1) throws -> UnlockMemory.Entry {
        UnlockMemory.Entry(
            keys: try VaultKeys.random(),
            mark: try PasswordMark(password, root: 1, key: key),
            file: try SHA256.hash([file])
        )
    }

    /// A memory in which one root is open for session 10.
    private func opened() throws -> UnlockMemory {
        var memory = UnlockMemory()
        var entry = try entry()
        entry.grants[10] = grant(1)
        let attempt = memory.beginAttempt()
        let (admission, before) = memory.open(holder(10), entry, since: attempt)
        memory.finishAttempt()
        guard case .granted = admission, before == nil else { throw DriveError(.internalError) }
        return memory
    }

    @Test("a grant ends by whichever clock is first")
    func clocks() throws {
        let memory = try opened()
        #expect(memory.find(1, session: 10, at: moment(99)) != nil)
        #expect(memory.find(1, session: 10, at: moment(100, steady: 5)) == nil)
        #expect(memory.find(1, session: 10, at: moment(-500, steady: 100)) == nil, "the clock was set back")
    }

    @Test("what ends while a password is checked is not given afterwards")
    func overtaken() throws {
        var memory = try opened()
        let file = try SHA256.hash([1])
        let attempt = memory.beginAttempt()
        _ = memory.end { $0.session == 11 }
        guard case .overtaken = memory.admit(holder(11), grant(1), file: file, since: attempt, at: moment(1))
        else {
            Issue.record("a token that logged out was let in")
            return
        }
        guard case .granted = memory.admit(holder(12), grant(1), file: file, since: attempt, at: moment(1))
        else {
            Issue.record("another token was kept out")
            return
        }
        // The next attempt begins after the end.
        let next = memory.beginAttempt()
        guard case .granted = memory.admit(holder(11), grant(1), file: file, since: next, at: moment(1))
        else {
            Issue.record("a new attempt was kept out")
            return
        }
        memory.finishAttempt()
        memory.finishAttempt()
    }

    @Test("a password that was changed while it was checked is checked again")
    func stale() throws {
        var memory = try opened()
        let (old, new) = (try SHA256.hash([1]), try SHA256.hash([2]))
        let attempt = memory.beginAttempt()
        let mark = try PasswordMark("new", root: 1, key: key)
        let closed = memory.changed(1, mark: mark, file: new, keeping: 10)
        #expect(closed.isEmpty)
        guard case .stale = memory.admit(holder(20), grant(2), file: old, since: attempt, at: moment(1))
        else {
            Issue.record("the old password let somebody in")
            return
        }
        let next = memory.beginAttempt()
        guard case .closed = memory.admit(holder(20), grant(2), file: old, since: next, at: moment(1)) else {
            Issue.record("keys from the old file let somebody in")
            return
        }
        #expect(memory.find(1, session: 10, at: moment(1)) != nil)
    }

    @Test("a wrong password makes a token's next ones count, until a right one was counted")
    func doubted() throws {
        var memory = try opened()
        let (right, wrong) = (
            try PasswordMark("right", root: 1, key: key), try PasswordMark("wrong", root: 1, key: key)
        )
        let known = [right, wrong, right].map { memory.confirm(1, session: 10, $0, at: moment(1)) }
        #expect(known == [true, false, false])
        #expect(memory.find(1, session: 10, at: moment(1)) != nil)
        let attempt = memory.beginAttempt()
        let file = try SHA256.hash([1])
        _ = memory.admit(holder(10), grant(1, from: 50), file: file, since: attempt, at: moment(1))
        let isKnown = memory.confirm(1, session: 10, right, at: moment(1))
        #expect(isKnown)
        #expect(memory.grants(of: 10, at: moment(1)).first?.grant.since == 0, "its time goes on")
    }

    @Test("marks: one password in every form of Unicode, another for every root and process")
    func marks() throws {
        let mark = try PasswordMark("u\u{308}ber", root: 1, key: key)
        #expect(mark == (try PasswordMark("über", root: 1, key: key)))
        #expect(mark != (try PasswordMark("über", root: 2, key: key)))
        #expect(mark != (try PasswordMark("über", root: 1, key: [UInt8](repeating: 8, count: 32))))
    }

    @Test("a presented password is never shown")
    func hidden() {
        let presented = PresentedPassword(password: "secret", address: "10.0.0.1")
        var text = ""
        dump(presented, to: &text)
        #expect(!"\(presented) \(String(reflecting: presented)) \(text)".contains("secret"))
        #expect(PresentedPassword(password: "").password == nil)
    }
}
