import HearthClient
import HearthTesting
import HearthTransfer
import HearthWire
import Synchronization
import Testing

@Suite("Downloads", .timeLimit(.minutes(5)))
struct DownloadTests {
    private static func bytes(_ count: Int, seed: UInt64 = 3) -> [UInt8] {
        TransferFixture.bytes(count, seed: seed)
    }

    @Test(
        "bring a file whole, whatever its size and whether it is known",
        arguments: [0, 1, 100_000, 8 << 20, (8 << 20) + 1, 40 << 20],
        [true, false]
    )
    func sizes(_ size: Int, _ isSizeKnown: Bool) async throws {
        let fixture = try TransferFixture()
        let bytes = Self.bytes(size)
        fixture.drive.put("f", bytes)
        var order = try fixture.download("f", to: "out")
        if isSizeKnown { order.size = Int64(size) }
        let id = try await fixture.engine.download(order)
        let outcome = try await fixture.engine.run([id])
        #expect(outcome.isComplete)
        #expect(outcome.verified == [.hash: 1])
        expectSame(fixture.read("out"), bytes)
        #expect(fixture.modified("out") == 0 || fixture.modified("out") > 0)
        #expect(fixture.names(".").filter { $0.hasSuffix("part") }.isEmpty)
    }

    @Test("say when only the length was checked")
    func lengthAlone() async throws {
        let fixture = try TransferFixture()
        fixture.drive.put("f", Self.bytes(20 << 20), isDigestKnown: false)
        let id = try await fixture.engine.download(fixture.download("f", to: "out"))
        #expect(try await fixture.engine.run([id]).verified == [.length: 1])
        expectSame(fixture.read("out"), Self.bytes(20 << 20))
    }

    @Test("go on in the middle of a block after a break, and fetch nothing twice")
    func breaks() async throws {
        let fixture = try TransferFixture()
        let bytes = Self.bytes(40 << 20)
        fixture.drive.put("f", bytes)
        let count = Mutex(0)
        fixture.drive.setFault { line in
            guard line.contains("/download/") else { return nil }
            let n = count.withLock { count in
                count += 1
                return count
            }
            return n % 2 == 0 ? .cut(after: 3 << 20) : nil
        }
        let id = try await fixture.engine.download(fixture.download("f", to: "out"))
        let outcome = try await fixture.engine.run([id])
        #expect(outcome.isComplete)
        expectSame(fixture.read("out"), bytes)
        #expect(outcome.bytes <= (40 << 20) + (8 << 20))
    }

    @Test("never stitch two versions together", arguments: [true, false])
    func replaced(_ isDigestKnown: Bool) async throws {
        let fixture = try TransferFixture()
        fixture.drive.put("f", Self.bytes(40 << 20, seed: 1), isDigestKnown: isDigestKnown)
        let later = Self.bytes(40 << 20, seed: 2)
        let count = Mutex(0)
        let drive = fixture.drive
        fixture.drive.setFault { line in
            guard line.contains("/download/") else { return nil }
            let n = count.withLock { count in
                count += 1
                return count
            }
            if n == 3 { drive.put("f", later, isDigestKnown: isDigestKnown) }
            return nil
        }
        let id = try await fixture.engine.download(fixture.download("f", to: "out"))
        let outcome = try await fixture.engine.run([id])
        #expect(outcome.isComplete)
        expectSame(fixture.read("out"), later)
    }

    @Test("go on where another engine stopped")
    func resume() async throws {
        let first = try TransferFixture()
        let bytes = Self.bytes(40 << 20)
        first.drive.put("f", bytes)
        let count = Mutex(0)
        first.drive.setFault { line in
            let n = count.withLock { count in
                count += 1
                return count
            }
            return n > 2 ? .code(.unauthorized, status: 401) : nil
        }
        let id = try await first.engine.download(first.download("f", to: "out"))
        #expect(try await first.engine.run([id]).stops.first?.wireCode == .unauthorized)
        let had = try #require(try await first.store.record(id)).transferred
        #expect(had > 0)
        first.drive.setFault(nil)
        let second = try TransferFixture(first.drive, in: first.directory)
        try await second.engine.resume(id)
        let outcome = try await second.engine.run([id])
        #expect(outcome.isComplete)
        #expect(outcome.bytes == Int64(40 << 20) - had)
        expectSame(second.read("out"), bytes)
    }

    @Test("keep to the rule for names that are taken", arguments: WireConflictRule.allCases)
    func conflicts(_ rule: WireConflictRule) async throws {
        let fixture = try TransferFixture()
        fixture.drive.put("f", [7, 7])
        try fixture.write("a.txt", [1])
        let id = try await fixture.engine.download(fixture.download("f", to: "a.txt", rule))
        let outcome = try await fixture.engine.run([id])
        switch rule {
        case .rename:
            expectSame(fixture.read("a.txt"), [1])
            expectSame(fixture.read("a(1).txt"), [7, 7])
        case .replace: expectSame(fixture.read("a.txt"), [7, 7])
        case .fail:
            #expect(outcome.failures.first?.failure.code == .localExists)
            expectSame(fixture.read("a.txt"), [1])
        case .skip:
            #expect(outcome.skipped == 1)
            expectSame(fixture.read("a.txt"), [1])
        }
    }

    @Test("bring a folder with empty folders, page by page")
    func folder() async throws {
        let fixture = try TransferFixture()
        for n in 0..<10 { fixture.drive.put("d/f\(n)", Self.bytes(n * 1_000, seed: UInt64(n))) }
        fixture.drive.put("d/sub/large", Self.bytes(9 << 20))
        fixture.drive.state.withLock { $0.directories.formUnion(["/s/1/d", "/s/1/d/sub", "/s/1/d/empty"]) }
        let id = try await fixture.engine.download(fixture.download("d", to: "out", isFolder: true))
        let outcome = try await fixture.engine.run([id])
        #expect(outcome.isComplete)
        for n in 0..<10 {
            expectSame(fixture.read("out/f\(n)"), Self.bytes(n * 1_000, seed: UInt64(n)))
        }
        expectSame(fixture.read("out/sub/large"), Self.bytes(9 << 20))
        #expect(fixture.names("out").contains("empty"))
        let record = try #require(try await fixture.store.record(id))
        #expect(record.status == .finished)
        #expect(record.children.total == 13)
    }

    @Test("report what is not there")
    func missing() async throws {
        let fixture = try TransferFixture()
        let id = try await fixture.engine.download(fixture.download("no", to: "out"))
        let outcome = try await fixture.engine.run([id])
        #expect(outcome.failures.first?.failure.wireCode == .resourceNotFound)
    }

    @Test("leave no temporary file when they are removed")
    func removed() async throws {
        let fixture = try TransferFixture()
        fixture.drive.put("f", Self.bytes(40 << 20))
        let count = Mutex(0)
        fixture.drive.setFault { _ in
            count.withLock { count in
                count += 1
                return count
            } > 2 ? .code(.unauthorized, status: 401) : nil
        }
        let id = try await fixture.engine.download(fixture.download("f", to: "out"))
        _ = try await fixture.engine.run([id])
        #expect(fixture.names(".").contains { $0.hasSuffix(".hearth-part") })
        try await fixture.engine.remove(id)
        #expect(!fixture.names(".").contains { $0.hasSuffix(".hearth-part") })
        #expect(try await fixture.store.record(id) == nil)
    }
}
