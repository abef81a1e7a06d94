import HearthSQL
import HearthStorage
import HearthTesting
import HearthWire
import Synchronization
import Testing

@testable import HearthDrive

/// Moves between partitions: copy, compare, switch, delete.
@Suite("Moves to another partition", .timeLimit(.minutes(10)))
struct CarryTests {
    private struct Scene {
        let fixture: DriveFixture
        let home: Int
        /// A folder of the owner on the second partition.
        let far: Int

        static func make(limit: Int64? = nil) async throws -> Scene {
            let fixture = try await DriveFixture.make()
            try fixture.openSecond(limit: limit)
            let draft = fixture.draft("far", [fixture.owner], partition: "second")
            let far = try await fixture.drive.folders.create(draft, fixture.owner, policy: .open).id
            return Scene(fixture: fixture, home: try await fixture.home(), far: far)
        }

        func near(_ path: String) throws -> ResourcePath { try fixture.path(home, path) }
        func there(_ path: String = "") throws -> ResourcePath { try fixture.path(far, path) }

        @discardableResult
        func move(
            _ sources: [ResourcePath],
            to destination: ResourcePath,
            _ conflict: ConflictPolicy? = nil
        ) async throws -> TransferOutcome {
            try await fixture.drive.files.transfer(
                TransferRequest(
                    action: .move,
                    destination: destination,
                    sources: sources,
                    conflict: conflict
                ),
                fixture.owner
            )
        }

        /// Nothing hidden is left on either partition.
        func isClean() throws -> Bool {
            let partitions = fixture.drive.roots.partitions.all
            return try partitions.allSatisfy { open in
                try Partition.Parking.allCases.allSatisfy { try open.partition.parked(in: $0).isEmpty }
                    && open.top.stagedIDs().isEmpty
            }
        }
    }

    @Test("a tree and a file go over whole, with times, hashes and backup identities")
    func moves() async throws {
        let scene = try await Scene.make()
        let fixture = scene.fixture
        try await fixture.upload([1], to: scene.near("t/a"), modified: 1_000_000_000, identification: "id-a")
        try await fixture.upload([2, 2], to: scene.near("t/sub/b"))
        try await fixture.upload([3], to: scene.near("c"), modified: 1_100_000_000, identification: "id-c")
        let before = try await fixture.drive.files.open(scene.near("t/sub/b"), fixture.owner).hash
        let outcome = try await scene.move([scene.near("t"), scene.near("c")], to: scene.there())
        #expect(outcome.count == 2 && outcome.endedShares.isEmpty)
        #expect(try await fixture.names(scene.near("")).isEmpty)
        #expect(try await fixture.names(scene.there()) == ["t", "c"])
        #expect(try await fixture.read(scene.there("t/a")) == [1])
        let (a, b) = (
            try await fixture.drive.files.open(scene.there("t/a"), fixture.owner),
            try await fixture.drive.files.open(scene.there("t/sub/b"), fixture.owner)
        )
        #expect(a.resource.info.modified.seconds == 1_000_000_000)
        #expect(before != nil && b.hash == before)
        let c = try await fixture.drive.files.open(scene.there("c"), fixture.owner)
        #expect(c.hash != nil && c.resource.info.modified.seconds == 1_100_000_000)
        #expect(try await fixture.drive.files.backups(fixture.owner) == ["id-a", "id-c"])
        #expect(try scene.isClean())
        // And back.
        try await scene.move([scene.there("t"), scene.there("c")], to: scene.near(""))
        #expect(try await fixture.read(scene.near("t/sub/b")) == [2, 2])
        #expect(try await fixture.drive.files.backups(fixture.owner) == ["id-a", "id-c"])
        #expect(try await fixture.names(scene.there()).isEmpty && scene.isClean())
    }

    @Test("names that are taken", arguments: [ConflictPolicy.fail, .replace, .rename, .skip])
    func conflicts(_ policy: ConflictPolicy) async throws {
        let scene = try await Scene.make()
        let fixture = scene.fixture
        try await fixture.upload([1], to: scene.near("t/a"))
        try await fixture.upload([2], to: scene.near("c"))
        try await fixture.upload([8], to: scene.there("t/old"))
        try await fixture.upload([9], to: scene.there("c"))
        let tree = await code { try await scene.move([scene.near("t")], to: scene.there(), policy) }
        let file = await code { try await scene.move([scene.near("c")], to: scene.there(), policy) }
        let left = try await fixture.names(scene.near(""))
        switch policy {
        case .fail: #expect(tree == 10_001 && file == 10_001 && left == ["t", "c"])
        case .replace:
            #expect(tree == 10_001 && file == nil && left == ["t"])
            #expect(try await fixture.read(scene.there("c")) == [2])
        case .rename:
            #expect(tree == nil && file == nil && left.isEmpty)
            #expect(try await fixture.read(scene.there("t(1)/a")) == [1])
            #expect(try await fixture.read(scene.there("c(1)")) == [2])
        case .skip: #expect(tree == nil && file == nil && left == ["t", "c"])
        }
        if policy != .replace { #expect(try await fixture.read(scene.there("c")) == [9]) }
        #expect(try await fixture.names(scene.there("t")) == ["old"])
        #expect(try scene.isClean())
    }

    @Test("too little room is told before anything is touched, and in the middle as well")
    func space() async throws {
        let scene = try await Scene.make(limit: 1 << 20)
        let fixture = scene.fixture
        try await fixture.upload([UInt8](repeating: 1, count: 700_000), to: scene.near("t/a"))
        try await fixture.upload([UInt8](repeating: 2, count: 700_000), to: scene.near("t/b"))
        #expect(await code { try await scene.move([scene.near("t")], to: scene.there()) } == 10_030)
        #expect(
            await code {
                _ = try await fixture.drive.files.transfer(
                    TransferRequest(
                        action: .copy,
                        destination: scene.there(),
                        sources: [scene.near("t")],
                        conflict: nil
                    ),
                    fixture.owner
                )
            } == 10_030
        )
        // The sum of sizes fits, the blocks do not.
        for n in 0..<300 { try await fixture.upload([7], to: scene.near("small/\(n)")) }
        #expect(await code { try await scene.move([scene.near("small")], to: scene.there()) } == 10_030)
        #expect(try await fixture.names(scene.near("")) == ["small", "t"])
        #expect(try await fixture.names(scene.near("small")).count == 300)
        #expect(try await fixture.names(scene.there()).isEmpty && scene.isClean())
        try await scene.move([scene.near("t/a")], to: scene.there())
        #expect(try await fixture.names(scene.there()) == ["a"])
    }

    @Test("links go along inside a tree, and nowhere by themselves")
    func links() async throws {
        let scene = try await Scene.make()
        let fixture = scene.fixture
        try await fixture.upload([1], to: scene.near("t/a"))
        let place = try await fixture.place(of: scene.home)
        #expect(Disk.link("a", place + "/t/link") && Disk.link("t/a", place + "/alone"))
        #expect(await code { try await scene.move([scene.near("alone")], to: scene.there()) } == 10_005)
        try await scene.move([scene.near("t")], to: scene.there())
        #expect(try await fixture.read(scene.there("t/link")) == [1])
        #expect(try await fixture.names(scene.there()) == ["t"])
    }

    @Test("shares inside a moved tree follow its owner to another of his folders")
    func shares() async throws {
        let scene = try await Scene.make()
        let fixture = scene.fixture
        let ann = try await fixture.member("ann")
        try await fixture.upload([1], to: scene.near("t/shared/f"))
        let shared = try await fixture.sharedRoot(scene.near("t/shared"), with: ann)
        let outcome = try await scene.move([scene.near("t")], to: scene.there())
        #expect(outcome.endedShares.isEmpty)
        #expect(try await fixture.read(fixture.path(shared, "f"), as: ann) == [1])
        try await fixture.upload([2], to: fixture.path(shared, "g"), as: ann)
        #expect(try await fixture.read(scene.there("t/shared/g")) == [2])
    }

    @Test("as a task, with progress, and the copy of a tree goes on after a stop")
    func task() async throws {
        let scene = try await Scene.make()
        let fixture = scene.fixture
        for n in 0..<20 { try await fixture.upload([UInt8(n)], to: scene.near("t/\(n % 3)/\(n)")) }
        let order = try await fixture.drive.files.order(
            TransferRequest(
                action: .move,
                destination: scene.there(),
                sources: [scene.near("t")],
                conflict: nil
            ),
            fixture.owner
        )
        let id = try await fixture.drive.tasks.start(order)
        await fixture.drive.tasks.drain()
        let row = try await fixture.drive.tasks.find(id, fixture.owner)
        #expect(row.state == .done && row.items == (1, 1) && row.bytes.total == 20 && row.bytes.done >= 20)
        #expect(try await fixture.names(scene.there("t")) == ["0", "1", "2"])
        #expect(try await fixture.names(scene.near("")).isEmpty && scene.isClean())
    }

    // MARK: At the same time

    @Test("opposite moves at the same time both succeed, and others go on below both folders")
    func opposite() async throws {
        let scene = try await Scene.make()
        let fixture = scene.fixture
        try await fixture.upload([1], to: scene.near("x/a"))
        try await fixture.upload([2], to: scene.there("y/b"))
        try await fixture.upload([3], to: scene.near("f"))
        try await fixture.upload([4], to: scene.there("g"))
        for round in 0..<12 {
            let isEven = round % 2 == 0
            let (out, back) = isEven ? ("x", "y") : ("y", "x")
            let (file, other) = isEven ? ("f", "g") : ("g", "f")
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    try await scene.move([scene.near(out), scene.near(file)], to: scene.there())
                }
                group.addTask {
                    try await scene.move([scene.there(other), scene.there(back)], to: scene.near(""))
                }
                for path in [try scene.near("new \(round)"), try scene.there("new \(round)")] {
                    group.addTask {
                        _ = try await fixture.drive.files.makeDirectory(
                            path,
                            fixture.owner,
                            policy: .open,
                            autoRename: false
                        )
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await fixture.read(isEven ? scene.there("x/a") : scene.near("x/a")) == [1])
            #expect(try await fixture.read(isEven ? scene.near("y/b") : scene.there("y/b")) == [2])
            #expect(try await fixture.read(isEven ? scene.there("f") : scene.near("f")) == [3])
            #expect(try await fixture.read(isEven ? scene.near("g") : scene.there("g")) == [4])
        }
        #expect(try await fixture.names(scene.there()).filter { $0.hasPrefix("new") }.count == 12)
        #expect(try scene.isClean())
    }

    /// Tells writers when to stop.
    private final class Flag: Sendable {
        private let value = Atomic(false)

        var isOver: Bool { value.load(ordering: .acquiring) }
        func end() { value.store(true, ordering: .releasing) }
    }

    @Test("a tree that is written into without a pause goes over, with all that was acknowledged")
    func busy() async throws {
        let scene = try await Scene.make()
        let fixture = scene.fixture
        for n in 0..<40 { try await fixture.upload([UInt8(n)], to: scene.near("t/old \(n)")) }
        let moving = Flag()
        let written = try await withThrowingTaskGroup(of: [String].self) { group in
            for writer in 0..<6 {
                group.addTask {
                    var names: [String] = []
                    while !moving.isOver {
                        let name = "\(writer) \(names.count)"
                        do {
                            if writer < 2 {
                                _ = try await fixture.drive.files.makeDirectory(
                                    scene.near("t/" + name),
                                    fixture.owner,
                                    policy: .open,
                                    autoRename: false
                                )
                            } else {
                                try await fixture.upload(Array(name.utf8), to: scene.near("t/" + name))
                            }
                            names.append(name)
                        } catch is DriveError {
                            // The directory was just gone.
                            await Task.yield()
                        }
                    }
                    return names
                }
            }
            group.addTask {
                defer { moving.end() }
                try await scene.move([scene.near("t")], to: scene.there())
                return []
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        // Who wrote after the move made the directory anew.
        let names = try await fixture.names(scene.there("t"))
        let late = (try? await fixture.names(scene.near("t"))) ?? []
        #expect(Set(names).intersection(late).isEmpty)
        #expect(names.filter { $0.hasPrefix("old") }.count == 40)
        #expect(Set(written).subtracting(names).subtracting(late).isEmpty)
        #expect(try scene.isClean())
    }

    // MARK: What a kill leaves

    /// The scene after the copy has its name and before the source is gone.
    private func killed(_ scene: Scene) async throws -> PendingStep {
        let fixture = scene.fixture
        try await fixture.upload([1], to: scene.near("t/a"), identification: "id")
        let files = fixture.drive.files
        let source = fixture.partition
        let target = try fixture.drive.roots.partitions.find(pool: "_default_", name: "second").partition
        let from = try await files.access(scene.near("t"), fixture.owner)
        let mirror = try TreeMirror(
            of: from.0.root.place.below(from.1).path,
            on: source,
            onto: target,
            as: "files-test"
        )
        while try !mirror.pass(TreeMirror.Progress(bytes: { _ in }, items: { _ in })) {}
        let inode = try target.identity(at: Partition.path(of: "files-test", in: .arriving)).inode
        let there = try await files.access(scene.there("t"), fixture.owner)
        try target.unpark("files-test", in: .arriving, to: there.0.root.place.below(there.1).path)
        return PendingStep(
            kind: .carry,
            place: PendingStep.Place(root: scene.far, path: there.1),
            inode: inode,
            source: PendingStep.Place(root: scene.home, path: from.1),
            sourceInode: try from.0.volume.entryInfo(from.1).inode,
            parked: "files-test"
        )
    }

    @Test("a move killed after the switch ends at the next start")
    func settled() async throws {
        let scene = try await Scene.make()
        let step = try await killed(scene)
        let files = scene.fixture.drive.files
        #expect(try await files.settle(step, atStart: true, by: scene.fixture.owner.user.id))
        #expect(try await scene.fixture.names(scene.near("")).isEmpty)
        #expect(try await scene.fixture.read(scene.there("t/a")) == [1])
        #expect(try await files.backups(scene.fixture.owner) == ["id"])
        try await files.removeParked()
        #expect(try scene.isClean())
        // Told again, for example because the answer was not written down.
        #expect(try await files.settle(step, atStart: true, by: scene.fixture.owner.user.id))
        #expect(try await scene.fixture.read(scene.there("t/a")) == [1])
    }

    @Test(
        "a move killed before the switch did not happen, and other files with its name are none of its business"
    )
    func unsettled() async throws {
        let scene = try await Scene.make()
        var step = try await killed(scene)
        let files = scene.fixture.drive.files
        // Later, in the life of a server, nothing is taken away.
        #expect(await code { _ = try await files.settle(step, atStart: false, by: 1) } == 1)
        step.inode += 1
        #expect(try await files.settle(step, atStart: true, by: 1) == false)
        #expect(try await scene.fixture.read(scene.near("t/a")) == [1])
        #expect(try await scene.fixture.read(scene.there("t/a")) == [1])
    }
}
