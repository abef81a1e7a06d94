import CLinux
import HearthConcurrency
import Synchronization
import Testing

@Suite("Thread pool", .timeLimit(.minutes(10)))
struct ThreadPoolTests {
    @Test("tasks that prefer the pool stay on its threads through suspensions")
    func tasksStay() async {
        let pool = ThreadPool(name: "stay", threads: 2)
        let names = await Task(executorPreference: pool) {
            var names = [threadName()]
            await Task.yield()
            names.append(threadName())
            async let child = threadName()
            names.append(await child)
            return names
        }.value
        #expect(names.allSatisfy { $0.hasPrefix("stay-") }, "\(names)")
        pool.stop()
    }

    @Test("blocking work runs on the pool and its result comes back")
    func blockingWork() async throws {
        let pool = ThreadPool(name: "work", threads: 1)
        let name = try await pool.run { threadName() }
        #expect(name == "work-0")
        await #expect(throws: CancellationError.self) { try await pool.run { throw CancellationError() } }
        pool.stop()
    }

    @Test("no wake-up is lost under many small jobs from many tasks")
    func manyJobs() async {
        let pool = ThreadPool(name: "many", threads: 3)
        let other = ThreadPool(name: "other", threads: 2)
        let total = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<64 {
                group.addTask(executorPreference: pool) {
                    var sum = 0
                    for value in 0..<200 { sum += (try? await other.run { value }) ?? -1_000_000 }
                    return sum
                }
            }
            return await group.reduce(0, +)
        }
        #expect(total == 64 * 199 * 100)
        pool.stop()
        other.stop()
    }

    @Test("blocked threads do not hold up the others")
    func blockedThread() async throws {
        let pool = ThreadPool(name: "block", threads: 2)
        let gate = Mutex(false)
        async let blocked: Void = pool.run {
            while !gate.withLock({ $0 }) { sched_yield() }
        }
        for _ in 0..<100 { try await pool.run {} }
        gate.withLock { $0 = true }
        try await blocked
        pool.stop()
    }
}

@Suite("Ring buffer")
struct RingBufferTests {
    @Test("keeps the order while it wraps round and grows")
    func order() {
        var buffer = RingBuffer<Int>(capacity: 3)
        var next = 0
        var expected = 0
        for round in 0..<50 {
            for _ in 0..<(round % 7) {
                buffer.append(next)
                next += 1
            }
            for _ in 0..<(round % 5) {
                guard let value = buffer.popFirst() else { continue }
                #expect(value == expected)
                expected += 1
            }
        }
        #expect(buffer.count == next - expected)
        while let value = buffer.popFirst() {
            #expect(value == expected)
            expected += 1
        }
        #expect(expected == next)
        #expect(buffer.isEmpty)
    }
}

/// The calling thread's name, as the kernel has it.
private func threadName() -> String {
    var bytes = [UInt8](repeating: 0, count: 16)
    guard let file = fopen("/proc/thread-self/comm", "r") else { return "" }
    defer { fclose(file) }
    let count = fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes.prefix(max(0, count - 1)), as: UTF8.self)
}
