import HearthLog
import HearthSQL
import HearthStorage
import HearthTesting
import Testing

@testable import HearthDrive

@Suite("Records of vaults", .timeLimit(.minutes(10)))
struct VaultRecordTests {
    private func place(_ directory: UInt8, _ name: Int) -> VaultPlace {
        VaultPlace(
            directory: [UInt8](repeating: directory, count: 16),
            name: Array("\(name)".utf8) + [UInt8](repeating: 0, count: 16 - "\(name)".utf8.count)
        )
    }

    private func seal(_ byte: UInt8) -> [UInt8] { [UInt8](repeating: byte, count: 32) }

    /// What the table has, apart from any memory.
    private func rows(_ fixture: DriveFixture, _ root: Int) async throws -> [[[UInt8]]] {
        try await fixture.database.read { session in
            try session.query("SELECT seal, next FROM vault_records WHERE root = ? ORDER BY name", root)
                .map { [try $0.blob(0), try $0.blob(1)] }
        }
    }

    private func store(_ fixture: DriveFixture, limit: Int = 50_000) -> VaultRecordStore {
        VaultRecordStore(
            database: fixture.database,
            log: Logger(label: "test", sink: MemorySink()),
            limit: limit
        )
    }

    @Test("prepared seals are durable when the call returns, beside what held; settled ones take their place")
    func prepared() async throws {
        let fixture = try await DriveFixture.make()
        let root = try await fixture.vault("v").id
        let records = store(fixture).records(of: root)
        let here = place(1, 1)
        #expect(try records.seals(at: here) == [])
        try records.prepare([(here, seal(9))])
        #expect(try await rows(fixture, root) == [], "a place without a record gets none by that")
        records.settle([(here, seal(1))])
        #expect(try records.seals(at: here) == [seal(1)])
        try records.prepare([(here, seal(2))])
        #expect(try await rows(fixture, root) == [[seal(1), seal(2)]])
        try records.prepare([(here, seal(3))])
        #expect(try await rows(fixture, root) == [[seal(1), seal(2) + seal(3)]])
        #expect(try records.seals(at: here) == [seal(1), seal(2), seal(3)])
        #expect(try store(fixture).records(of: root).seals(at: here) == [seal(1), seal(2), seal(3)])
        records.settle([(here, seal(3))])
        #expect(try records.seals(at: here) == [seal(3)])
        for byte in 10..<30 { try records.prepare([(here, seal(UInt8(byte)))]) }
        let kept = try await rows(fixture, root)
        #expect(kept == [[seal(3), (22..<30).flatMap { seal(UInt8($0)) }]])
    }

    @Test("a place that was given up is free on the disk before it is told free")
    func freed() async throws {
        let fixture = try await DriveFixture.make()
        let root = try await fixture.vault("v").id
        let records = store(fixture).records(of: root)
        for round in 0..<50 {
            let here = place(1, round)
            records.settle([(here, seal(1)), (place(2, round), seal(2))])
            records.settle([(here, nil)])
            #expect(try records.seals(at: here) == [])
            #expect(try await rows(fixture, root).count == round + 1)
        }
    }

    @Test("directories are forgotten, roots take their records along, and lists are complete")
    func lists() async throws {
        let fixture = try await DriveFixture.make()
        let root = try await fixture.vault("v").id
        let records = store(fixture).records(of: root)
        for n in 0..<100 { records.settle([(place(UInt8(n % 4), n), seal(UInt8(n)))]) }
        #expect(try records.directories().count == 4)
        #expect(Set(try records.names(in: place(1, 0).directory)).count == 25)
        records.removeAll(of: place(1, 0).directory)
        #expect(try records.directories().count == 3)
        #expect(try records.seals(at: place(1, 1)) == [])
        #expect(try records.seals(at: place(2, 2)) == [seal(2)])
        try await fixture.database.write { try $0.run("DELETE FROM roots WHERE id = ?", root) }
        #expect(try await rows(fixture, root) == [])
        // Nothing of a folder that is gone comes back.
        records.settle([(place(3, 3), seal(1))])
        #expect(try records.directories() == [])
    }

    @Test("a small memory answers like a large one, from many threads")
    func bounded() async throws {
        let fixture = try await DriveFixture.make()
        let root = try await fixture.vault("v").id
        let store = store(fixture, limit: 10)
        let records = store.records(of: root)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for thread in 0..<4 {
                group.addTask {
                    for n in 0..<100 {
                        let here = place(UInt8(thread), n % 20)
                        if try !records.seals(at: here).isEmpty {
                            try records.prepare([(here, seal(UInt8(n)))])
                        }
                        records.settle([(here, seal(UInt8(n)))])
                        let found = try records.seals(at: here)
                        #expect(found == [seal(UInt8(n))])
                    }
                }
            }
            try await group.waitForAll()
        }
        await store.close()
        #expect(try await rows(fixture, root).count == 80)
    }

    @Test("what is not written yet stays known, however little is kept")
    func pinned() {
        var cache = VaultRecordCache(limit: 3)
        let directory = VaultRecordCache.Directory(root: 1, bytes: [1])
        let other = VaultRecordCache.Directory(root: 1, bytes: [2])
        for n in UInt8(0)..<5 { cache.pin([[n]], directory, [n]) }
        cache.pin([[9]], directory, [0])
        for n in UInt8(0)..<20 { cache.set([[n]], other, [n]) }
        #expect(cache.clearings > 3)
        // Rows that were read meanwhile are older.
        cache.fill(directory, [[0]: [[7]], [6]: [[6]]], isComplete: true)
        #expect(cache.seals(directory, [0]) == [[9]])
        for n in UInt8(1)..<5 { #expect(cache.seals(directory, [n]) == [[n]]) }
        cache.unpin(directory, [0])
        #expect(cache.isPinned(directory, [0]), "the later of two is not written yet")
        for n in UInt8(0)..<5 { cache.unpin(directory, [n]) }
        #expect(!cache.isPinned(directory, [0]) && !cache.isPinned(directory, [4]))
        for n in UInt8(0)..<4 { cache.set([], other, [100 + n]) }
        #expect(cache.seals(directory, [0]) == nil)
    }

    @Test("closing writes what waits")
    func closed() async throws {
        let fixture = try await DriveFixture.make()
        let root = try await fixture.vault("v").id
        let store = store(fixture)
        for n in 0..<2_000 { store.records(of: root).settle([(place(1, n), seal(1))]) }
        await store.close()
        #expect(try await rows(fixture, root).count == 2_000)
    }
}
