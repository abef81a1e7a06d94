import Glibc
import HearthConcurrency
import HearthSQL
import Testing

/// Good on two cores with a virtual disk: 5 000 durable writes/s with 32 callers, 100 000 point reads/s.
///
/// `HEARTH_BENCHMARK=1 swift test -c release -Xswiftc -enable-testing --filter SQLiteBenchmarks`
@Suite("SQLite speed", .serialized, .enabled(if: getenv("HEARTH_BENCHMARK") != nil))
struct SQLiteBenchmarks {
    private func perSecond(_ name: String, _ count: Int, _ body: () async throws -> Void) async throws {
        let start = ContinuousClock.now
        try await body()
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        print("\(name): \(Int(Double(count) / seconds)) per second")
    }

    private func spread(
        _ callers: Int,
        _ rounds: Int,
        _ body: @escaping @Sendable (Int) async throws -> Void
    ) async throws {
        let pool = ThreadPool(name: "bench", threads: 4)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for caller in 0..<callers {
                group.addTask(executorPreference: pool) {
                    for round in 0..<rounds { try await body(caller * rounds + round) }
                }
            }
            try await group.waitForAll()
        }
        pool.stop()
    }

    @Test("durable writes", arguments: [1, 8, 32, 128])
    func writes(_ callers: Int) async throws {
        let fixture = try Fixture()
        let rounds = callers == 1 ? 1000 : 20_000 / callers
        try await perSecond("writes, \(callers) callers", callers * rounds) {
            try await spread(callers, rounds) { try await fixture.insert("item \($0)") }
        }
        let statistics = fixture.database.statistics
        print("  \(Double(statistics.writes) / Double(statistics.commits)) writes per commit")
        await fixture.database.close()
    }

    @Test("point reads", arguments: [1, 4, 32])
    func reads(_ callers: Int) async throws {
        let fixture = try Fixture()
        try await fixture.database.write { session in
            for index in 0..<10_000 {
                try session.run("INSERT INTO items (id, name) VALUES (?, ?)", index, "n\(index)")
            }
        }
        let rounds = 200_000 / callers
        try await perSecond("reads, \(callers) callers", callers * rounds) {
            try await spread(callers, rounds) { index in
                let name = try await fixture.database.read { session in
                    try session.first("SELECT name FROM items WHERE id = ?", index % 10_000)?.text(0)
                }
                precondition(name != nil)
            }
        }
        await fixture.database.close()
    }
}
