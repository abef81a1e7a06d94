import Glibc
import HearthClient
import HearthTesting
import HearthTransfer
import HearthWire
import Synchronization
import Testing

@Suite("A backup's identities", .timeLimit(.minutes(5)))
struct BackupIdentityTests {
    private static func rest(_ fixture: TransferFixture, _ name: String) {
        var times = [timespec(), timespec()]
        times[0].tv_sec = 1_700_000_000
        times[1].tv_sec = 1_700_000_000
        utimensat(AT_FDCWD, fixture.directory.appending(name), times, 0)
    }

    @Test("are those of the bytes that went up, also when a file changes before its turn")
    func changed() async throws {
        let fixture = try TransferFixture { $0.smallConnections = 1 }
        try fixture.file("b/first", 1_000, seed: 1)
        let old = try fixture.file("b/second", 1_000, seed: 2)
        // The same content twice: it must not count as sent because the other was to be.
        try fixture.write("b/third", old)
        for name in ["first", "second", "third"] { Self.rest(fixture, "b/\(name)") }
        let store = try BackupStore(path: fixture.directory.appending("backups.sqlite"))
        let set = try await store.add(
            BackupSet(
                area: "home",
                local: fixture.local("b"),
                remote: try TransferFixture.remote("b"),
                label: "b",
                isEncrypted: true
            )
        )
        let new = TransferFixture.bytes(1_000, seed: 3)
        let isDone = Mutex(false)
        fixture.drive.setFault { line in
            let isFirst = isDone.withLock { isDone in
                guard line.hasSuffix("/complete"), !isDone else { return false }
                isDone = true
                return true
            }
            if isFirst { try? fixture.write("b/second", new) }
            return nil
        }
        let run = BackupRun(engine: fixture.engine, store: store, set: set)
        let (outcome, moving) = try await run.run()
        #expect(outcome.sent == 1)
        #expect(outcome.known == 0)
        #expect(outcome.failed == 0)
        #expect(Set(moving.map { String(decoding: $0, as: UTF8.self) }) == ["second", "third"])
        #expect(fixture.drive.bytes("b/second") == nil)

        Self.rest(fixture, "b/second")
        let (second, left) = try await run.run()
        #expect(second.sent == 2)
        #expect(left.isEmpty)
        expectSame(fixture.drive.bytes("b/second"), new)
        expectSame(fixture.drive.bytes("b/third"), old)
        let (third, _) = try await run.run()
        #expect(third.sent == 0)
        #expect(third.known == 3)
    }
}
