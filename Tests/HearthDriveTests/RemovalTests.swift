import HearthDrive
import HearthSQL
import HearthTesting
import HearthWire
import Testing

@Suite("Members who leave", .timeLimit(.minutes(10)))
struct RemovalTests {
    /// Every place that may name a user, by table and column.
    private static func traces(of user: Int, in fixture: DriveFixture) async throws -> [String] {
        try await fixture.database.read { session in
            var found: [String] = []
            let tables = try session.query("SELECT name FROM sqlite_master WHERE type = 'table'").map {
                try $0.text(0)
            }
            for table in tables {
                for column in try session.query("SELECT name FROM pragma_table_info(?)", table) {
                    let name = try column.text(0)
                    guard ["user", "owner", "creator", "granted_by", "used_by"].contains(name) else {
                        continue
                    }
                    if try session.first("SELECT 1 FROM \(table) WHERE \(name) = ?", user) != nil {
                        found.append("\(table).\(name)")
                    }
                }
            }
            if try session.first("SELECT 1 FROM users WHERE id = ?", user) != nil { found.append("users") }
            return found
        }
    }

    private static func setAutoDelete(_ fixture: DriveFixture) async throws {
        try await fixture.database.write { session in
            _ = try session.run(
                "INSERT INTO settings (name, value) VALUES ('is_auto_del', '1') "
                    + "ON CONFLICT (name) DO UPDATE SET value = '1'"
            )
        }
    }

    private func exists(_ fixture: DriveFixture, _ id: Int) async throws -> Bool {
        try await fixture.database.read { try $0.first("SELECT 1 FROM roots WHERE id = ?", id) != nil }
    }

    @Test("with the setting off the folders are the owner's at once, and no trace is left")
    func keeps() async throws {
        let fixture = try await DriveFixture.make()
        let max = try await fixture.member("max")
        let home = try await fixture.home(of: max)
        try await fixture.upload([1, 2], to: fixture.path(home, "f"), as: max, identification: "phone")
        _ = try await fixture.drive.uploads.create(
            fixture.path(home, "half"),
            max,
            Uploads.Attributes(plan: ChunkPlan(size: 100, count: nil))
        )
        let removal = try await fixture.drive.members.remove(max.user.id, by: fixture.owner.user.id)
        #expect(removal.taskID.isEmpty && removal.keepsFolders)
        #expect(try await Self.traces(of: max.user.id, in: fixture).isEmpty)
        #expect(try await fixture.read(fixture.path(home, "f")) == [1, 2])
        #expect(try await fixture.drive.files.backups(fixture.owner).isEmpty)
        #expect(try fixture.staged().isEmpty)
        let again = try await fixture.member("max")
        #expect(again.user.id > max.user.id)
        #expect(try await fixture.home(of: again) != home)
    }

    @Test("with the setting on a task deletes them; until then the account is shut and shown as leaving")
    func deletes() async throws {
        let fixture = try await DriveFixture.make()
        try await Self.setAutoDelete(fixture)
        let max = try await fixture.member("max")
        let home = try await fixture.home(of: max)
        try await fixture.upload([1], to: fixture.path(home, "f"), as: max)
        let (members, owner, id) = (fixture.drive.members, fixture.owner.user.id, max.user.id)
        let removal = try await members.remove(id, by: owner)
        #expect(removal.taskID == "TaskDelUser_\(id)" && !removal.keepsFolders)
        #expect(try await members.remove(id, by: owner) == removal)
        let leaving = try await members.member(id)
        #expect(leaving.state == .leaving && leaving.status == "TaskDelUser_1")
        #expect(await code { _ = try await members.edit(id, .init(isDisabled: false), by: owner) } == 70_001)
        #expect(await code { _ = try await members.transferOwnership(to: id) } == 5_023)
        #expect(
            await code {
                _ = try await fixture.drive.sessions.issue(to: max.user, kind: .session, client: "")
            } == 5_001
        )
        await fixture.drive.tasks.drain()
        #expect(try await Self.traces(of: id, in: fixture).isEmpty)
        #expect(try await !exists(fixture, home))
        #expect(try fixture.staged().isEmpty)
    }

    @Test("a folder that is made while the removal waits goes too")
    func late() async throws {
        let fixture = try await DriveFixture.make()
        try await Self.setAutoDelete(fixture)
        let max = try await fixture.member("max")
        _ = try await fixture.drive.members.remove(max.user.id, by: nil)
        let home = try await fixture.home(of: max)
        await fixture.drive.tasks.drain()
        #expect(try await !exists(fixture, home))
        #expect(try await Self.traces(of: max.user.id, in: fixture).isEmpty)
    }

    @Test("a removal taken out of the queue leaves a disabled account that can be enabled")
    func cancelled() async throws {
        let fixture = try await DriveFixture.make()
        try await Self.setAutoDelete(fixture)
        let max = try await fixture.member("max")
        let (members, id) = (fixture.drive.members, max.user.id)
        let removal = try await members.remove(id, by: fixture.owner.user.id)
        try await fixture.drive.tasks.dismiss(removal.taskID, fixture.owner)
        #expect(try await members.member(id).state == .disabled)
        #expect(try await members.edit(id, .init(isDisabled: false), by: nil).state == .active)
    }

    @Test("the owner stays, strangers remove nobody")
    func refusals() async throws {
        let fixture = try await DriveFixture.make()
        let (max, nina) = (try await fixture.member("max"), try await fixture.member("nina"))
        let members = fixture.drive.members
        let owner = fixture.owner.user.id
        func remove(_ id: Int, by caller: Int?) async -> Int? {
            await code { _ = try await members.remove(id, by: caller) }
        }
        #expect(await remove(owner, by: owner) == 5_002)
        #expect(await remove(owner, by: nil) == 5_002)
        #expect(await remove(max.user.id, by: nina.user.id) == 30_005)
        #expect(await remove(99, by: owner) == 5_003)
        #expect(try await members.list().allSatisfy { $0.state == .active })
    }

    @Test("what he made for others becomes the owner's; his invitation goes with him")
    func inheritance() async throws {
        let fixture = try await DriveFixture.make()
        let made = try await fixture.drive.invitations.make(by: nil, nickname: nil, lifetime: nil)
        let invited = try await fixture.drive.invitations.accept(
            made.code,
            accountName: "max",
            password: "long enough",
            nickname: nil,
            client: "",
            address: "1"
        )
        let home = try await fixture.home()
        let (id, owner) = (invited.user.id, fixture.owner.user.id)
        try await fixture.database.write { session in
            try session.run("UPDATE roots SET creator = ? WHERE id = ?", id, home)
            try session.run(
                "INSERT INTO grants (root, user, source, can_read, can_write, can_delete) "
                    + "VALUES (?, ?, 'member', 1, 1, 1)",
                home,
                id
            )
        }
        _ = try await fixture.drive.members.remove(id, by: owner)
        #expect(try await Self.traces(of: id, in: fixture).isEmpty)
        let creator = try await fixture.database.read { session in
            try session.first("SELECT creator FROM roots WHERE id = ?", home).map { Int(try $0.int(0)) }
        }
        #expect(creator == owner)
        #expect(try await fixture.drive.invitations.list().isEmpty)
    }
}
