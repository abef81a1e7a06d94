import Glibc
import HearthSQL
import HearthStorage
import HearthTesting
import HearthWire
import Testing

@testable import HearthDrive

@Suite("Folder management", .timeLimit(.minutes(10)))
struct FolderTests {
    // MARK: Who sees what

    @Test("the owner sees every folder, members those they are in or made")
    func visibility() async throws {
        let fixture = try await DriveFixture.make()
        let (anna, ben, carl) = (
            try await fixture.member("anna"), try await fixture.member("ben"),
            try await fixture.member("carl")
        )
        let folders = fixture.drive.folders
        let films = try await fixture.folder("Films", [anna, ben], by: anna)
        let tax = try await folders.create(
            fixture.draft("Tax", [ben], mode: 1),
            anna,
            policy: .open
        ).id
        let hidden = try await folders.create(
            fixture.draft("Hidden", [anna, ben], rights: []),
            fixture.owner,
            policy: .open
        ).id
        let home = try await fixture.home(of: carl)
        func seen(_ caller: Caller) async throws -> [Int] {
            try await folders.list(caller, offset: 0, limit: 0).folders.map(\.root.id)
        }
        #expect(try await seen(fixture.owner) == [films, tax, hidden, home])
        #expect(try await seen(anna) == [films, tax])
        #expect(try await seen(ben) == [films, tax])
        #expect(try await seen(carl) == [home])
        let (page, total) = try await folders.list(fixture.owner, offset: 1, limit: 2)
        #expect(page.map(\.root.id) == [tax, hidden] && total == 4)
        #expect(page.first?.storagePath == "/_default_/_default_/Tax")
        #expect(page.first?.persons == ["ben"])
        func managed(_ caller: Caller) async throws -> [Int] {
            try await folders.list(caller, offset: 0, limit: 0).folders.filter(\.isManaged).map(\.root.id)
        }
        #expect(try await managed(fixture.owner) == [films, tax, hidden, home])
        #expect(try await managed(anna) == [films, tax])
        #expect(try await managed(ben) == [])
        #expect(try await managed(carl) == [])

        #expect(try await folders.detail(films, ben).members.map(\.user) == [anna.user.id, ben.user.id])
        #expect(await code { _ = try await folders.detail(films, carl) } == 20_001)
        #expect(await code { _ = try await folders.detail(hidden, ben) } == 20_001)
        #expect(await code { _ = try await folders.detail(999, fixture.owner) } == 20_001)
        let change = fixture.draft("Films", [anna])
        #expect(await code { _ = try await folders.edit(films, change, ben, policy: .open) } == 10_023)
        #expect(await code { _ = try await folders.edit(films, change, carl, policy: .open) } == 20_001)
        #expect(await code { _ = try await folders.delete(films, ben) } == 10_023)
        #expect(await code { _ = try await folders.delete(films, carl) } == 20_001)
        #expect(await code { _ = try await folders.delete(home, carl) } == 10_023)
        #expect(await code { _ = try await folders.delete(home, fixture.owner) } == 10_023)
        // Who made a folder without being in it manages it, and has no right to its files.
        _ = try await folders.edit(tax, fixture.draft("Tax", [ben], mode: 1), anna, policy: .open)
        #expect(await code { _ = try await fixture.names(fixture.path(tax), as: anna) } == 10_018)
        #expect(try await fixture.names(fixture.path(tax), as: ben).isEmpty)
    }

    // MARK: Creation

    struct Refusal: Sendable, CustomTestStringConvertible {
        var code: Int
        var change: @Sendable (inout FolderDraft) -> Void
        var policy: NamePolicy = .open
        var testDescription: String { "\(code)" }
    }

    @Test(
        "creation refuses in the contract's order",
        arguments: [
            Refusal(code: 20_000) { $0.name = "" },
            Refusal(code: 20_000) { $0.mode = 0 },
            Refusal(code: 20_000) { $0.pool = "" },
            Refusal(code: 20_000) { $0.partition = "" },
            Refusal(code: 10_004) { $0.mode = 3 },
            Refusal(code: 20_027) { $0.name = "a/b" },
            Refusal(code: 20_027) { $0.name = ".." },
            Refusal(code: 20_027) { $0.name = ".hearth" },
            Refusal(code: 20_027) { $0.name = ".hearth-x" },
            Refusal(code: 20_027) { $0.name = "__7__" },
            Refusal(code: 20_027) { $0.name = "a\u{7}b" },
            Refusal(code: 20_027) { $0.name = String(repeating: "a", count: 199) + "\u{85}" },
            Refusal(code: 20_027, change: { $0.name = "a:b" }, policy: .portable),
            Refusal(code: 20_011) { $0.name = String(repeating: "名", count: 101) },
            Refusal(code: 20_013) { $0.name = "Taken" },
            Refusal(code: 20_013) {
                $0.name = "Taken"
                $0.members = []
            },
            Refusal(code: 20_013) { $0.name = "lost" },
            Refusal(code: 20_014) { $0.mode = 1 },
            Refusal(code: 20_014) {
                $0.mode = 1
                $0.members = []
            },
            Refusal(code: 20_015) { $0.members = [] },
            Refusal(code: 10_004) { $0.members.append(FolderMember(user: 4_711, rights: .all)) },
            Refusal(code: 20_018) { $0.isEncrypted = true },
            Refusal(code: 20_000) { $0.encrypt("", "") },
            Refusal(code: 20_000) { $0.encrypt("abc123", "") },
            Refusal(code: 20_020) { $0.encrypt("abc12", "abc12") },
            Refusal(code: 20_021) { $0.encrypt("abc 123", "abc 123") },
            Refusal(code: 20_002) { $0.encrypt("abc123", "abc124") },
            Refusal(code: 30_004) { $0.pool = "nowhere" },
            Refusal(code: 40_005) { $0.partition = "nowhere" },
        ]
    )
    func refused(_ refusal: Refusal) async throws {
        let fixture = try await DriveFixture.make()
        let anna = try await fixture.member("anna")
        _ = try await fixture.folder("Taken", [anna])
        _ = mkdir(fixture.directory.path + "/partition/lost", 0o755)
        var draft = fixture.draft("New", [anna, fixture.owner])
        refusal.change(&draft)
        let found = await code {
            _ = try await fixture.drive.folders.create(draft, fixture.owner, policy: refusal.policy)
        }
        #expect(found == refusal.code)
        #expect(try await fixture.drive.folders.list(fixture.owner, offset: 0, limit: 0).total == 1)
        #expect(!fixture.exists("partition/New"))
    }

    @Test("names of every kind, old names of the built-in partition, and the first of doubled members")
    func created() async throws {
        let fixture = try await DriveFixture.make()
        let anna = try await fixture.member("anna")
        let folders = fixture.drive.folders
        let long = String(repeating: "名", count: 100)
        for name in [long, ".git", "a:b|c", "Familie Müller", "__x", "~"] {
            var draft = fixture.draft(name, [anna])
            draft.pool = "__system__"
            draft.partition = "__default__"
            let id = try await folders.create(draft, fixture.owner, policy: .open).id
            try await fixture.upload([1, 2, 3], to: fixture.path(id, "f"), as: anna)
            #expect(try await folders.detail(id, anna).root.name == name)
        }
        var draft = FolderDraft(
            name: "Double",
            mode: 2,
            pool: "_default_",
            partition: "_default_",
            members: [
                FolderMember(user: anna.user.id, rights: [.write]),
                FolderMember(user: anna.user.id, rights: []),
            ]
        )
        let id = try await folders.create(draft, fixture.owner, policy: .open).id
        #expect(try await folders.detail(id, fixture.owner).members.map(\.rights) == [[.read, .write]])
        // What a killed creation left is no obstacle, since nothing is in it.
        let path = VolumePath([try #require(FileName("Again"))])
        _ = try fixture.partition.createRoot(at: path, xattrID: [UInt8](repeating: 9, count: 16))
        draft.name = "Again"
        if fixture.partition.capabilities.hasXattrs {
            _ = try await folders.create(draft, fixture.owner, policy: .open)
        }
    }

    // MARK: Edit

    @Test("an edit replaces members, renames the directory and keeps what is inside")
    func edited() async throws {
        let fixture = try await DriveFixture.make()
        let (anna, ben) = (try await fixture.member("anna"), try await fixture.member("ben"))
        let folders = fixture.drive.folders
        let id = try await fixture.folder("Old", [anna])
        try await fixture.upload([1], to: fixture.path(id, "f"), as: anna)
        _ = try await folders.edit(
            id,
            fixture.draft("New", [ben], rights: [.read]),
            fixture.owner,
            policy: .open
        )
        #expect(fixture.exists("partition/New/f") && !fixture.exists("partition/Old"))
        #expect(try await fixture.names(fixture.path(id), as: ben) == ["f"])
        #expect(await code { _ = try await fixture.names(fixture.path(id), as: anna) } == 10_018)
        let detail = try await folders.detail(id, fixture.owner)
        #expect(detail.root.name == "New" && detail.members.map(\.rights) == [[.read]])

        _ = try await fixture.folder("Other", [anna])
        _ = mkdir(fixture.directory.path + "/partition/lost", 0o755)
        func edit(_ change: (inout FolderDraft) -> Void) async -> Int? {
            var draft = fixture.draft("New", [ben])
            change(&draft)
            return await code { _ = try await folders.edit(id, draft, fixture.owner, policy: .open) }
        }
        #expect(await edit { $0.name = "" } == 20_000)
        #expect(await edit { $0.name = "../x" } == 20_027)
        #expect(await edit { $0.name = String(repeating: "x", count: 101) } == 20_011)
        #expect(await edit { $0.name = "Other" } == 20_013)
        #expect(await edit { $0.name = "lost" } == 20_013)
        #expect(await edit { $0.members = [] } == 20_015)
        #expect(
            await edit {
                $0.mode = 1; $0.members.append(FolderMember(user: 1, rights: .all))
            } == 20_014
        )
        #expect(await edit { $0.members = [FolderMember(user: 99, rights: .all)] } == 10_004)
        #expect(await edit { $0.pool = "nowhere" } == 30_004)
        #expect(await edit { $0.partition = "nowhere" } == 40_005)
        #expect(try await folders.detail(id, fixture.owner).root.name == "New")
        #expect(await edit { $0.mode = 1 } == nil)
        #expect(try await folders.detail(id, fixture.owner).root.mode == 1)
    }

    @Test("a personal folder keeps its member, the family's folder its name")
    func kinds() async throws {
        let fixture = try await DriveFixture.make()
        let anna = try await fixture.member("anna")
        let folders = fixture.drive.folders
        let home = try await fixture.home(of: anna)
        func edit(_ id: Int, _ draft: FolderDraft) async -> Int? {
            await code { _ = try await folders.edit(id, draft, fixture.owner, policy: .open) }
        }
        #expect(await edit(home, fixture.draft("Anna", [anna], mode: 2)) == 20_017)
        #expect(await edit(home, fixture.draft("Anna", [fixture.owner], mode: 1)) == 20_017)
        #expect(await edit(home, fixture.draft("Anna", [anna], mode: 1, rights: [])) == nil)
        #expect(try await folders.detail(home, anna).root.name == "Anna")
        #expect(try await fixture.names(fixture.path(home), as: anna).isEmpty)

        let family = try await fixture.drive.roots.familyRoot(for: anna)
        _ = try await fixture.drive.roots.familyRoot(for: fixture.owner)
        #expect(await edit(family.id, fixture.draft("Other", [fixture.owner])) == 20_017)
        #expect(await edit(family.id, fixture.draft(family.name, [fixture.owner])) == nil)
        // Removed from the family, and not let in again by the next visit.
        _ = try await fixture.drive.roots.familyRoot(for: anna)
        #expect(await code { _ = try await fixture.names(fixture.path(family.id), as: anna) } == 10_019)
        #expect(try await folders.detail(family.id, fixture.owner).members.count == 1)
    }

    @Test("whoever is left out of the family stays out at the first look; the owner sees who would be in")
    func familyBeforeTheFirstLook() async throws {
        let fixture = try await DriveFixture.make()
        let (anna, ben) = (try await fixture.member("anna"), try await fixture.member("ben"))
        let (folders, roots) = (fixture.drive.folders, fixture.drive.roots)
        let family = try await roots.familyRoot(for: fixture.owner)
        // One more who comes after the folder.
        let cara = try await fixture.member("cara")
        let everybody = [fixture.owner, anna, ben, cara]
        func shown() async throws -> [Int] {
            try await folders.detail(family.id, fixture.owner).members.map(\.user)
        }
        #expect(try await shown() == everybody.map(\.user.id))
        let draft = fixture.draft(family.name, [fixture.owner, ben])
        _ = try await folders.edit(family.id, draft, fixture.owner, policy: .open)
        #expect(try await shown() == [fixture.owner, ben].map(\.user.id))
        for member in [anna, cara] {
            #expect(try await fixture.drive.shares.received(by: member).isEmpty)
            #expect(
                await code { _ = try await fixture.names(fixture.path(family.id), as: member) } == 10_019
            )
        }
        #expect(try await fixture.drive.shares.received(by: ben).map(\.rights) == [.all])
        let dora = try await fixture.member("dora")
        #expect(try await fixture.drive.shares.received(by: dora).map(\.rights) == [.all])
    }

    // MARK: Deletion

    @Test("a deleted folder goes with files, rights and uploads, and its name is free at once")
    func deleted() async throws {
        let fixture = try await DriveFixture.make()
        let anna = try await fixture.member("anna")
        let folders = fixture.drive.folders
        let id = try await fixture.folder("Gone", [anna])
        for number in 0..<5 { try await fixture.upload([1], to: fixture.path(id, "d/f\(number)"), as: anna) }
        let plan = try ChunkPlan(size: 100, count: nil)
        let upload = try await fixture.drive.uploads.create(
            fixture.path(id, "half"),
            anna,
            Uploads.Attributes(plan: plan)
        )
        #expect(try await folders.delete(id, fixture.owner) == "TaskDelFolder_\(id)")
        #expect(try await fixture.status(of: id) == "TaskDelFolder_1")
        let draft = fixture.draft("Gone", [anna])
        #expect(await code { _ = try await folders.edit(id, draft, fixture.owner, policy: .open) } == 10_026)
        await fixture.drive.tasks.drain()
        #expect(try await folders.list(fixture.owner, offset: 0, limit: 0).total == 0)
        #expect(!fixture.exists("partition/Gone"))
        #expect(try fixture.partition.parked(in: .leaving).isEmpty)
        #expect(try fixture.staged().isEmpty)
        #expect(await code { _ = try await fixture.drive.uploads.status(upload.id, anna) } == 3)
        let left = try await fixture.database.read { try $0.first("SELECT count(*) FROM files")?.int(0) }
        #expect(left == 0)
        _ = try await fixture.folder("Gone", [anna])
    }

    @Test("a folder whose directory is gone can be deleted, one without its partition stays")
    func deletedWithout() async throws {
        let fixture = try await DriveFixture.make()
        let folders = fixture.drive.folders
        let id = try await fixture.folder("Gone", [fixture.owner])
        rmdir(fixture.directory.path + "/partition/Gone")
        _ = try await folders.delete(id, fixture.owner)
        await fixture.drive.tasks.drain()
        #expect(try await folders.list(fixture.owner, offset: 0, limit: 0).total == 0)

        try fixture.openSecond()
        let away = try await folders.create(
            fixture.draft("Away", [fixture.owner], partition: "second"),
            fixture.owner,
            policy: .open
        ).id
        fixture.drive.roots.partitions.remove(DriveFixture.second)
        let taskID = try await folders.delete(away, fixture.owner)
        await fixture.drive.tasks.drain()
        #expect(try await fixture.status(of: away) == "TaskDelFolder_0")
        try fixture.openSecond()
        try await fixture.drive.tasks.retry(taskID, fixture.owner)
        await fixture.drive.tasks.drain()
        #expect(!fixture.exists("second/Away"))
        #expect(try await folders.list(fixture.owner, offset: 0, limit: 0).total == 0)
    }

    // MARK: Settings, leaving, dissolving, adopting

    @Test("settings are the owner's, and name a partition that is there")
    func settings() async throws {
        let fixture = try await DriveFixture.make()
        let anna = try await fixture.member("anna")
        let folders = fixture.drive.folders
        let standard = FolderSettings(pool: "_default_", partition: "_default_", isAutoDelete: false)
        #expect(try await folders.settings() == standard)
        var changed = standard
        changed.isAutoDelete = true
        changed.pool = "__system__"
        #expect(await code { try await folders.change(changed, anna) } == 10_023)
        try await folders.change(changed, fixture.owner)
        changed.pool = "_default_"
        #expect(try await folders.settings() == changed)
        changed.partition = "nowhere"
        #expect(await code { try await folders.change(changed, fixture.owner) } == 40_005)
        changed.pool = "nowhere"
        #expect(await code { try await folders.change(changed, fixture.owner) } == 30_004)
        changed.pool = ""
        #expect(await code { try await folders.change(changed, fixture.owner) } == 60_000)
        await fixture.database.close()
        #expect(await code { try await folders.change(standard, fixture.owner) } == 60_001)
    }

    @Test("private folders of somebody who leaves pass on, shared ones stay as they are")
    func passedOn() async throws {
        let fixture = try await DriveFixture.make()
        let (anna, ben) = (try await fixture.member("anna"), try await fixture.member("ben"))
        let folders = fixture.drive.folders
        let home = try await fixture.home(of: anna)
        let own = try await folders.create(fixture.draft("Own", [anna], mode: 1), ben, policy: .open).id
        let shared = try await fixture.folder("Shared", [anna, ben])
        try await fixture.upload([1], to: fixture.path(home, "f"), as: anna)
        try await fixture.database.write { session in
            try folders.passOn(from: anna.user.id, to: fixture.owner.user.id, session)
        }
        fixture.drive.roots.invalidate()
        for id in [home, own] {
            let detail = try await folders.detail(id, fixture.owner)
            #expect(detail.root.kind == .managed && detail.root.mode == 1)
            #expect(detail.members.map(\.user) == [fixture.owner.user.id])
            #expect(await code { _ = try await fixture.names(fixture.path(id), as: anna) } == 10_018)
        }
        #expect(try await fixture.names(fixture.path(home)) == ["f"])
        #expect(try await folders.detail(shared, fixture.owner).members.count == 2)
        #expect(try await fixture.home(of: anna) != home)
    }

    @Test("dissolving keeps the files out of sight, or deletes them", arguments: [false, true])
    func dissolved(deletingFiles: Bool) async throws {
        let fixture = try await DriveFixture.make()
        let anna = try await fixture.member("anna")
        let folders = fixture.drive.folders
        let films = try await fixture.folder("Films", [anna])
        let home = try await fixture.home(of: anna)
        try await fixture.upload([1], to: fixture.path(films, "f"), as: anna)
        try await fixture.upload([2], to: fixture.path(home, "g"), as: anna)
        #expect(await code { _ = try await folders.dissolve(deletingFiles: deletingFiles, anna) } == 10_023)
        let jobs = Task { await fixture.drive.tasks.run() }
        defer { jobs.cancel() }
        var state = DissolveState.removing
        while state == .removing {
            state = try await folders.dissolve(deletingFiles: deletingFiles, fixture.owner)
        }
        #expect(state == .done)
        #expect(try await folders.list(fixture.owner, offset: 0, limit: 0).total == 0)
        #expect(!fixture.exists("partition/Films"))
        let shelf = "partition/" + Folders.shelf("Home", 1_700_000_000)
        #expect(shelf == "partition/.Home 2023-11-14 22.13.20")
        #expect(fixture.exists(shelf + "/Films/f") == !deletingFiles)
        #expect(fixture.exists(shelf + "/anna-文件/g") == !deletingFiles)
        // Everybody is still there, and begins anew.
        #expect(try await fixture.names(fixture.path(fixture.home(of: anna)), as: anna).isEmpty)
        #expect(Folders.shelf("hearth/x", 0) == "._hearth_x 1970-01-01 00.00.00")
    }

    @Test("a directory that somebody put there becomes a folder when it is adopted, not before")
    func adopted() async throws {
        let fixture = try await DriveFixture.make()
        let anna = try await fixture.member("anna")
        let folders = fixture.drive.folders
        let disk = fixture.directory.path + "/partition"
        _ = mkdir(disk + "/Photos", 0o755)
        _ = mkdir(disk + "/Photos/2020", 0o755)
        let photos = try await folders.adopt("/_default_/_default_/Photos", name: nil, members: ["anna"])
        #expect(photos.root.name == "Photos" && photos.root.mode == 1 && photos.persons == ["anna"])
        #expect(try await fixture.names(fixture.path(photos.root.id), as: anna) == ["2020"])
        _ = mkdir(disk + "/Music", 0o755)
        let music = try await folders.adopt(disk + "/Music", name: "Songs", members: ["anna", "owner"])
        #expect(music.root.name == "Songs" && music.root.mode == 2)
        func adopt(_ place: String, _ name: String? = nil, _ members: [String] = []) async -> Int? {
            await code { _ = try await folders.adopt(place, name: name, members: members) }
        }
        #expect(await adopt(disk + "/Music") == 20_013)
        #expect(await adopt(disk + "/Photos/2020") == 10_000)
        #expect(await adopt("/etc") == 10_000)
        #expect(await adopt(disk + "/nothing") == 10_000)
        #expect(await adopt(disk + "/.hearth") == 20_027)
        _ = mkdir(disk + "/More", 0o755)
        #expect(await adopt(disk + "/More", "Songs") == 20_013)
        #expect(await adopt(disk + "/More", nil, ["nobody"]) == 5_003)
        #expect(await adopt(disk + "/More") == nil)
        #expect(try await folders.all().count == 3)
    }
}

extension FolderDraft {
    fileprivate mutating func encrypt(_ password: String, _ confirmation: String) {
        mode = 1
        members = Array(members.prefix(1))
        isEncrypted = true
        self.password = password
        self.confirmation = confirmation
    }
}
