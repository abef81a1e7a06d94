import HearthSQL
import HearthStorage
import HearthTesting
import HearthWire
import Testing

@testable import HearthDrive

@Suite("Shared directories and partitions", .timeLimit(.minutes(10)))
struct ShareAcrossPartitionsTests {
    @Test(
        "moved to a folder on another partition a share follows or ends, by the same rule",
        arguments: [true, false]
    )
    func carried(_ managesBoth: Bool) async throws {
        let fixture = try await DriveFixture.make()
        try fixture.openSecond()
        let max = try await fixture.member("max")
        let nina = try await fixture.member("nina")
        let home = try await fixture.home(of: nina)
        for name in ["d", "d/e"] { try await fixture.makeDirectory(fixture.path(home, name), as: nina) }
        try await fixture.upload([8], to: fixture.path(home, "d/e/file"), as: nina)
        let outer = try await fixture.sharedRoot(
            fixture.path(home, "d"),
            with: max,
            [.read, .write],
            as: nina
        )
        let inner = try await fixture.sharedRoot(fixture.path(home, "d/e"), with: max, as: nina)
        let target = try await fixture.drive.folders.create(
            fixture.draft("Films", [nina], partition: "second"),
            managesBoth ? nina : fixture.owner,
            policy: .open
        ).id
        let outcome = try await fixture.drive.files.transfer(
            TransferRequest(
                action: .move,
                destination: fixture.path(target),
                sources: [fixture.path(home, "d")],
                conflict: nil
            ),
            nina
        )
        #expect(fixture.exists("second/Films/d/e/file"))
        #expect(Set(outcome.endedShares.map(\.id)) == (managesBoth ? [] : [outer, inner]))
        for isRestarted in [false, true] {
            let fixture = isRestarted ? try await fixture.restarted() : fixture
            if isRestarted { try fixture.openSecond() }
            if managesBoth {
                #expect(try await fixture.read(fixture.path(outer, "e/file"), as: max) == [8])
                #expect(try await fixture.read(fixture.path(inner, "file"), as: max) == [8])
                #expect(try await fixture.drive.roots.containing(inner) == target)
            } else {
                #expect(await code { _ = try await fixture.names(fixture.path(outer), as: max) } == 10_018)
                #expect(try await fixture.drive.shares.received(by: max).count == 1)
            }
        }
    }

    @Test("folders that come by themselves are made where the settings say, or on the default partition")
    func made() async throws {
        for isOpen in [true, false] {
            let fixture = try await DriveFixture.make()
            if isOpen { try fixture.openSecond() }
            try await fixture.database.write { session in
                for (name, value) in [("pool_name", "_default_"), ("partition_name", "second")] {
                    try session.run(
                        "INSERT INTO settings (name, value) VALUES (?1, ?2) ON CONFLICT (name) DO UPDATE SET value = ?2",
                        name,
                        value
                    )
                }
            }
            let family = try await fixture.drive.roots.familyRoot(for: fixture.owner)
            let home = try await fixture.drive.roots.personalRoot(of: fixture.owner.user)
            for root in [family, home] { #expect(root.partition == (isOpen ? "second" : "_default_")) }
            try await fixture.upload([1], to: fixture.path(family.id, "a"))
            #expect(fixture.exists((isOpen ? "second" : "partition") + "/__family__/a"))
        }
    }

    @Test("an upload into a directory that is no longer shared is told by the folder around it")
    func uploads() async throws {
        let fixture = try await DriveFixture.make()
        let max = try await fixture.member("max")
        let home = try await fixture.home()
        try await fixture.makeDirectory(fixture.path(home, "d"))
        let root = try await fixture.sharedRoot(fixture.path(home, "d"), with: max)
        let uploads = fixture.drive.uploads
        let attributes = try Uploads.Attributes(plan: ChunkPlan(size: 1, count: nil))
        let id = try await uploads.create(fixture.path(root, "up"), max, attributes).id
        _ = try await uploads.putChunk(id, 1, MemorySource([5]), max)
        let given = try #require(try await fixture.drive.shares.given(by: fixture.owner).first)
        try await fixture.drive.shares.end(given.id, fixture.owner)
        #expect(await code { _ = try await uploads.complete(id, max, hash: nil, size: nil) } == 10_018)
        #expect(try fixture.staged().count == 1)
        try await fixture.drive.roots.grant(.all, on: home, to: max.user.id)
        let again = try await fixture.restarted()
        _ = try await again.drive.uploads.complete(id, max, hash: nil, size: nil)
        #expect(try await again.read(again.path(home, "d/up")) == [5])
        #expect(try again.staged().isEmpty)
    }
}
