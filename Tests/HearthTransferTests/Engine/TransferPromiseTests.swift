import HearthClient
import HearthTesting
import HearthWire
import Synchronization
import Testing

@testable import HearthTransfer

@Suite("Promises of transfers", .timeLimit(.minutes(5)))
struct TransferPromiseTests {
    @Test("list no folder without the choice that was ordered with it")
    func lostFilter() async throws {
        let first = try TransferFixture()
        for name in ["d/a", "d/sub/b", "d/sub/b.tmp", "d/sub/deep/c.tmp"] { first.drive.place(name, [1]) }
        var order = try first.download("d", to: "out", isFolder: true)
        order.isIncluded = { relative, _ in !String(decoding: relative, as: UTF8.self).hasSuffix(".tmp") }
        let gate = Gate()
        first.drive.setFault { $0 == "GET /api/v1/resources/s/1/d/sub" ? .hold(gate.pass) : nil }
        let id = try await first.engine.download(order)
        let run = Task { [engine = first.engine] in try await engine.run([id]) }
        await gate.reached()
        run.cancel()
        #expect(try await run.value.remaining > 0)
        first.drive.setFault(nil)
        // Another process knows nothing of the choice.
        let second = try TransferFixture(first.drive, in: first.directory)
        let outcome = try await second.engine.run()
        #expect(outcome.failed > 0)
        #expect(outcome.failures.first?.failure.code == .badOrder)
        #expect(!second.names("out/sub").contains("b.tmp"))
        #expect(!second.names("out/sub/deep").contains("c.tmp"))
    }

    @Test("claim no check of a file that was left alone", arguments: [10, 9 << 20])
    func skipped(_ size: Int) async throws {
        let fixture = try TransferFixture()
        try fixture.file("f", size, seed: 1)
        let other = TransferFixture.bytes(size, seed: 2)
        // Of the same length and time.
        fixture.drive.place("f", other, modified: fixture.modified("f"))
        let id = try await fixture.engine.upload(fixture.upload("f", to: nil, .skip))
        let outcome = try await fixture.engine.run([id])
        #expect(outcome.skipped == 1)
        #expect(outcome.verified.isEmpty)
        #expect(outcome.bytes == 0)
        expectSame(fixture.drive.bytes("f"), other)
        #expect(try await fixture.store.record(id)?.verification == TransferVerification.none)
    }

    @Test("are not kept by what somebody removed before it was done")
    func removed() async throws {
        let fixture = try TransferFixture()
        try fixture.file("large", 20 << 20)
        let gate = Gate()
        fixture.drive.setFault { $0.hasSuffix("/chunks/2") ? .hold(gate.pass) : nil }
        let id = try await fixture.engine.upload(fixture.upload("large"))
        let run = Task { [engine = fixture.engine] in try await engine.run([id]) }
        await gate.reached()
        try await fixture.engine.remove(id)
        let outcome = try await run.value
        #expect(outcome.removed == 1)
        #expect(!outcome.isComplete)
    }

    @Test("put no ranges together under a time alone")
    func noTag() async throws {
        let fixture = try TransferFixture()
        let bytes = TransferFixture.bytes(20 << 20, seed: 1)
        fixture.drive.put("f", bytes, isDigestKnown: false)
        fixture.drive.state.withLock { $0.files["/s/1/f"]?.hasTag = false }
        let id = try await fixture.engine.download(fixture.download("f", to: "out"))
        #expect(try await fixture.engine.run([id]).isComplete)
        expectSame(fixture.read("out"), bytes)
        #expect(fixture.drive.count("/download") == 2)
    }

    @Test("end the reading of a file with its task")
    func hashing() async throws {
        let directory = try TemporaryDirectory("hash")
        let path = LocalPath(directory.appending("sparse"))
        let size: Int64 = 1 << 40
        let file = try LocalFile.claim(path)
        try file.truncate(to: size)
        let task = Task { try await FileHash(file, size: size, available: size).run() }
        task.cancel()
        let result = await task.result
        guard case .failure(let error) = result else {
            Issue.record("a terabyte was read")
            return
        }
        #expect((error as? TransferError)?.code == .cancelled)
    }

    @Test("know a file again whatever number its device has got")
    func device() throws {
        let fixture = try TransferFixture()
        try fixture.file("f", 10)
        var facts = try #require(try LocalFile.facts(fixture.local("f")))
        let before = facts.identity
        facts.device += 1
        #expect(facts.identity == before)
    }

    @Test("use the whole of a bandwidth, and no more, however many are under way", arguments: [1, 3, 40])
    func budget(_ connections: Int) {
        let budget = BandwidthBudget(1_000_000)
        var moved = 0
        var due = [Double](repeating: 100, count: connections)
        // Ten seconds in steps of a millisecond; each takes 16 KiB when it may.
        for step in 0..<10_000 {
            let now = 100 + Double(step) / 1_000
            for index in due.indices where due[index] <= now {
                due[index] = budget.due(.receiving, now: now)
                guard due[index] <= now else { continue }
                budget.take(16 << 10, .receiving, now: now)
                moved += 16 << 10
            }
        }
        #expect(moved > 9_800_000)
        #expect(moved < 10_400_000)
    }
}
