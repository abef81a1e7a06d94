import Glibc
import HearthClient
import HearthTesting
import HearthWire
import Testing

@testable import HearthTransfer

@Suite("Leases", .timeLimit(.minutes(5)))
struct TransferLeaseTests {
    private static func mode(_ path: String) -> mode_t? {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & 0o777 : nil
    }

    @Test("keep the queue and its side files to their owner")
    func modes() async throws {
        let directory = try TemporaryDirectory("queue")
        let queue = directory.appending("q.sqlite")
        let store = try TransferStore(path: queue)
        #expect(try await store.records().isEmpty)
        let backups = directory.appending("b.sqlite")
        let other = try BackupStore(path: backups)
        #expect(try await other.sets().isEmpty)
        for path in [queue, backups] {
            for suffix in ["", "-wal", "-shm"] {
                #expect(Self.mode(path + suffix) == 0o600, "\(path)\(suffix)")
            }
        }
    }

    @Test("let a process that lost them write nothing")
    func fenced() async throws {
        let fixture = try TransferFixture()
        let store = fixture.store
        let id = try await fixture.engine.download(fixture.download("f", to: "out"))
        let first = try await store.beginRunner()
        #expect(try await store.lease([id], by: first).granted.count == 1)
        var row = try #require(try await store.row(id))
        row.status = .running
        try await store.save(row, by: first)
        // Taken for dead: others have it now.
        try await store.endRunner(first)
        try await store.putBackForTest(id)
        row.status = .failed
        // Nor is it theirs while nobody has it: others may have ended it.
        await #expect(throws: TransferError.self) { try await store.save(row, by: first) }
        let second = try await store.beginRunner()
        #expect(try await store.lease([id], by: second).granted.count == 1)
        await #expect(throws: TransferError.self) { try await store.save(row, by: first) }
        try await store.putBack(id, by: first)
        try await store.pauseNow(id, by: first)
        let now = try #require(try await store.row(id))
        #expect(now.runner == second)
        #expect(now.status != .failed)
        #expect(now.status != .paused)
        #expect(try await store.holds(id, second))
        row.status = .finished
        try await store.save(row, by: second)
        #expect(try await store.record(id)?.status == .finished)
    }

    @Test(
        "find a download that had its name when its process was killed",
        arguments: ["fail", "rename", "replace"]
    )
    func placed(_ rule: String) async throws {
        let conflict = WireConflictRule(rawValue: rule) ?? .fail
        let fixture = try TransferFixture()
        let bytes = TransferFixture.bytes(9 << 20, seed: 7)
        fixture.drive.put("f", bytes)
        if conflict == .rename { try fixture.write("out", [1]) }
        let id = try await fixture.engine.download(
            fixture.download("f", to: "out", isFolder: false, conflict)
        )
        #expect(try await fixture.engine.run([id]).isComplete)
        let name = conflict == .rename ? "out(1)" : "out"
        let facts = try #require(try LocalFile.facts(fixture.local(name)))
        // As it was on record just before the end.
        var row = try #require(try await fixture.store.row(id))
        row.status = .waiting
        row.local = fixture.local("out")
        row.placed = facts.identity
        row.part = Array("out.part".utf8)
        try await fixture.store.save(row)
        let asked = fixture.drive.count("/download")
        let outcome = try await fixture.engine.run([id])
        #expect(outcome.isComplete)
        #expect(fixture.drive.count("/download") == asked)
        expectSame(fixture.read(name), bytes)
        #expect(fixture.names(".").filter { $0.hasPrefix("out") }.count == (conflict == .rename ? 2 : 1))
        let record = try #require(try await fixture.store.record(id))
        #expect(record.local == fixture.local(name))
    }
}

extension TransferStore {
    /// Lets a record wait, as a sweep does.
    fileprivate func putBackForTest(_ id: TransferID) throws(TransferError) {
        guard var row = try row(id) else { return }
        row.status = .waiting
        try save(row)
    }
}
