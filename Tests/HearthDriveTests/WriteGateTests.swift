import HearthDrive
import HearthWire
import Synchronization
import Testing

@Suite("The write gate", .timeLimit(.minutes(10)))
struct WriteGateTests {
    /// Lets a test hold something open until it says so.
    private final class Signal: Sendable {
        private let stream: AsyncStream<Void>
        private let continuation: AsyncStream<Void>.Continuation

        init() { (stream, continuation) = AsyncStream.makeStream(of: Void.self) }

        func give() { continuation.finish() }
        func wait() async { for await _ in stream {} }
    }

    private final class Log: Sendable {
        private let lines = Mutex<[String]>([])

        func add(_ line: String) { lines.withLock { $0.append(line) } }
        var all: [String] { lines.withLock { $0 } }
    }

    @Test("changes of one root run side by side, and alone waits for all of them")
    func sharedAndAlone() async throws {
        let gate = WriteGate()
        let (entered, release) = (Signal(), Signal())
        let log = Log()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await gate.change([1]) {
                    try await gate.change([1, 2]) { log.add("inner") }
                    entered.give()
                    await release.wait()
                    log.add("change")
                }
            }
            await entered.wait()
            group.addTask { try await gate.alone(1) { log.add("alone") } }
            // Another root is not in the way.
            try await gate.alone(3) { log.add("other") }
            release.give()
            try await group.waitForAll()
        }
        #expect(log.all == ["inner", "other", "change", "alone"])
        try await gate.change([1]) {}
    }

    @Test("whoever closes one root and changes another never waits for somebody who waits for him")
    func closingInACircle() async throws {
        // The gate is closed nearly all the time here: patience must not decide, only whether anybody ever waits in
        // a circle.
        let gate = WriteGate(patience: .seconds(300))
        let log = Log()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for round in 0..<30 {
                for (from, to) in [(1, 2), (2, 1), (2, 3), (3, 1)] {
                    group.addTask {
                        try await gate.alone(from, sharing: [to, from]) {
                            await Task.yield()
                            // Both are held.
                            try await gate.change([from, to]) {
                                if round == 29 { log.add("\(from) to \(to)") }
                            }
                        }
                    }
                }
                group.addTask { try await gate.change([1, 2, 3]) { await Task.yield() } }
            }
            try await group.waitForAll()
        }
        #expect(log.all.sorted() == ["1 to 2", "2 to 1", "2 to 3", "3 to 1"])
        // Nobody left a key behind.
        for root in 1...3 { try await gate.alone(root) {} }
    }

    @Test("a change at a gate that stays closed is refused as busy")
    func busy() async throws {
        let gate = WriteGate(patience: .milliseconds(20))
        try await gate.alone(1) {
            // A task of its own: one that works alone may change what it holds.
            let code = await Task.detached {
                do {
                    try await gate.change([2, 1]) {}
                    return WireCode.ok
                } catch let error as DriveError {
                    return error.code
                } catch {
                    return .internalError
                }
            }.value
            #expect(code == .busy)
            try await gate.change([1]) {}
        }
        try await gate.change([1, 2]) {}
    }

    @Test("alone gives up with its task, and leaves the gate open")
    func cancelled() async throws {
        let gate = WriteGate()
        let (entered, release) = (Signal(), Signal())
        let change = Task {
            try await gate.change([1]) {
                entered.give(); await release.wait()
            }
        }
        await entered.wait()
        let alone = Task { try await gate.alone(1) {} }
        alone.cancel()
        await #expect(throws: CancellationError.self) { try await alone.value }
        try await gate.change([1]) {}
        release.give()
        try await change.value
    }
}
