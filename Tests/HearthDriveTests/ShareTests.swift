import HearthDrive
import HearthSQL
import HearthStorage
import HearthTesting
import HearthWire
import Testing

/// Who may share what with whom, and what becomes of it (wangpan-api, 5.10, 5.11, 10.3).
@Suite("Sharing", .timeLimit(.minutes(10)))
struct ShareTests {
    @Test("a shared sub-directory is a root of its own for its receiver")
    func direct() async throws {
        let fixture = try await DriveFixture.make()
        let max = try await fixture.member("max")
        let home = try await fixture.home()
        try await fixture.makeDirectory(fixture.path(home, "holiday"))
        try await fixture.upload([1], to: fixture.path(home, "holiday/a"))
        try await fixture.upload([2], to: fixture.path(home, "secret"))
        let root = try await fixture.sharedRoot(fixture.path(home, "holiday"), with: max, [.read, .write])
        #expect(try await fixture.names(fixture.path(root), as: max) == ["a"])
        try await fixture.upload([3], to: fixture.path(root, "b"), as: max)
        #expect(try await fixture.read(fixture.path(home, "holiday/b")) == [3])
        #expect(
            await code { _ = try await fixture.drive.files.remove([fixture.path(root, "a")], max) } == 10_021
        )
        #expect(await code { _ = try await fixture.names(fixture.path(home), as: max) } == 10_018)

        let received = try await fixture.drive.shares.received(by: max)
        #expect(received.map(\.root.id).last == root && received.count == 2)
        #expect(received.first?.root.kind == .family && received.first?.fromUser == "")
        #expect(received.last?.fromUser == "Olive" && received.last?.root.name == "holiday")
        #expect(received.last?.rights == [.read, .write])
        let given = try await fixture.drive.shares.given(by: fixture.owner)
        #expect(given.map(\.root.id) == [root] && given.first?.receiverName == "max")
        #expect(given.first?.path == (try fixture.path(home, "holiday")))
        #expect(try await fixture.drive.roots.containing(root) == home)
        // The directory is that root for everybody it is shared with.
        let nina = try await fixture.member("nina")
        #expect(try await fixture.sharedRoot(fixture.path(home, "holiday"), with: nina) == root)
        #expect(try await fixture.drive.roots.privateRoots(of: max.user.id).isEmpty)
    }

    @Test("a whole folder is shared on its own root, beside the rows of its members")
    func whole() async throws {
        let fixture = try await DriveFixture.make()
        let max = try await fixture.member("max")
        let nina = try await fixture.member("nina")
        let folder = try await fixture.folder(
            "films",
            members: [(fixture.owner, .all), (max, .read)]
        )
        try await fixture.share(fixture.path(folder), with: max, .read)
        try await fixture.share(fixture.path(folder), with: nina, .read)
        let given = try await fixture.drive.shares.given(by: fixture.owner)
        #expect(given.map(\.receiver) == [nina.user.id], "a member who has as much gets no row")
        let received = try await fixture.drive.shares.received(by: max)
        #expect(received.map(\.root.id).contains(folder))
        #expect(received.first { $0.root.id == folder }?.fromUser == "")
        #expect(try await fixture.drive.roots.rights(of: max.user.id, on: folder) == .read)
        try await fixture.share(fixture.path(folder), with: max, [.read, .write])
        #expect(try await fixture.drive.roots.rights(of: max.user.id, on: folder) == [.read, .write])
        try await fixture.drive.roots.grant([], on: folder, to: fixture.owner.user.id)
        #expect(try await fixture.drive.roots.rights(of: max.user.id, on: folder) == .read)
        #expect(try await fixture.drive.roots.rights(of: nina.user.id, on: folder) == [])
        #expect(try await fixture.drive.shares.given(by: fixture.owner).isEmpty)
    }

    @Test("the order of refusals")
    func refusals() async throws {
        let fixture = try await DriveFixture.make()
        let max = try await fixture.member("max")
        let nina = try await fixture.member("nina")
        let home = try await fixture.home()
        let shares = fixture.drive.shares
        try await fixture.makeDirectory(fixture.path(home, "d"))
        try await fixture.upload([1], to: fixture.path(home, "file"))
        let vault = try await fixture.folder(
            "vault",
            mode: 1,
            members: [(fixture.owner, .all)],
            encrypted: true
        )
        let readable = try await fixture.folder(
            "readable",
            members: [(max, .read), (nina, [.read, .write])]
        )
        let me = fixture.owner.user.id
        let to = max.user.id
        func share(
            _ paths: [String],
            _ users: [Int],
            _ rights: Rights = .read,
            _ caller: Caller? = nil
        ) async -> Int? {
            await code {
                try await shares.share(
                    paths.map { text in { try ResourcePath(text: text) } },
                    with: users,
                    rights,
                    caller ?? fixture.owner
                )
            }
        }
        #expect(await share([], [to]) == 2)
        #expect(await share(["/s/\(home)/d"], []) == 2)
        #expect(await share(["nonsense"], [to, me]) == 10_006)
        #expect(await share(["nonsense"], [to, 77]) == 5_003)
        #expect(await share(["nonsense"], [0]) == 5_003)
        #expect(await share(["nonsense"], [to], []) == 10_004)
        #expect(await share(["nonsense"], [to]) == 10_005)
        #expect(await share(["/"], [to]) == 10_005)
        #expect(await share(["/s/\(home)/.."], [to]) == 10_005)
        #expect(await share(["/s/99999/d"], [to]) == 10_017)
        #expect(await share(["/s/\(home)/d"], [nina.user.id], .read, max) == 10_017)
        #expect(await share(["/s/\(readable)"], [nina.user.id], .read, max) == 10_017)
        #expect(await share(["/s/\(readable)"], [to], .delete, nina) == 10_017)
        #expect(await share(["/s/\(readable)"], [to], .write, nina) == nil)
        #expect(await share(["/s/\(vault)"], [to]) == 20_026)
        #expect(await share(["/s/\(vault)/missing"], [to]) == 20_026)
        #expect(await share(["/s/\(home)/missing"], [to]) == 10_000)
        #expect(await share(["/s/\(home)/file"], [to]) == 10_008)
        // Everything is checked before the first is shared.
        #expect(await share(["/s/\(home)/d", "/s/\(home)/file"], [to]) == 10_008)
        func count() async throws -> Int {
            try await shares.given(by: fixture.owner).filter { $0.granter == me }.count
        }
        #expect(try await count() == 0)
        #expect(await share(["/s/\(home)/d", "/s/\(home)/d"], [to, to, nina.user.id]) == nil)
        #expect(try await count() == 2)
    }

    @Test("links are not shared, nor what is reached through one")
    func links() async throws {
        let fixture = try await DriveFixture.make()
        let max = try await fixture.member("max")
        let home = try await fixture.home()
        try await fixture.makeDirectory(fixture.path(home, "d"))
        try await fixture.makeDirectory(fixture.path(home, "d/e"))
        let place = try await fixture.place(of: home)
        #expect(Disk.link("d", place + "/link"))
        #expect(await code { try await fixture.share(fixture.path(home, "link"), with: max) } == 10_008)
        #expect(await code { try await fixture.share(fixture.path(home, "link/e"), with: max) } == 10_008)
    }

    @Test("re-sharing is limited to one's own rights, and ends with them at once")
    func chain() async throws {
        let fixture = try await DriveFixture.make()
        let max = try await fixture.member("max")
        let nina = try await fixture.member("nina")
        let home = try await fixture.home()
        try await fixture.makeDirectory(fixture.path(home, "d"))
        try await fixture.makeDirectory(fixture.path(home, "d/e"))
        let root = try await fixture.sharedRoot(fixture.path(home, "d"), with: max, [.read, .write])
        #expect(
            await code { try await fixture.share(fixture.path(root, "e"), with: nina, .all, as: max) }
                == 10_017
        )
        let inner = try await fixture.sharedRoot(
            fixture.path(root, "e"),
            with: nina,
            [.read, .write],
            as: max
        )
        #expect(try await fixture.names(fixture.path(inner), as: nina) == [])
        // Shared back to the one it came from, who owns the folder: nothing to gain.
        try await fixture.share(fixture.path(inner), with: fixture.owner, .read, as: nina)
        #expect(try await fixture.drive.shares.given(by: nina).isEmpty)

        let given = try #require(try await fixture.drive.shares.given(by: fixture.owner).first)
        let lowered = try await fixture.drive.shares.change(given.id, { _ in .read }, fixture.owner)
        #expect(lowered.rights == .read)
        #expect(try await fixture.drive.roots.rights(of: nina.user.id, on: inner) == .read)
        #expect(
            await code { try await fixture.share(fixture.path(root, "e"), with: nina, .read, as: max) }
                == 10_017
        )
        try await fixture.drive.shares.end(given.id, fixture.owner)
        #expect(await code { _ = try await fixture.names(fixture.path(root), as: max) } == 10_018)
        #expect(await code { _ = try await fixture.names(fixture.path(inner), as: nina) } == 10_018)
        #expect(try await fixture.drive.shares.given(by: max).isEmpty)
        let left = try await fixture.database.read { session in
            try session.first("SELECT count(*) FROM roots WHERE kind = 'direct'")?.int(0)
        }
        #expect(left == 0)
    }

    @Test("a circle of shares falls with its base")
    func circle() async throws {
        let fixture = try await DriveFixture.make()
        let max = try await fixture.member("max")
        let nina = try await fixture.member("nina")
        let home = try await fixture.home()
        try await fixture.makeDirectory(fixture.path(home, "d"))
        let root = try await fixture.sharedRoot(fixture.path(home, "d"), with: max)
        try await fixture.share(fixture.path(root), with: nina, .all, as: max)
        try await fixture.share(fixture.path(root), with: max, .all, as: nina)
        #expect(try await fixture.names(fixture.path(root), as: max) == [])
        let base = try #require(try await fixture.drive.shares.given(by: fixture.owner).first)
        try await fixture.drive.shares.end(base.id, fixture.owner)
        for member in [max, nina] {
            #expect(await code { _ = try await fixture.names(fixture.path(root), as: member) } == 10_018)
            #expect(try await fixture.drive.shares.given(by: member).isEmpty)
        }
    }

    @Test("who may change and end a share; receivers leave")
    func ending() async throws {
        let fixture = try await DriveFixture.make()
        let shares = fixture.drive.shares
        let max = try await fixture.member("max")
        let nina = try await fixture.member("nina")
        let otto = try await fixture.member("otto")
        let home = try await fixture.home(of: max)
        try await fixture.makeDirectory(fixture.path(home, "d"), as: max)
        let root = try await fixture.sharedRoot(fixture.path(home, "d"), with: nina, .all, as: max)
        try await fixture.share(fixture.path(root), with: otto, .all, as: nina)
        try await fixture.share(fixture.path(home, "d"), with: otto, .read, as: max)
        let byMax = try #require(try await shares.given(by: max).first { $0.receiver == nina.user.id })
        let byNina = try #require(try await shares.given(by: nina).first)
        #expect(byNina.path == (try fixture.path(root)))
        for id in [0, -1, 4_711] { #expect(await code { try await shares.end(id, max) } == 10_003) }
        #expect(await code { try await shares.end(byMax.id, otto) } == 10_003)
        #expect(await code { _ = try await shares.change(byMax.id, { _ in .read }, nina) } == 10_003)
        #expect(await code { _ = try await shares.change(byNina.id, { _ in .read }, otto) } == 10_003)
        // The folder's owner sees and changes what others shared on; the area's owner has no say in it.
        let seen = try await shares.given(by: max).filter { $0.granter == nina.user.id }
        #expect(seen.map(\.id) == [byNina.id] && seen.map(\.granterName) == ["nina"])
        #expect(seen.first?.path == (try fixture.path(home, "d")))
        #expect(try await shares.change(byNina.id, { _ in [.read, .write] }, max).rights == [.read, .write])
        #expect(try await shares.change(byNina.id, { $0.union(.delete) }, max).rights == .all)
        #expect(try await shares.given(by: fixture.owner).isEmpty)
        for row in [byMax.id, byNina.id] {
            #expect(await code { _ = try await shares.change(row, { _ in .all }, fixture.owner) } == 10_003)
            #expect(await code { try await shares.end(row, fixture.owner) } == 10_003)
        }
        let received = try await shares.received(by: otto)
        #expect(received.last?.rights == .all && received.last?.root.id == root)
        #expect(received.last?.fromUser == "max", "the last row counts for the name")
        // Leaving ends both rows.
        try await shares.end(try #require(received.last).shareID, otto)
        #expect(try await shares.received(by: otto).count == 1)
        #expect(try await shares.given(by: nina).isEmpty)
        #expect(try await shares.given(by: max).count == 1)
        try await shares.end(byMax.id, max)
        #expect(try await shares.given(by: max).isEmpty)
    }

    @Test("nobody changes what he receives, the owner of the area included")
    func receivers() async throws {
        let fixture = try await DriveFixture.make()
        let shares = fixture.drive.shares
        let (max, nina) = (try await fixture.member("max"), try await fixture.member("nina"))
        let home = try await fixture.home(of: max)
        try await fixture.makeDirectory(fixture.path(home, "d"), as: max)
        let root = try await fixture.sharedRoot(fixture.path(home, "d"), with: fixture.owner, .read, as: max)
        let row = try #require(try await shares.given(by: max).first).id
        #expect(await code { _ = try await shares.change(row, { _ in .all }, fixture.owner) } == 10_003)
        #expect(try await fixture.drive.roots.rights(of: fixture.owner.user.id, on: root) == .read)
        try await shares.end(row, fixture.owner)
        #expect(try await shares.given(by: max).isEmpty)

        // A managed folder is the area owner's matter too, but not the row by which he is in it.
        let films = try await fixture.folder("films", creator: max, members: [(max, .all)])
        try await fixture.share(fixture.path(films), with: fixture.owner, .read, as: max)
        try await fixture.share(fixture.path(films), with: nina, .read, as: max)
        let own = try #require(try await shares.given(by: max).first { $0.receiver == fixture.owner.user.id })
        let other = try #require(try await shares.given(by: fixture.owner).first)
        #expect(other.receiver == nina.user.id && other.granterName == "max")
        #expect(await code { _ = try await shares.change(own.id, { _ in .all }, fixture.owner) } == 10_003)
        #expect(try await shares.change(other.id, { _ in .all }, fixture.owner).rights == .all)
        #expect(await code { _ = try await shares.change(other.id, { _ in .read }, nina) } == 10_003)
        try await shares.end(other.id, fixture.owner)
        #expect(try await shares.given(by: max).map(\.id) == [own.id])
    }

    @Test("a repeated share replaces what the same granter gave, and nothing of another's")
    func replaced() async throws {
        let fixture = try await DriveFixture.make()
        let max = try await fixture.member("max")
        let nina = try await fixture.member("nina")
        let home = try await fixture.home()
        try await fixture.makeDirectory(fixture.path(home, "d"))
        let root = try await fixture.sharedRoot(fixture.path(home, "d"), with: max)
        try await fixture.share(fixture.path(home, "d"), with: nina)
        try await fixture.share(fixture.path(root), with: nina, .read, as: max)
        #expect(try await fixture.drive.roots.rights(of: nina.user.id, on: root) == .all)
        try await fixture.share(fixture.path(home, "d"), with: nina, .write)
        #expect(try await fixture.drive.roots.rights(of: nina.user.id, on: root) == [.read, .write])
        let given = try await fixture.drive.shares.given(by: fixture.owner)
        #expect(given.filter { $0.granter == fixture.owner.user.id }.count == 2)
        #expect(given.map(\.granterName) == ["Olive", "Olive", "max"])
    }

    @Test("a member who goes takes what he shared with him")
    func departed() async throws {
        let fixture = try await DriveFixture.make()
        let max = try await fixture.member("max")
        let nina = try await fixture.member("nina")
        let folder = try await fixture.folder("films", members: [(max, .all), (fixture.owner, .all)])
        try await fixture.makeDirectory(fixture.path(folder, "d"))
        let root = try await fixture.sharedRoot(fixture.path(folder, "d"), with: nina, as: max)
        #expect(try await fixture.names(fixture.path(root), as: nina) == [])
        let roots = fixture.drive.roots
        try await fixture.database.write { session in
            try session.run("DELETE FROM users WHERE id = ?", max.user.id)
            try roots.pruneShares(session)
        }
        roots.invalidate()
        #expect(await code { _ = try await fixture.names(fixture.path(root), as: nina) } == 10_018)
        #expect(
            try await fixture.database.read { try $0.first("SELECT 1 FROM roots WHERE kind = 'direct'") }
                == nil
        )
    }

    @Test("the family folder comes by itself, bears the area's name, and respects a removal")
    func family() async throws {
        let fixture = try await DriveFixture.make()
        let max = try await fixture.member("max")
        let first = try await fixture.drive.shares.received(by: max)
        let root = try #require(first.first?.root)
        #expect(
            first.count == 1 && root.kind == .family && root.name == "Home" && first.first?.rights == .all
        )
        try await fixture.upload([1], to: fixture.path(root.id, "a"), as: max)
        #expect(try await fixture.drive.shares.received(by: fixture.owner).map(\.root.id) == [root.id])
        #expect(try await fixture.names(fixture.path(root.id)) == ["a"])
        try await fixture.drive.renameArea(to: "Villa")
        #expect(try await fixture.drive.shares.received(by: max).first?.root.name == "Villa")
        try await fixture.drive.roots.grant([], on: root.id, to: max.user.id)
        #expect(try await fixture.drive.shares.received(by: max).isEmpty)
        #expect(await code { _ = try await fixture.names(fixture.path(root.id), as: max) } == 10_019)
        let again = try await fixture.restarted()
        #expect(try await again.drive.shares.received(by: again.owner).map(\.root.id) == [root.id])
        #expect(try await again.drive.shares.received(by: max).isEmpty)
    }
}
