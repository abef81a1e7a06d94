import Glibc
import HearthClient
import HearthTesting
import HearthTransfer
import HearthWire
import Synchronization
import Testing

@Suite("The queue", .timeLimit(.minutes(5)))
struct TransferStoreTests {
    @Test("is set aside when it is damaged, and a new one begun")
    func damaged() async throws {
        let directory = try TemporaryDirectory("queue")
        let path = directory.appending("q.sqlite")
        let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        let garbage = [UInt8](repeating: 0x42, count: 10_000)
        _ = garbage.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        close(descriptor)
        let store = try TransferStore(path: path)
        let aside = try #require(store.setAside)
        #expect(access(aside, F_OK) == 0)
        #expect(try await store.records().isEmpty)
        #expect(try TransferStore(path: path).setAside == nil)
    }

    @Test("takes many files quickly and gives them page by page")
    func many() async throws {
        let fixture = try TransferFixture()
        let group = try await fixture.engine.group("many", area: "home", direction: .download)
        let orders = try (0..<20_000).map { n in
            var order = try fixture.download(
                "dir/some file with a name \(n)",
                to: "out/some file with a name \(n)"
            )
            order.group = group
            order.size = 10
            return order
        }
        let ids = try await fixture.engine.download(orders)
        #expect(ids.count == 20_000)
        #expect(Set(ids).count == 20_000)
        let record = try #require(try await fixture.store.record(group))
        #expect(record.children.total == 20_000)
        #expect(record.size == 200_000)
        let page = try await fixture.store.children(of: group, after: ids[499], limit: 10)
        #expect(page.map(\.id) == Array(ids[500..<510]))
    }

    @Test("lets a second engine join what the first is at, pause it, and remove it")
    func twoEngines() async throws {
        let first = try TransferFixture()
        try first.file("large", 40 << 20)
        let gate = AsyncStream.makeStream(of: Void.self)
        first.drive.setFault { line in
            if line.hasSuffix("/chunks/3") { gate.continuation.yield() }
            return line.hasSuffix("/chunks/3") ? .refuse(.unreachable) : nil
        }
        let id = try await first.engine.upload(first.upload("large"))
        let engine = first.engine
        let running = Task { try await engine.run([id]) }
        for await _ in gate.stream { break }
        // The same process, so the lease is told apart by its runner alone.
        let second = try TransferFixture(first.drive, in: first.directory)
        let joined = Task { try await second.engine.run([id]) }
        try await second.engine.pause(id)
        let outcome = try await running.value
        #expect(outcome.remaining == 1)
        #expect(try await joined.value.remaining == 1)
        #expect(try await first.store.record(id)?.status == .paused)
        try await second.engine.remove(id)
        #expect(first.drive.state.withLock { $0.uploads.isEmpty })
        #expect(try await second.store.record(id) == nil)
    }
}
