import HearthDrive
import HearthSQL
import HearthStorage
import HearthWire
import Testing

@Suite("Copies, moves and deletes as tasks", .timeLimit(.minutes(10)))
struct FileTaskTests {
    private func request(
        _ action: TransferRequest.Action,
        _ sources: [ResourcePath],
        to destination: ResourcePath,
        _ conflict: ConflictPolicy? = nil
    ) -> TransferRequest {
        TransferRequest(action: action, destination: destination, sources: sources, conflict: conflict)
    }

    /// `a/f` = [1], `b/` empty.
    private func scene() async throws -> (DriveFixture, Int) {
        let fixture = try await DriveFixture.make()
        let home = try await fixture.home()
        try await fixture.upload([1], to: fixture.path(home, "a/f"))
        try await fixture.makeDirectory(fixture.path(home, "b"))
        return (fixture, home)
    }

    @Test("a task does what the request would have done and tells the new places")
    func runs() async throws {
        let (fixture, home) = try await scene()
        let drive = fixture.drive
        let move = request(.move, [try fixture.path(home, "a")], to: try fixture.path(home, "b"))
        let id = try await drive.tasks.start(
            try await drive.files.order(move, fixture.owner),
            atMost: 1
        )
        #expect(try await fixture.read(fixture.path(home, "a/f")) == [1])
        #expect(
            await code {
                _ = try await drive.tasks.start(
                    try await drive.files.order(move, fixture.owner),
                    atMost: 1
                )
            } == 90_007
        )
        await drive.tasks.drain()
        let row = try await drive.tasks.find(id, fixture.owner)
        #expect(row.state == .done)
        #expect(
            row.result
                == #"{"count":1,"resources":[{"name":"a","path":"/s/\#(home)/b/a"}],"ended_shares":[]}"#
        )
        #expect(try await fixture.read(fixture.path(home, "b/a/f")) == [1])
    }

    @Test("a failed task goes on where it stood, once what stopped it is gone")
    func retries() async throws {
        let (fixture, home) = try await scene()
        let drive = fixture.drive
        try await fixture.upload([2], to: fixture.path(home, "c"))
        let sources = [try fixture.path(home, "a"), try fixture.path(home, "c")]
        let order = try await drive.files.order(
            request(.copy, sources, to: try fixture.path(home, "b")),
            fixture.owner
        )
        // Taken after the order and before the run.
        try await fixture.upload([9], to: fixture.path(home, "b/c"))
        let id = try await drive.tasks.start(order)
        await drive.tasks.drain()
        var row = try await drive.tasks.find(id, fixture.owner)
        #expect(row.state == .failed && row.failure?.code == .destinationNameTaken)
        #expect(try await fixture.names(fixture.path(home, "b")) == ["c"])
        _ = try await drive.files.remove([fixture.path(home, "b/c")], fixture.owner)
        try await drive.tasks.retry(id, fixture.owner)
        await drive.tasks.drain()
        row = try await drive.tasks.find(id, fixture.owner)
        #expect(row.state == .done)
        #expect(try await fixture.names(fixture.path(home, "b")) == ["a", "c"])
    }

    @Test("who may no longer do it, or is gone, does not do it by a task either")
    func rights() async throws {
        let fixture = try await DriveFixture.make()
        let (ann, bob) = (try await fixture.member("ann"), try await fixture.member("bob"))
        let folder = try await fixture.folder("shared", members: [(ann, .all), (bob, .all)])
        for name in ["a", "b"] {
            try await fixture.upload([1], to: fixture.path(folder, name), as: ann)
        }
        var ids: [String] = []
        for (caller, name) in [(ann, "a"), (bob, "b")] {
            let order = try #require(
                try await fixture.drive.files.order(
                    removalOf: .paths([fixture.path(folder, name)]),
                    caller
                )
            )
            ids.append(try await fixture.drive.tasks.start(order))
        }
        try await fixture.drive.roots.grant([.read, .write], on: folder, to: ann.user.id)
        _ = try await fixture.database.write {
            try $0.run("UPDATE users SET is_disabled = 1 WHERE id = ?", bob.user.id)
        }
        await fixture.drive.tasks.drain()
        let codes = try await fixture.drive.tasks.list(fixture.owner).map { $0.failure?.code.rawValue }
        #expect(codes == [10_021, 10_023])
        #expect(try await fixture.names(fixture.path(folder), as: ann) == ["a", "b"])
    }

    @Test("a folder with a move or delete task, failed ones too, takes part in no copy or move")
    func busy() async throws {
        let fixture = try await DriveFixture.make()
        let (ann, bob) = (try await fixture.member("ann"), try await fixture.member("bob"))
        let folder = try await fixture.folder("busy", members: [(fixture.owner, .all)])
        let home = try await fixture.home()
        try await fixture.upload([1], to: fixture.path(folder, "d/f"))
        try await fixture.upload([2], to: fixture.path(home, "g"))
        let inner = try await fixture.sharedRoot(fixture.path(folder, "d"), with: ann)
        let own = try await fixture.home(of: ann)
        _ = try await fixture.drive.tasks.start(
            TaskOrder(topic: .moveFolder, sign: "\(folder)", subject: "\(folder)", user: 1)
        )
        let files = fixture.drive.files
        func tried(_ source: ResourcePath, _ to: ResourcePath, _ caller: Caller) async -> Int? {
            await code { _ = try await files.transfer(request(.copy, [source], to: to), caller) }
        }
        for _ in 0..<2 {
            let (inside, outside) = (try fixture.path(folder, "d/f"), try fixture.path(home, "g"))
            #expect(await tried(inside, try fixture.path(home), fixture.owner) == 10_026)
            #expect(await tried(outside, try fixture.path(folder), fixture.owner) == 10_027)
            #expect(await tried(outside, try fixture.path(folder, "nowhere"), fixture.owner) == 10_027)
            #expect(await tried(try fixture.path(inner, "f"), try fixture.path(own), ann) == 10_026)
            #expect(await tried(try fixture.path(own, "x"), try fixture.path(inner), ann) == 10_027)
            #expect(await tried(inside, try fixture.path(own), bob) == 10_018)
            #expect(
                await tried(inside, try fixture.path(fixture.home(of: bob)), bob) == 10_018,
                "strangers learn nothing"
            )
            await fixture.drive.tasks.drain()
        }
        let row = try #require(try await fixture.drive.tasks.list(fixture.owner).first)
        if row.state == .failed { try await fixture.drive.tasks.dismiss(row.taskID, fixture.owner) }
        #expect(
            await tried(try fixture.path(folder, "d/f"), try fixture.path(home), fixture.owner)
                == (row.state == .failed ? nil : 10_018)
        )
    }

    @Test("what others shared is moved inside itself only, and copied anywhere")
    func received() async throws {
        let fixture = try await DriveFixture.make()
        let ann = try await fixture.member("ann")
        let (home, own) = (try await fixture.home(), try await fixture.home(of: ann))
        for name in ["p/d/f", "p/d/sub/g", "p/e/h"] {
            try await fixture.upload([1], to: fixture.path(home, name))
        }
        let d = try await fixture.sharedRoot(fixture.path(home, "p/d"), with: ann)
        let e = try await fixture.sharedRoot(fixture.path(home, "p/e"), with: ann)
        func move(
            _ source: ResourcePath,
            _ to: ResourcePath,
            _ action: TransferRequest.Action = .move
        ) async
            -> Int?
        {
            await code { _ = try await fixture.drive.files.transfer(request(action, [source], to: to), ann) }
        }
        #expect(await move(try fixture.path(d, "f"), try fixture.path(own)) == 10_009)
        #expect(await move(try fixture.path(d, "f"), try fixture.path(e)) == 10_009)
        #expect(await move(try fixture.path(d, "f"), try fixture.path(own), .copy) == nil)
        #expect(await move(try fixture.path(d, "f"), try fixture.path(d, "sub")) == nil)
        #expect(await move(try fixture.path(d), try fixture.path(own)) == 10_009)
        #expect(await move(try fixture.path(own), try fixture.path(d)) == 10_023)
        // The shared directory itself, inside the folder that holds it.
        #expect(await move(try fixture.path(d), try fixture.path(e)) == nil)
        #expect(try await fixture.read(fixture.path(d, "sub/f"), as: ann) == [1])
        #expect(try await fixture.read(fixture.path(home, "p/e/d/sub/f")) == [1])
        #expect(await move(try fixture.path(d), try fixture.path(e)) == 10_002)
        #expect(await move(try fixture.path(e), try fixture.path(d, "sub")) == 10_025)
        // By another root's name it is still the same place.
        let crossed = await code {
            _ = try await fixture.drive.files.transfer(
                request(.move, [try fixture.path(home, "p/e")], to: try fixture.path(d)),
                fixture.owner
            )
        }
        #expect(crossed == 10_018)
    }

    @Test("a shared directory is renamed and removed as the entry that it is")
    func bareRoots() async throws {
        let fixture = try await DriveFixture.make()
        let ann = try await fixture.member("ann")
        let home = try await fixture.home()
        try await fixture.upload([1], to: fixture.path(home, "p/d/f"))
        let d = try await fixture.sharedRoot(fixture.path(home, "p/d"), with: ann)
        let files = fixture.drive.files
        let renamed = try await files.rename(fixture.path(d), ann, to: "new", policy: .open)
        #expect(renamed.name == FileName("new") && renamed.path.isRoot && renamed.root == d)
        #expect(try await fixture.names(fixture.path(home, "p")) == ["new"])
        #expect(try await fixture.read(fixture.path(d, "f"), as: ann) == [1])
        #expect(try await files.remove([fixture.path(d, "f"), fixture.path(d)], ann) == 1)
        #expect(try await fixture.names(fixture.path(home, "p")).isEmpty)
        #expect(await code { _ = try await fixture.names(fixture.path(d), as: ann) } == 10_018)
    }

    @Test("a whole directory but some, as long as it is what the list said")
    func wholeDirectories() async throws {
        let (fixture, home) = try await scene()
        for name in ["x", "y", "z"] { try await fixture.upload([3], to: fixture.path(home, "d/\(name)")) }
        let files = fixture.drive.files
        let parent = try fixture.path(home, "d")
        func all(_ except: String..., tag: String) -> ResourceSelection {
            .all(parent: parent, except: Set(except.compactMap { FileName($0) }), expected: [tag])
        }
        let tag = try await files.listTag(of: parent, fixture.owner)
        #expect(await code { _ = try await files.remove(all("w", tag: tag), fixture.owner) } == 10_000)
        let outcome = try await files.transfer(
            TransferRequest(
                action: .copy,
                destination: fixture.path(home, "b"),
                selection: all("y", tag: tag),
                conflict: nil
            ),
            fixture.owner
        )
        #expect(outcome.count == 2 && outcome.resources.count == 2)
        #expect(try await fixture.names(fixture.path(home, "b")) == ["x", "z"])
        #expect(try await files.remove(all("y", tag: tag), fixture.owner) == 2)
        #expect(await code { _ = try await files.remove(all(tag: tag), fixture.owner) } == 90_005)
        #expect(try await fixture.names(parent) == ["y"])
    }
}
