import HearthClient
import HearthTesting
import HearthTransfer
import HearthWire
import Synchronization
import Testing

@Suite("Uploads", .timeLimit(.minutes(5)))
struct UploadTests {
    @Test(
        "bring a file whole, whatever its size",
        arguments: [0, 1, 300_000, 8 << 20, (8 << 20) + 1, 20 << 20]
    )
    func sizes(_ size: Int) async throws {
        let fixture = try TransferFixture()
        let bytes = try fixture.file("a b#%.bin", size)
        let id = try await fixture.engine.upload(fixture.upload("a b#%.bin"))
        let outcome = try await fixture.engine.run([id])
        #expect(outcome.isComplete)
        #expect(outcome.finished == 1)
        #expect(outcome.verified == [.hash: 1])
        expectSame(fixture.drive.bytes("a b#%.bin"), bytes)
        let record = try #require(try await fixture.store.record(id))
        #expect(record.status == .finished)
        #expect(record.transferred == Int64(size))
        if size <= 8 << 20 { #expect(fixture.drive.count("/uploads") == 0) }
    }

    @Test("send no finished chunk again after faults, lost replies and gateways")
    func faults() async throws {
        let fixture = try TransferFixture()
        let bytes = try fixture.file("large", 40 << 20)
        let seen = Mutex<[String: Int]>([:])
        fixture.drive.setFault { line in
            guard line.hasPrefix("PUT") else { return nil }
            let times = seen.withLock { seen in
                seen[line, default: 0] += 1
                return seen[line] ?? 0
            }
            guard times == 1 else { return nil }
            switch line.last {
            case "1": return .refuse(.interrupted)
            case "2": return .loseReply
            case "3": return .gateway(502)
            case "4": return .code(.busy, status: 503)
            default: return nil
            }
        }
        let id = try await fixture.engine.upload(fixture.upload("large"))
        let outcome = try await fixture.engine.run([id])
        #expect(outcome.isComplete)
        expectSame(fixture.drive.bytes("large"), bytes)
        // Only the lost reply's chunk arrived twice.
        #expect(fixture.drive.state.withLock { $0.chunkBytes } <= (40 << 20) + (8 << 20))
        #expect(outcome.repeated <= 4 * 8 << 20)
    }

    @Test("go on after the engine is gone, with a new token, where they were")
    func resume() async throws {
        let first = try TransferFixture(token: "old")
        let bytes = try first.file("large", 33 << 20)
        first.drive.state.withLock { $0.token = "old" }
        first.drive.setFault { $0.hasSuffix("/chunks/4") ? .code(.unauthorized, status: 401) : nil }
        let id = try await first.engine.upload(first.upload("large"))
        let stopped = try await first.engine.run([id])
        #expect(!stopped.isComplete)
        #expect(stopped.stops.first?.wireCode == .unauthorized)
        #expect(try await first.store.record(id)?.status == .paused)
        first.drive.setFault(nil)
        first.drive.state.withLock { $0.token = "new" }
        let sent = first.drive.state.withLock { $0.chunkBytes }
        let known = first.drive.state.withLock { $0.uploads.values.first?.chunks.count ?? 0 }
        #expect(known > 0)

        let second = try TransferFixture(first.drive, in: first.directory, token: "new")
        try await second.engine.resume(id)
        let outcome = try await second.engine.run()
        #expect(outcome.isComplete)
        expectSame(second.drive.bytes("large"), bytes)
        #expect(second.drive.state.withLock { $0.chunkBytes } - sent <= (33 << 20) - (known - 1) * (8 << 20))
        #expect(second.drive.count("POST /api/v1/uploads") == 2)
    }

    @Test("begin again when the server has forgotten them")
    func forgotten() async throws {
        let fixture = try TransferFixture()
        let bytes = try fixture.file("large", 20 << 20)
        let isDone = Mutex(false)
        fixture.drive.setFault { line in
            guard line.hasSuffix("/chunks/2"),
                isDone.withLock({ done in
                    defer { done = true }; return !done
                })
            else {
                return nil
            }
            return .code(.notFound, status: 404)
        }
        let id = try await fixture.engine.upload(fixture.upload("large"))
        #expect(try await fixture.engine.run([id]).isComplete)
        expectSame(fixture.drive.bytes("large"), bytes)
    }

    @Test("send the changed file when it changes while it is sent")
    func changing() async throws {
        let fixture = try TransferFixture()
        try fixture.file("large", 20 << 20, seed: 1)
        let isDone = Mutex(false)
        let directory = fixture.directory
        let drive = fixture.drive
        let writer = fixture
        let later = Mutex<[UInt8]>([])
        fixture.drive.setFault { line in
            guard line.hasSuffix("/chunks/2"),
                isDone.withLock({ done in
                    defer { done = true }; return !done
                })
            else {
                return nil
            }
            let bytes = try? writer.file("large", 18 << 20, seed: 2)
            later.withLock { $0 = bytes ?? [] }
            return nil
        }
        let id = try await fixture.engine.upload(fixture.upload("large"))
        let outcome = try await fixture.engine.run([id])
        #expect(outcome.isComplete)
        expectSame(drive.bytes("large"), later.withLock { $0 })
        _ = directory
    }

    @Test("fail loudly when the source never stands still")
    func restless() async throws {
        let fixture = try TransferFixture { $0.restarts = 1 }
        try fixture.file("large", 9 << 20)
        let seed = Mutex<UInt64>(2)
        let writer = fixture
        fixture.drive.setFault { line in
            if line.hasSuffix("/chunks/1") {
                let next = seed.withLock { seed in
                    seed += 1
                    return seed
                }
                _ = try? writer.file("large", (9 << 20) + Int(next), seed: next)
            }
            return nil
        }
        let id = try await fixture.engine.upload(fixture.upload("large"))
        let outcome = try await fixture.engine.run([id])
        #expect(outcome.failures.first?.failure.code == .sourceChanged)
        #expect(fixture.drive.bytes("large") == nil)
        #expect(fixture.drive.state.withLock { $0.uploads.isEmpty })
    }

    @Test("keep to the rule for names that are taken", arguments: WireConflictRule.allCases)
    func conflicts(_ rule: WireConflictRule) async throws {
        for size in [1_000, 9 << 20] {
            let fixture = try TransferFixture()
            fixture.drive.put("f", [1, 2, 3])
            let bytes = try fixture.file("f", size)
            let id = try await fixture.engine.upload(fixture.upload("f", rule))
            let outcome = try await fixture.engine.run([id])
            switch rule {
            case .rename:
                expectSame(fixture.drive.bytes("f"), [1, 2, 3])
                expectSame(fixture.drive.bytes("f(1)"), bytes)
            case .replace: expectSame(fixture.drive.bytes("f"), bytes)
            case .fail:
                #expect(outcome.failures.first?.failure.wireCode == .nameInUse)
                expectSame(fixture.drive.bytes("f"), [1, 2, 3])
            case .skip:
                #expect(outcome.skipped == 1)
                #expect(outcome.isComplete)
                expectSame(fixture.drive.bytes("f"), [1, 2, 3])
            }
        }
    }

    @Test("bring a folder with empty folders, and report links")
    func folder() async throws {
        let fixture = try TransferFixture()
        let one = try fixture.file("d/one", 10, seed: 1)
        let two = try fixture.file("d/deep/er/two", 9 << 20, seed: 2)
        fixture.makeParents(of: fixture.directory.appending("d/empty/x"))
        try fixture.link("one", at: "d/link")
        let id = try await fixture.engine.upload(fixture.upload("d", to: "target/d"))
        let outcome = try await fixture.engine.run([id])
        #expect(outcome.isComplete)
        #expect(outcome.leftOut.map(\.failure.code) == [.symbolicLink])
        expectSame(fixture.drive.bytes("target/d/one"), one)
        expectSame(fixture.drive.bytes("target/d/deep/er/two"), two)
        #expect(fixture.drive.state.withLock { $0.directories.contains("/s/1/target/d/empty") })
        let record = try #require(try await fixture.store.record(id))
        #expect(record.status == .finished)
        #expect(record.children == TransferCounts(total: 4, finished: 4, failed: 0))
        #expect(record.transferred == record.size)
    }

    @Test("bring a folder that holds nothing but folders")
    func emptyFolders() async throws {
        let fixture = try TransferFixture()
        fixture.makeParents(of: fixture.directory.appending("d/a/b/c/x"))
        let id = try await fixture.engine.upload(fixture.upload("d", to: "there/d"))
        #expect(try await fixture.engine.run([id]).isComplete)
        #expect(fixture.drive.state.withLock { $0.directories.contains("/s/1/there/d/a/b/c") })
    }

    @Test("count failed children, which can be tried again or ignored")
    func failures() async throws {
        let fixture = try TransferFixture()
        for n in 0..<20 { try fixture.file("d/\(n)", 100, seed: UInt64(n)) }
        fixture.drive.setFault { $0.hasSuffix("/d/7") ? .code(.noWriteRight, status: 403) : nil }
        let id = try await fixture.engine.upload(fixture.upload("d"))
        let outcome = try await fixture.engine.run([id])
        #expect(outcome.failed == 1)
        #expect(outcome.finished == 19)
        #expect(outcome.failures.first?.failure.wireCode == .noWriteRight)
        let record = try #require(try await fixture.store.record(id))
        #expect(record.status == .failed)
        #expect(record.error?.code == .someFailed)
        fixture.drive.setFault(nil)
        try await fixture.engine.retry(id)
        #expect(try await fixture.engine.run([id]).isComplete)
        #expect(try await fixture.store.record(id)?.children == TransferCounts(total: 20, finished: 20))
    }

    @Test("send a stream of unknown length", arguments: [0, 5, 9 << 20, 16 << 20, (30 << 20) + 7])
    func stream(_ size: Int) async throws {
        let fixture = try TransferFixture()
        let bytes = try fixture.file("source", size)
        let descriptor = try fixture.open("source")
        defer { fixture.close(descriptor) }
        let order = UploadOrder(
            area: "home",
            source: .descriptor(descriptor),
            remote: try TransferFixture.remote("out")
        )
        let id = try await fixture.engine.upload(order)
        #expect(try await fixture.engine.run([id]).isComplete)
        expectSame(fixture.drive.bytes("out"), bytes)
        #expect(try await fixture.store.record(id)?.size == Int64(size))
    }

    @Test("send no second half of a stream as if it were the whole")
    func stoppedStream() async throws {
        let fixture = try TransferFixture()
        try fixture.file("source", 30 << 20)
        let descriptor = try fixture.open("source")
        defer { fixture.close(descriptor) }
        let gate = Gate()
        fixture.drive.setFault { $0.hasSuffix("/chunks/1") ? .hold(gate.pass) : nil }
        let order = UploadOrder(
            area: "home",
            source: .descriptor(descriptor),
            remote: try TransferFixture.remote("out")
        )
        let id = try await fixture.engine.upload(order)
        let run = Task { [engine = fixture.engine] in try await engine.run([id]) }
        await gate.reached()
        try await fixture.engine.pause(id)
        _ = try await run.value
        fixture.drive.setFault(nil)
        try await fixture.engine.resume(id)
        let outcome = try await fixture.engine.run([id])
        #expect(outcome.failures.first?.failure.code == .streamLost)
        #expect(fixture.drive.bytes("out") == nil)
    }
}
