import HearthClient
import HearthTransfer
import HearthWire
import Synchronization
import Testing

@Suite("Deletions of a mirror", .timeLimit(.minutes(5)))
struct MirrorDeletionTests {
    private static let old: [UInt8] = [1, 2, 3]

    private static func mirror(
        _ fixture: TransferFixture,
        _ direction: TransferDirection
    ) throws -> Mirror {
        var order = MirrorOrder(
            area: "home",
            local: fixture.local("m"),
            remote: try TransferFixture.remote("m"),
            direction: direction
        )
        order.deletes = true
        return Mirror(engine: fixture.engine, order: order)
    }

    private static func upward() throws -> (TransferFixture, Mirror) {
        let fixture = try TransferFixture()
        try fixture.file("m/keep", 10)
        for name in ["old/a", "old/sub/b", "gone", "changed", "became"] {
            fixture.drive.place("m/\(name)", old)
        }
        return (fixture, try mirror(fixture, .upload))
    }

    @Test("take away there what is not here")
    func plain() async throws {
        let (fixture, mirror) = try Self.upward()
        let plan = try await mirror.plan()
        let outcome = try await mirror.perform(plan)
        #expect(outcome.failed == 0)
        #expect(outcome.deleted == 7)
        #expect(fixture.drive.state.withLock { Set($0.files.keys) } == ["/s/1/m/keep"])
    }

    @Test("leave there what came or changed after the listing, and say so")
    func later() async throws {
        let (fixture, mirror) = try Self.upward()
        let plan = try await mirror.plan()
        fixture.drive.place("m/old/sub/new from grandma", [9])
        fixture.drive.place("m/changed", [4, 5, 6, 7], modified: 1_700_000_000)
        fixture.drive.state.withLock { $0.files["/s/1/m/became"] = nil }
        fixture.drive.place("m/became/inside", [8])
        let outcome = try await mirror.perform(plan)
        #expect(fixture.drive.bytes("m/old/sub/new from grandma") == [9])
        #expect(fixture.drive.bytes("m/old/a") == Self.old)
        #expect(fixture.drive.bytes("m/changed") == [4, 5, 6, 7])
        #expect(fixture.drive.bytes("m/became/inside") == [8])
        #expect(fixture.drive.bytes("m/gone") == nil)
        #expect(fixture.drive.bytes("m/keep") != nil)
        #expect(outcome.failed == 3)
        #expect(outcome.deleted == 1)
    }

    @Test("leave here what changed after the listing")
    func here() async throws {
        let fixture = try TransferFixture()
        fixture.drive.place("m/keep", Self.old)
        try fixture.write("m/changed", [1])
        try fixture.write("m/gone", [1])
        let mirror = try Self.mirror(fixture, .download)
        let plan = try await mirror.plan()
        try fixture.write("m/changed", [1, 2])
        let outcome = try await mirror.perform(plan)
        #expect(fixture.read("m/changed") == [1, 2])
        #expect(fixture.read("m/gone") == nil)
        #expect(outcome.failed == 1)
    }
}
