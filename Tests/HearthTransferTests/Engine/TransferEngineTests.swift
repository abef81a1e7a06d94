import HearthClient
import HearthTesting
import HearthTransfer
import HearthWire
import Synchronization
import Testing

@Suite("The engine", .timeLimit(.minutes(5)))
struct TransferEngineTests {
    @Test("pauses what runs, and goes on where it was")
    func pausing() async throws {
        let fixture = try TransferFixture()
        let bytes = try fixture.file("large", 40 << 20)
        let gate = Gate()
        fixture.drive.setFault { $0.hasSuffix("/chunks/5") ? .hold(gate.pass) : nil }
        let id = try await fixture.engine.upload(fixture.upload("large"))
        let run = Task { [engine = fixture.engine] in try await engine.run([id]) }
        await gate.reached()
        try await fixture.engine.pause(id)
        let outcome = try await run.value
        #expect(outcome.remaining == 1)
        #expect(outcome.finished == 0)
        #expect(try await fixture.store.record(id)?.status == .paused)
        gate.open()
        try await fixture.engine.resume(id)
        #expect(try await fixture.engine.run([id]).isComplete)
        expectSame(fixture.drive.bytes("large"), bytes)
        #expect(fixture.drive.count("POST /api/v1/uploads/u1/complete") == 1)
    }

    @Test("puts everything back when the run is cancelled")
    func cancelled() async throws {
        let fixture = try TransferFixture()
        for n in 0..<30 { try fixture.file("d/\(n)", 1_000, seed: UInt64(n)) }
        let gate = Gate()
        fixture.drive.setFault { $0.hasSuffix("/d/20") ? .hold(gate.pass) : nil }
        let id = try await fixture.engine.upload(fixture.upload("d"))
        let run = Task { [engine = fixture.engine] in try await engine.run([id]) }
        await gate.reached()
        run.cancel()
        let outcome = try await run.value
        #expect(outcome.remaining > 0)
        #expect(outcome.failed == 0)
        gate.open()
        #expect(try await fixture.engine.run().isComplete)
        for n in 0..<30 { #expect(fixture.drive.bytes("d/\(n)") != nil) }
    }

    @Test("removes an unfinished upload on the server")
    func removing() async throws {
        let fixture = try TransferFixture()
        try fixture.file("large", 20 << 20)
        let gate = Gate()
        fixture.drive.setFault { $0.hasSuffix("/chunks/2") ? .hold(gate.pass) : nil }
        let id = try await fixture.engine.upload(fixture.upload("large"))
        let run = Task { [engine = fixture.engine] in try await engine.run([id]) }
        await gate.reached()
        try await fixture.engine.remove(id)
        _ = try await run.value
        #expect(fixture.drive.state.withLock { $0.uploads.isEmpty })
        #expect(try await fixture.store.record(id) == nil)
    }

    @Test("waits for no record that ended while others were being leased")
    func many() async throws {
        let fixture = try TransferFixture()
        for n in 0..<1_000 { try fixture.file("\(n)", 10, seed: UInt64(n)) }
        let orders = try (0..<1_000).map { try fixture.upload("\($0)") }
        let ids = try await fixture.engine.upload(orders)
        let outcome = try await fixture.engine.run(ids)
        #expect(outcome.isComplete)
        #expect(outcome.finished == 1_000)
    }

    @Test("waits without a network")
    func offline() async throws {
        let fixture = try TransferFixture()
        let bytes = try fixture.file("large", 20 << 20)
        let gate = Gate()
        fixture.drive.setFault { $0.hasSuffix("/chunks/2") ? .hold(gate.pass) : nil }
        let id = try await fixture.engine.upload(fixture.upload("large"))
        let run = Task { [engine = fixture.engine] in try await engine.run([id]) }
        await gate.reached()
        await fixture.engine.networkChanged(.none)
        gate.open()
        await fixture.engine.networkChanged(NetworkPath(kind: .wifi))
        #expect(try await run.value.isComplete)
        expectSame(fixture.drive.bytes("large"), bytes)
    }

    @Test("stops a folder whose password is missing, and one without space")
    func halts() async throws {
        for (code, status) in [(WireCode.folderPasswordWrong, 403), (.noSpace, 507)] {
            let fixture = try TransferFixture()
            for n in 0..<30 { try fixture.file("d/\(n)", 1_000, seed: UInt64(n)) }
            fixture.drive.setFault { _ in .code(code, status: status) }
            let id = try await fixture.engine.upload(fixture.upload("d"))
            let outcome = try await fixture.engine.run([id])
            #expect(outcome.stops.first?.wireCode == code)
            #expect(fixture.drive.count("POST") <= 8)
            fixture.drive.setFault(nil)
            try await fixture.engine.retry(id)
            #expect(try await fixture.engine.run([id]).isComplete)
        }
    }

    @Test("tells how far it is")
    func progress() async throws {
        let fixture = try TransferFixture()
        for n in 0..<10 { try fixture.file("d/\(n)", 100_000, seed: UInt64(n)) }
        let gate = Gate()
        fixture.drive.setFault { $0.hasSuffix("/d/9") ? .hold(gate.pass) : nil }
        let progress = fixture.engine.progress()
        let id = try await fixture.engine.upload(fixture.upload("d"))
        let run = Task { [engine = fixture.engine] in try await engine.run([id]) }
        var last = TransferProgress()
        for await now in progress {
            last = now
            #expect(now.transferred <= now.size)
            if now.finished >= 9 { gate.open() }
            if now.finished == 10 { break }
        }
        _ = try await run.value
        #expect(last.files == 10)
        #expect(last.transferred == 1_000_000)
        #expect(last.size == 1_000_000)
    }

    @Test("comes to the same end whatever happens on the way", arguments: 0..<12)
    func anything(_ seed: UInt64) async throws {
        var random = SplitMix64(seed: seed)
        let fixture = try TransferFixture { $0.retries = 2 }
        var wanted: [String: [UInt8]] = [:]
        for n in 0..<12 {
            let size =
                Int.random(in: 0..<4, using: &random) == 0
                ? 9 << 20 : Int.random(in: 0..<50_000, using: &random)
            wanted["up/\(n)"] = try fixture.file("up/\(n)", size, seed: random.next())
            let bytes = TransferFixture.bytes(size, seed: random.next())
            fixture.drive.put("down/\(n)", bytes, isDigestKnown: random.next() % 2 == 0)
            wanted["down/\(n)"] = bytes
        }
        let up = try await fixture.engine.upload(fixture.upload("up"))
        let down = try await fixture.engine.download(fixture.download("down", to: "down", isFolder: true))
        let faults = Mutex(SplitMix64(seed: seed &+ 1_000))
        fixture.drive.setFault { _ in
            faults.withLock { random in
                switch random.next() % 12 {
                case 0: return .refuse(.interrupted)
                case 1: return .loseReply
                case 2: return .cut(after: Int(random.next() % (9 << 20)))
                case 3: return .gateway(502)
                case 4:
                    return random.next() % 8 == 0
                        ? .code(.unauthorized, status: 401) : .code(.busy, status: 503)
                default: return nil
                }
            }
        }
        for _ in 0..<6 {
            let run = Task { [engine = fixture.engine] in try await engine.run() }
            for _ in 0..<Int.random(in: 0..<200, using: &random) { await Task.yield() }
            switch random.next() % 4 {
            case 0: run.cancel()
            case 1: try await fixture.engine.pause(random.next() % 2 == 0 ? up : down)
            default: break
            }
            _ = try await run.value
            for id in [up, down] {
                if random.next() % 2 == 0 {
                    try await fixture.engine.retry(id)
                } else {
                    try await fixture.engine.resume(id)
                }
            }
        }
        fixture.drive.setFault(nil)
        for id in [up, down] { try await fixture.engine.retry(id) }
        let outcome = try await fixture.engine.run()
        #expect(outcome.isComplete, "\(outcome)")
        for (name, bytes) in wanted {
            let found = name.hasPrefix("up") ? fixture.drive.bytes(name) : fixture.read(name)
            expectSame(found, bytes)
        }
        #expect(fixture.names("down").filter { $0.hasSuffix("part") }.isEmpty)
        for id in [up, down] {
            let record = try #require(try await fixture.store.record(id))
            #expect(record.status == .finished)
            #expect(record.children == TransferCounts(total: 12, finished: 12))
            #expect(record.transferred == record.size)
        }
        #expect(fixture.drive.state.withLock { $0.uploads.values.count { $0.result == nil } } <= 6)
    }
}
