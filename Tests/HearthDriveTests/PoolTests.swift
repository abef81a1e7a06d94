import Glibc
import HearthConcurrency
import HearthSQL
import HearthTesting
import Synchronization
import Testing

@testable import HearthDrive
@testable import HearthStorage

@Suite("Pools and partitions", .timeLimit(.minutes(10)))
struct PoolTests {
    private static let unit: Int64 = 1 << 20

    private static func megabytes(_ amount: Double) -> Capacity {
        Capacity(amount: amount, unit: .megabytes)
    }

    /// A drive with a pool `disk` in a directory of its own.
    private struct Setting {
        let fixture: DriveFixture
        let disk: TemporaryDirectory
        var drive: Drive { fixture.drive }
        var pools: Pools { fixture.drive.pools }

        static func make() async throws -> Setting {
            let setting = Setting(fixture: try await DriveFixture.make(), disk: try TemporaryDirectory())
            _ = try await setting.pools.addDirectory(name: "disk", path: setting.disk.path)
            return setting
        }

        @discardableResult
        func add(_ name: String, megabytes: Double, pool: String = "disk") async throws -> String {
            let id = try await pools.addPartition(
                name,
                pool: pool,
                capacity: PoolTests.megabytes(megabytes),
                by: fixture.owner.user.id
            )
            await drive.tasks.drain()
            return id
        }

        func change(
            _ name: String,
            to newName: String? = nil,
            _ capacity: Capacity
        ) async throws -> String? {
            let task = try await pools.changePartition(
                name,
                pool: "disk",
                newName: newName ?? name,
                capacity: capacity,
                by: fixture.owner.user.id
            )
            await drive.tasks.drain()
            return task
        }

        func partition(_ name: String) async throws -> PartitionInfo? {
            try await pools.detail("disk").partitions.first { $0.name == name }
        }

        /// A folder of the owner's on a partition.
        func folder(_ name: String, on partition: String, mode: Int = 1) async throws -> Int {
            let place = try pools.partitions.partition(pool: "disk", name: partition)
            let path = try VolumePath(name)
            let xattr = (0..<16).map { _ in UInt8.random(in: 0...255) }
            let info = try place.createRoot(at: path, xattrID: xattr)
            let owner = fixture.owner.user.id
            let id = try await fixture.database.write { session in
                try session.run(
                    "INSERT INTO roots (kind, creator, mode, pool, partition, rel_path, xattr_id, inode, born, name, "
                        + "created) VALUES ('managed', ?, ?, 'disk', ?, ?, ?, ?, 0, ?, 0)",
                    owner,
                    mode,
                    partition,
                    path.bytes,
                    xattr,
                    info.inode,
                    name
                )
                return Int(session.lastInsertID)
            }
            try await drive.roots.grant(.all, on: id, to: owner)
            return id
        }
    }

    @Test("the embedded pool is told from its file system, under each of its names")
    func embedded() async throws {
        let fixture = try await DriveFixture.make()
        let pool = try #require(try await fixture.drive.pools.list().first)
        let space = try fixture.partition.space()
        #expect(pool.name == "_default_" && pool.partitions.map(\.name) == ["_default_"])
        #expect(pool.capacity == space.capacity && pool.partitions[0].capacity == space.capacity)
        #expect(abs(pool.promised - space.used) < 1 << 30 && pool.partitions[0].used == pool.promised)
        #expect(pool.disks.count == 1 && !pool.disks[0].id.isEmpty)
        for name in ["_default_", "__system__", "__default__"] {
            #expect(try await fixture.drive.pools.detail(name).name == "_default_")
            let key = try fixture.drive.pools.checkedTarget(pool: name, partition: name)
            #expect(key == Partitions.Key(pool: "_default_", name: "_default_"))
            #expect(await code { try await fixture.drive.pools.rename(name, to: "x") } == 10023)
            #expect(await code { _ = try await fixture.drive.pools.remove(name, by: 1) } == 10023)
            #expect(
                await code {
                    _ = try await fixture.drive.pools.deletePartition("_default_", pool: name, by: 1)
                } == 10023
            )
            #expect(
                await code {
                    _ = try await fixture.drive.pools.addPartition(
                        "p",
                        pool: name,
                        capacity: Self.megabytes(1),
                        by: 1
                    )
                } == 10023
            )
        }
        #expect(await code { _ = try await fixture.drive.pools.detail("none") } == 30004)
    }

    @Test("names of pools: each rule has its code")
    func poolNames() async throws {
        let setting = try await Setting.make()
        let other = try TemporaryDirectory()
        let long = String(repeating: "a", count: 51)
        for (name, expected) in [
            ("", 30000), (long, 30002), ("a b", 30001), ("_default_", 30001), (".a", 30001), ("名", 30001),
            ("disk", 30003),
        ] {
            #expect(
                await code { _ = try await setting.pools.addDirectory(name: name, path: other.path) }
                    == expected,
                "\(name)"
            )
            if name != "disk" {
                #expect(
                    await code { try await setting.pools.rename("disk", to: name) } == expected,
                    "\(name)"
                )
            }
        }
        #expect(access(other.appending(".hearth-pool"), F_OK) != 0)
        _ = try await setting.pools.addDirectory(name: "0+_.-Z", path: other.path)
        #expect(await code { try await setting.pools.rename("disk", to: "0+_.-Z") } == 30003)
        #expect(await code { try await setting.pools.rename("none", to: "x") } == 30004)
        #expect(try await setting.pools.list().map(\.name) == ["_default_", "0+_.-Z", "disk"])
    }

    @Test("only a directory of its own becomes a pool")
    func paths() async throws {
        let setting = try await Setting.make()
        let place = try TemporaryDirectory()
        #expect(mkdir(place.appending("inner"), 0o700) == 0)
        #expect(mkdir(setting.disk.appending("inside"), 0o700) == 0)
        #expect(symlink(setting.disk.path, place.appending("link")) == 0)
        #expect(symlink(place.appending("inner"), place.appending("good")) == 0)
        let file = open(place.appending("file"), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        close(file)
        for (path, expected) in [
            ("", 90010), ("relative", 90010), (place.appending("none"), 90010),
            (place.appending("file"), 90010),
            ("/", 90012), (setting.disk.path, 90012), (setting.disk.appending("inside"), 90012),
            (place.appending("link"), 90012), (place.appending("link/inside/.."), 90012), ("/tmp", 90012),
            ("//", 90012), ("/proc/self/root", 90012),
        ] {
            #expect(
                await code { _ = try await setting.pools.addDirectory(name: "p", path: path) } == expected,
                "\(path)"
            )
        }
        let added = try await setting.pools.addDirectory(name: "p", path: place.appending("good") + "/./")
        #expect(added.path == place.appending("inner"))
        #expect(await code { _ = try await setting.pools.addDirectory(name: "q", path: place.path) } == 90012)
    }

    @Test("partitions: each rule has its code, in order")
    func partitionRules() async throws {
        let setting = try await Setting.make()
        func add(_ name: String, _ pool: String, _ capacity: Capacity?) async -> Int? {
            await code {
                _ = try await setting.pools.addPartition(name, pool: pool, capacity: capacity, by: 1)
            }
        }
        #expect(await add("", "disk", Self.megabytes(1)) == 40000)
        #expect(await add("p", "", Self.megabytes(1)) == 40000)
        #expect(await add("p", "disk", nil) == 40000)
        #expect(await add("p", "disk", Self.megabytes(0)) == 40000)
        #expect(await add("p", "disk", Self.megabytes(-3)) == 40000)
        #expect(await add(String(repeating: "é", count: 26), "disk", Self.megabytes(1)) == 40002)
        #expect(await add("a/b", "disk", Self.megabytes(1)) == 40001)
        #expect(await add("-a", "disk", Self.megabytes(1)) == 40001)
        #expect(await add("p", "none", Self.megabytes(1)) == 30004)
        #expect(await add("p", "disk", Capacity(amount: 9e15, unit: .terabytes)) == 40008)
        try await setting.add("p", megabytes: 8)
        #expect(await add("p", "disk", Self.megabytes(1)) == 40007)
        func change(_ name: String, to newName: String, _ capacity: Capacity?) async -> Int? {
            await code {
                _ = try await setting.pools.changePartition(
                    name,
                    pool: "disk",
                    newName: newName,
                    capacity: capacity,
                    by: 1
                )
            }
        }
        try await setting.add("q", megabytes: 8)
        #expect(await change("p", to: "", Self.megabytes(8)) == 40000)
        #expect(await change("p", to: "p", nil) == 40000)
        #expect(await change("p", to: String(repeating: "a", count: 51), Self.megabytes(8)) == 40002)
        #expect(await change("p", to: "a b", Self.megabytes(8)) == 40001)
        #expect(await change("none", to: "x", Self.megabytes(8)) == 40005)
        #expect(await change("p", to: "q", Self.megabytes(8)) == 40007)
        #expect(await change("p", to: "p", Self.megabytes(7)) == 40009)
        #expect(await change("p", to: "p", Capacity(amount: 8e6, unit: .terabytes)) == 40008)
        #expect(await change("p", to: "p", Self.megabytes(8.5)) == 2)
        #expect(
            await code { _ = try await setting.pools.deletePartition("none", pool: "disk", by: 1) } == 40005
        )
        #expect(await code { _ = try await setting.pools.deletePartition("p", pool: "", by: 1) } == 40000)
        do {
            _ = try await setting.pools.addPartition(
                "r",
                pool: "disk",
                capacity: Capacity(amount: 9e6, unit: .terabytes),
                by: 1
            )
        } catch let error as DriveError {
            let text = try #require(error.argument)
            #expect(text.wholeMatch(of: /[0-9]+\.[0-9][0-9] (MB|GB|TB)/) != nil, "\(text)")
        }
    }

    @Test("sizes are read and written in units of 1024")
    func capacities() throws {
        #expect(Capacity.Unit("T") == .terabytes && Capacity.Unit("gb") == .gigabytes)
        #expect(Capacity.Unit("KB") == nil)
        #expect(Capacity(amount: 2, unit: .gigabytes).bytes == 2 << 30)
        #expect(Capacity(amount: 1.5, unit: .gigabytes).bytes == nil)
        #expect(Capacity(amount: 1e300, unit: .megabytes).bytes == Int64.max)
        #expect(Capacity.text(0) == "0.00 MB")
        #expect(Capacity.text(1536 << 20) == "1.50 GB")
        #expect(Capacity.text((1 << 40) - 1) == "1023.99 GB")
        #expect(Capacity.text(Int64.max) == "8388607.99 TB")
    }

    @Test("a partition is made as a task with the contract's id, and is seen on its way")
    func adding() async throws {
        let setting = try await Setting.make()
        let id = try await setting.pools.addPartition(
            "media_x",
            pool: "disk",
            capacity: Self.megabytes(16),
            by: 1
        )
        #expect(id == "TaskAddPartition_disk_media_x")
        let pending = try #require(try await setting.partition("media_x"))
        #expect(pending.id.isEmpty && pending.capacity == 16 << 20)
        #expect(pending.mark == TaskMark(status: "TaskAddPartition_1", taskID: id))
        #expect(try await setting.pools.list()[1].promised == 16 << 20)
        #expect(
            await code { _ = try setting.pools.checkedTarget(pool: "disk", partition: "media_x") } == 40005
        )
        #expect(await code { _ = try setting.pools.checkedTarget(pool: "none", partition: "p") } == 30004)
        await setting.drive.tasks.drain()
        let made = try #require(try await setting.partition("media_x"))
        #expect(!made.id.isEmpty && made.mark == nil && made.isOnline && made.used == 0)
        _ = try setting.pools.checkedTarget(pool: "disk", partition: "media_x")
        #expect(access(setting.disk.appending("media_x/.hearth/partition"), F_OK) == 0)
        // Something else of that name stays untouched.
        #expect(mkdir(setting.disk.appending("films"), 0o700) == 0)
        try await setting.add("films", megabytes: 1)
        #expect(access(setting.disk.appending("films/.hearth"), F_OK) != 0)
        #expect(access(setting.disk.appending("films-2/.hearth/partition"), F_OK) == 0)
    }

    @Test("uploads stop at the limit with 10028, and go on when it grew")
    func limits() async throws {
        let setting = try await Setting.make()
        try await setting.add("p", megabytes: 4)
        let root = try await setting.folder("f", on: "p")
        let bytes = [UInt8](repeating: 7, count: 1 << 20)
        for name in 0..<3 {
            try await setting.fixture.upload(bytes, to: try setting.fixture.path(root, "\(name)"))
        }
        #expect(try await setting.partition("p")?.used == 3 << 20)
        // Room must be greater than what comes.
        #expect(
            await code { try await setting.fixture.upload(bytes, to: try setting.fixture.path(root, "3")) }
                == 10028
        )
        let order = try await setting.change("p", Self.megabytes(6))
        #expect(order == "TaskUpdatePartition_disk_p")
        #expect(try await setting.partition("p")?.capacity == 6 << 20)
        try await setting.fixture.upload(bytes, to: try setting.fixture.path(root, "3"))
        // A restart keeps what is in use, before any scan.
        let again = try await setting.fixture.restarted()
        let info = try #require(try await again.drive.pools.detail("disk").partitions.first)
        #expect(info.used == 4 << 20 && info.capacity == 6 << 20 && info.isOnline)
        #expect(try await again.names(try again.path(root)) == ["0", "1", "2", "3"])
    }

    @Test("growth is compared with growth; a size that is no whole unit survives a rename")
    func growing() async throws {
        let setting = try await Setting.make()
        try await setting.add("p", megabytes: 1536)
        // As iOS and others show 1.5 GB.
        for (amount, name) in [(1.0, "a"), (1.5, "b")] as [(Double, String)] {
            let present = try #require(try await setting.pools.detail("disk").partitions.first).name
            let capacity = Capacity(amount: amount, unit: .gigabytes)
            #expect(try await setting.change(present, to: name, capacity) == nil)
            #expect(try await setting.partition(name)?.capacity == 1536 << 20)
        }
        #expect(
            await code { _ = try await setting.change("b", Capacity(amount: 1, unit: .gigabytes)) } == 40009
        )
        // Nearly all that is left fits as growth, though the total is more than what is left.
        let pool = try #require(setting.pools.known.withLock { $0.pools["disk"] })
        let free = try setting.pools.free(of: pool)
        let growth = min(free / 4 * 3, 1 << 40) / Self.unit
        let grown = Self.megabytes(Double(1536 + growth))
        #expect(try await setting.change("b", to: "c", grown) == "TaskUpdatePartition_disk_b")
        #expect(try await setting.partition("c")?.capacity == (1536 + growth) * Self.unit)
        #expect(try setting.pools.free(of: pool) <= free - growth * Self.unit + (1 << 30))
    }

    @Test("a rename takes folders, files, settings and tasks along; the directory stays")
    func renaming() async throws {
        let setting = try await Setting.make()
        try await setting.add("p", megabytes: 8)
        let root = try await setting.folder("f", on: "p")
        let path = try setting.fixture.path(root, "x")
        try await setting.fixture.upload([1, 2, 3], to: path)
        try await setting.fixture.database.write { session in
            for (name, value) in [("pool_name", "disk"), ("partition_name", "p")] {
                try session.run("INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)", name, value)
            }
        }
        let identity = try await setting.partition("p")?.id
        #expect(try await setting.change("p", to: "q", Self.megabytes(8)) == nil)
        #expect(try await setting.fixture.read(path) == [1, 2, 3])
        #expect(try await setting.partition("q")?.id == identity)
        try await setting.pools.rename("disk", to: "plate")
        #expect(try await setting.fixture.read(path) == [1, 2, 3])
        let (settings, place) = try await setting.fixture.database.read { session in
            (
                try session.query("SELECT value FROM settings WHERE name LIKE 'p%_name' ORDER BY name").map {
                    try $0.text(0)
                },
                try session.query("SELECT pool || '/' || partition FROM roots WHERE id = ?", root).map {
                    try $0.text(0)
                }
            )
        }
        #expect(settings == ["q", "plate"] && place == ["plate/q"])
        #expect(access(setting.disk.appending("p/f/x"), F_OK) == 0)
        #expect(await code { _ = try setting.pools.checkedTarget(pool: "disk", partition: "q") } == 30004)
        let again = try await setting.fixture.restarted()
        #expect(try await again.read(try again.path(root, "x")) == [1, 2, 3])
    }

    @Test("deleting a partition takes what is on it and nothing else")
    func deletingPartition() async throws {
        let setting = try await Setting.make()
        for name in ["p", "p_", "pq"] { try await setting.add(name, megabytes: 8) }
        var roots: [String: Int] = [:]
        for name in ["p", "p_", "pq"] {
            let root = try await setting.folder("f", on: name)
            try await setting.fixture.upload([1], to: try setting.fixture.path(root, "d/x"))
            roots[name] = root
        }
        try await setting.fixture.database.write { session in
            for (name, value) in [("pool_name", "disk"), ("partition_name", "pq")] {
                try session.run("INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)", name, value)
            }
        }
        func defaults() async throws -> [String] {
            try await setting.fixture.database.read { session in
                try session.query("SELECT value FROM settings WHERE name LIKE 'p%_name' ORDER BY name").map {
                    try $0.text(0)
                }
            }
        }
        let id = try await setting.pools.deletePartition("p", pool: "disk", by: 1)
        #expect(id == "TaskDelPartition_disk_p")
        #expect(try await setting.partition("p")?.status == "TaskDelPartition_1")
        #expect(await code { _ = try setting.pools.checkedTarget(pool: "disk", partition: "p") } == 40005)
        #expect(await code { _ = try await setting.change("p", to: "z", Self.megabytes(8)) } == 70001)
        await setting.drive.tasks.drain()
        #expect(try await setting.partition("p") == nil)
        #expect(access(setting.disk.appending("p"), F_OK) != 0)
        // The pool matches, the partition does not: the settings stay.
        #expect(try await defaults() == ["pq", "disk"])
        #expect(
            await code { _ = try await setting.fixture.names(try setting.fixture.path(roots["p"] ?? 0)) }
                == 10018
        )
        for name in ["p_", "pq"] {
            #expect(try await setting.fixture.names(try setting.fixture.path(roots[name] ?? 0, "d")) == ["x"])
        }
        _ = try await setting.pools.deletePartition("pq", pool: "disk", by: 1)
        await setting.drive.tasks.drain()
        #expect(try await defaults() == ["_default_", "_default_"])
        let left = try await setting.fixture.database.read { session in
            try session.query("SELECT partition FROM roots WHERE pool = 'disk'").map { try $0.text(0) }
        }
        #expect(left == ["p_"])
    }

    @Test("a removed pool leaves what others put into its directory")
    func deletingPool() async throws {
        let setting = try await Setting.make()
        try await setting.add("p", megabytes: 8)
        try await setting.add("q", megabytes: 8)
        let root = try await setting.folder("f", on: "p")
        #expect(mkdir(setting.disk.appending("mine"), 0o700) == 0)
        let id = try await setting.pools.remove("disk", by: 1)
        #expect(id == "TaskDelPool_disk")
        #expect(try await setting.pools.list()[1].status == "TaskDelPool_1")
        await setting.drive.tasks.drain()
        #expect(try await setting.pools.list().map(\.name) == ["_default_"])
        #expect(try await setting.drive.pools.rootIDs(on: [Partitions.Key(pool: "disk", name: "p")]).isEmpty)
        #expect(await code { _ = try await setting.fixture.names(try setting.fixture.path(root)) } == 10018)
        #expect(access(setting.disk.appending("mine"), F_OK) == 0)
        for name in ["p", "q", ".hearth-pool"] { #expect(access(setting.disk.appending(name), F_OK) != 0) }
        _ = try await setting.pools.addDirectory(name: "disk", path: setting.disk.path)
    }

    @Test("a disk that is not there: the server starts, says so, writes nothing, and finds it again")
    func offline() async throws {
        let base = try TemporaryDirectory()
        #expect(mkdir(base.appending("mount"), 0o700) == 0)
        let fixture = try await DriveFixture.make()
        _ = try await fixture.drive.pools.addDirectory(name: "disk", path: base.appending("mount"))
        let setting = Setting(fixture: fixture, disk: base)
        try await setting.add("p", megabytes: 8)
        let root = try await setting.folder("f", on: "p")
        try await fixture.upload([1], to: try fixture.path(root, "x"))
        // What an unmount leaves: an empty directory.
        func unmount() {
            #expect(rename(base.appending("mount"), base.appending("away")) == 0)
            #expect(mkdir(base.appending("mount"), 0o700) == 0)
        }
        func mount() {
            #expect(rmdir(base.appending("mount")) == 0, "nothing was written into the mount point")
            #expect(rename(base.appending("away"), base.appending("mount")) == 0)
        }
        unmount()
        let again = try await fixture.restarted()
        let info = try #require(try await again.drive.pools.list().last)
        #expect(info.status == "offline" && !info.isOnline && info.partitions.map(\.isOnline) == [false])
        #expect(info.partitions[0].used == 4_096)
        #expect(await code { _ = try await again.names(try again.path(root)) } == 40005)
        #expect(await code { try await again.upload([2], to: try again.path(root, "y")) } == 40005)
        #expect(await code { _ = try again.drive.pools.checkedTarget(pool: "disk", partition: "p") } == 40005)
        #expect(
            await code {
                _ = try await again.drive.pools.addPartition(
                    "n",
                    pool: "disk",
                    capacity: Self.megabytes(1),
                    by: 1
                )
            } == 40005
        )
        #expect(
            await code { _ = try await again.drive.pools.deletePartition("p", pool: "disk", by: 1) } == 40005
        )
        // No restart, no request in between: the next one finds it.
        mount()
        #expect(try await again.names(try again.path(root)) == ["x"])
        try await again.upload([2], to: try again.path(root, "y"))
        // And gone while the server runs.
        unmount()
        try await again.drive.pools.check()
        #expect(await code { _ = try await again.names(try again.path(root)) } == 40005)
        mount()
        #expect(try await again.drive.pools.list().last?.status == "")
        #expect(try await again.names(try again.path(root)) == ["x", "y"])
    }

    @Test("a pool whose disk is lost can be removed; its rows go")
    func removingOffline() async throws {
        let setting = try await Setting.make()
        try await setting.add("p", megabytes: 8)
        let root = try await setting.folder("f", on: "p")
        #expect(rename(setting.disk.appending(".hearth-pool"), setting.disk.appending("hidden")) == 0)
        try await setting.pools.check()
        _ = try await setting.pools.remove("disk", by: 1)
        await setting.drive.tasks.drain()
        #expect(try await setting.pools.list().count == 1)
        #expect(await code { _ = try await setting.fixture.names(try setting.fixture.path(root)) } == 10018)
        #expect(access(setting.disk.appending("p/f"), F_OK) == 0)
    }

    @Test("a failed task is told, retried, or dismissed with what it ordered")
    func failing() async throws {
        let setting = try await Setting.make()
        try await setting.add("p", megabytes: 8)
        let mark = setting.disk.appending(".hearth-pool")
        let added = try await setting.pools.addPartition(
            "q",
            pool: "disk",
            capacity: Self.megabytes(8),
            by: 1
        )
        let deleted = try await setting.pools.deletePartition("p", pool: "disk", by: 1)
        #expect(rename(mark, setting.disk.appending("hidden")) == 0)
        try await setting.pools.check()
        await setting.drive.tasks.drain()
        #expect(try await setting.partition("q")?.status == "TaskAddPartition_0")
        #expect(try await setting.partition("p")?.status == "TaskDelPartition_0")
        #expect(rename(setting.disk.appending("hidden"), mark) == 0)
        try await setting.drive.tasks.dismiss(deleted, setting.fixture.owner)
        #expect(try await setting.partition("p")?.status == "")
        _ = try setting.pools.checkedTarget(pool: "disk", partition: "p")
        try await setting.drive.tasks.retry(added, setting.fixture.owner)
        await setting.drive.tasks.drain()
        #expect(try await setting.partition("q")?.status == "")
        // Dismissed orders leave nothing.
        let third = try await setting.pools.addPartition(
            "r",
            pool: "disk",
            capacity: Self.megabytes(8),
            by: 1
        )
        try await setting.drive.tasks.dismiss(third, setting.fixture.owner)
        #expect(try await setting.partition("r") == nil)
        let grown = try await setting.pools.changePartition(
            "q",
            pool: "disk",
            newName: "q",
            capacity: Self.megabytes(9),
            by: 1
        )
        try await setting.drive.tasks.dismiss(try #require(grown), setting.fixture.owner)
        #expect(try await setting.pools.list()[1].promised == 16 << 20)
    }

    @Test("what others put there is found by a scan")
    func scanning() async throws {
        let setting = try await Setting.make()
        try await setting.add("p", megabytes: 4)
        let root = try await setting.folder("f", on: "p")
        let file = open(setting.disk.appending("p/f/foreign"), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        let bytes = [UInt8](repeating: 7, count: 3 << 20)
        #expect(write(file, bytes, bytes.count) == bytes.count)
        close(file)
        await setting.pools.scanNow()
        #expect(try await setting.partition("p")?.used == 3 << 20)
        let small = Array(bytes[..<(1 << 20)])
        #expect(
            await code { try await setting.fixture.upload(small, to: try setting.fixture.path(root, "x")) }
                == 10028
        )
    }
}
