import HearthCrypto
import HearthDrive
import HearthStorage
import HearthTesting
import Testing

@Suite("Uploads", .timeLimit(.minutes(10)))
struct UploadTests {
    private static let chunk = Int(ChunkPlan.chunkSize)

    private func bytes(_ count: Int, seed: UInt64 = 1) -> [UInt8] {
        var random = SplitMix64(seed: seed)
        return random.bytes(count)
    }

    private func piece(_ bytes: [UInt8], _ n: Int) -> [UInt8] {
        Array(bytes[((n - 1) * Self.chunk)..<min(bytes.count, n * Self.chunk)])
    }

    @Test("chunks in any order, over a restart, come back byte for byte")
    func resumes() async throws {
        var fixture = try await DriveFixture.make()
        let data = bytes(2 * Self.chunk + 77)
        let home = try await fixture.home()
        let path = try fixture.path(home, "deep/er/a.bin")
        let status = try await fixture.drive.uploads.create(
            path,
            fixture.owner,
            Uploads.Attributes(plan: ChunkPlan(size: Int64(data.count), count: nil), modified: 1_565_237_893)
        )
        for n in [3, 1] {
            let known = try await fixture.drive.uploads.putChunk(
                status.id,
                n,
                MemorySource(piece(data, n)),
                fixture.owner
            )
            #expect(known[n] == Int64(piece(data, n).count))
        }
        #expect(await code { _ = try await fixture.read(path) } == 10_000)
        fixture = try await fixture.restarted()
        #expect(
            try await fixture.drive.uploads.status(status.id, fixture.owner).chunks.keys.sorted() == [1, 3]
        )
        #expect(
            await code {
                _ = try await fixture.drive.uploads.complete(status.id, fixture.owner, hash: nil, size: nil)
            }
                == 10_014
        )
        _ = try await fixture.drive.uploads.putChunk(
            status.id,
            2,
            MemorySource(piece(data, 2)),
            fixture.owner
        )
        let resource = try await fixture.drive.uploads.complete(
            status.id,
            fixture.owner,
            hash: try SHA256.hash(data),
            size: Int64(data.count)
        )
        #expect(resource.info.modified.seconds == 1_565_237_893)
        #expect(try await fixture.read(path) == data)
        #expect(try fixture.staged().isEmpty)
        let again = try await fixture.drive.uploads.complete(status.id, fixture.owner, hash: nil, size: nil)
        #expect(again.path == resource.path)
        #expect(try await fixture.drive.files.open(path, fixture.owner).hash == SHA256.hash(data))
    }

    @Test("a chunk that is there is drained and answered with the full list")
    func duplicate() async throws {
        let fixture = try await DriveFixture.make()
        let data = bytes(Self.chunk + 5)
        let path = try fixture.path(try await fixture.home(), "a")
        let status = try await fixture.drive.uploads.create(
            path,
            fixture.owner,
            Uploads.Attributes(plan: ChunkPlan(size: Int64(data.count), count: nil))
        )
        for _ in 0..<2 {
            let known = try await fixture.drive.uploads.putChunk(
                status.id,
                2,
                MemorySource(piece(data, 2)),
                fixture.owner
            )
            #expect(known == [2: 5])
        }
    }

    @Test("a cut body, a long one and a short one record nothing")
    func wrongBodies() async throws {
        let fixture = try await DriveFixture.make()
        let data = bytes(Self.chunk + 500)
        let path = try fixture.path(try await fixture.home(), "a")
        let uploads = fixture.drive.uploads
        let id = try await uploads.create(
            path,
            fixture.owner,
            Uploads.Attributes(plan: ChunkPlan(size: Int64(data.count), count: nil))
        ).id
        _ = await code {
            _ = try await uploads.putChunk(
                id,
                2,
                MemorySource(piece(data, 2), failsAfter: 100),
                fixture.owner
            )
        }
        #expect(
            await code { _ = try await uploads.putChunk(id, 2, MemorySource(bytes(501)), fixture.owner) }
                == 10_014
        )
        #expect(
            await code { _ = try await uploads.putChunk(id, 2, MemorySource(bytes(499)), fixture.owner) }
                == 10_014
        )
        #expect(
            await code { _ = try await uploads.putChunk(id, 3, MemorySource([1]), fixture.owner) } == 10_014
        )
        #expect(try await uploads.status(id, fixture.owner).chunks.isEmpty)
        for n in 1...2 { _ = try await uploads.putChunk(id, n, MemorySource(piece(data, n)), fixture.owner) }
        _ = try await uploads.complete(id, fixture.owner, hash: try SHA256.hash(data), size: nil)
        #expect(try await fixture.read(path) == data)
    }

    @Test("a wrong hash leaves nothing, neither a file nor a session")
    func wrongHash() async throws {
        let fixture = try await DriveFixture.make()
        let path = try fixture.path(try await fixture.home(), "a")
        let uploads = fixture.drive.uploads
        let id = try await uploads.create(
            path,
            fixture.owner,
            Uploads.Attributes(plan: ChunkPlan(size: 3, count: nil))
        ).id
        _ = try await uploads.putChunk(id, 1, MemorySource([1, 2, 3]), fixture.owner)
        let wrong = try SHA256.hash([9])
        #expect(
            await code { _ = try await uploads.complete(id, fixture.owner, hash: wrong, size: nil) } == 10_013
        )
        #expect(await code { _ = try await uploads.status(id, fixture.owner) } == 3)
        #expect(await code { _ = try await fixture.read(path) } == 10_000)
        #expect(try fixture.staged().isEmpty)
    }

    @Test("what happens to a name that is taken")
    func conflicts() async throws {
        let fixture = try await DriveFixture.make()
        let home = try await fixture.home()
        let path = try fixture.path(home, "a.txt")
        try await fixture.upload([1], to: path)
        #expect(try await fixture.upload([2], to: path).path.last?.display == "a(1).txt")
        #expect(await code { _ = try await fixture.upload([3], to: path, conflict: .fail) } == 10_012)
        #expect(try await fixture.upload([4], to: path, conflict: .skip).path.last?.display == "a.txt")
        #expect(try await fixture.read(path) == [1])
        #expect(try await fixture.upload([5], to: path, conflict: .replace).path.last?.display == "a.txt")
        #expect(try await fixture.read(path) == [5])
        #expect(try await fixture.upload([5], to: path, conflict: .fail).path.last?.display == "a.txt")
        #expect(try await fixture.names(fixture.path(home)) == ["a(1).txt", "a.txt"])
        _ = try await fixture.drive.files.makeDirectory(
            fixture.path(home, "d"),
            fixture.owner,
            policy: .open,
            autoRename: false
        )
        #expect(
            await code { _ = try await fixture.upload([1], to: fixture.path(home, "d"), conflict: .replace) }
                == 10_012
        )
        #expect(await code { _ = try await fixture.upload([1], to: fixture.path(home, "a.txt/b")) } == 10_007)
        #expect(try fixture.staged().isEmpty)
    }

    @Test("two uploads of one path at once end with one whole file each")
    func race() async throws {
        let fixture = try await DriveFixture.make()
        let home = try await fixture.home()
        let path = try fixture.path(home, "same")
        let contents = (0..<8).map { bytes(300_000, seed: UInt64($0 + 10)) }
        let places = try await withThrowingTaskGroup(of: String.self) { group in
            for content in contents {
                group.addTask { try await fixture.upload(content, to: path).path.last?.display ?? "" }
            }
            var all: [String] = []
            for try await place in group { all.append(place) }
            return all
        }
        #expect(Set(places).count == 8)
        var found: Set<[UInt8]> = []
        for place in places { found.insert(try await fixture.read(fixture.path(home, place))) }
        #expect(found == Set(contents))
    }

    @Test("the old door finds its session by user, place and hash, and takes over known chunks")
    func oldDoor() async throws {
        let fixture = try await DriveFixture.make()
        let data = bytes(Self.chunk + 9)
        let home = try await fixture.home()
        let uploads = fixture.drive.uploads
        let key = try UploadKey(try SHA256.hash(data).hex)
        let plan = Uploads.Attributes(plan: try ChunkPlan(size: Int64(data.count), count: 2))
        let first = try fixture.path(home, "one")
        let (access, destination) = try await uploads.destination(first, fixture.owner, policy: .portable)
        _ = try await uploads.chunk(
            1,
            size: Int64(Self.chunk),
            of: key,
            to: access,
            destination,
            MemorySource(piece(data, 1)),
            fixture.owner,
            plan
        )
        #expect(try await uploads.chunks(of: key, at: nil, fixture.owner).keys.sorted() == [1])
        let member = try await fixture.member("max")
        #expect(try await uploads.chunks(of: key, at: nil, member).isEmpty)

        let second = try fixture.path(home, "two")
        let (_, other) = try await uploads.destination(second, fixture.owner, policy: .portable)
        let known = try await uploads.chunk(
            2,
            size: 9,
            of: key,
            to: access,
            other,
            MemorySource(piece(data, 2)),
            fixture.owner,
            plan
        )
        #expect(known.keys.sorted() == [1, 2])
        let merged = try await uploads.merge(key, totalChunks: 2, to: access, other, fixture.owner, plan)
        #expect(try await fixture.read(second) == data)
        let again = try await uploads.merge(key, totalChunks: 2, to: access, other, fixture.owner, plan)
        #expect(again.path == merged.path)
        #expect(
            await code {
                _ = try await uploads.merge(key, totalChunks: 2, to: access, destination, fixture.owner, plan)
            }
                == 10_014
        )
        let name = Array("one".utf8) + Array(key.text.utf8)
        try await uploads.dropCache(segments: [Array("s".utf8), Array("\(home)".utf8), name], fixture.owner)
        #expect(try fixture.staged().isEmpty)
    }

    @Test("a merge alone finishes with the chunks of another place; a refused chunk leaves nothing behind")
    func mergeAlone() async throws {
        let fixture = try await DriveFixture.make()
        let data = bytes(Self.chunk + 9)
        let home = try await fixture.home()
        let uploads = fixture.drive.uploads
        let owner = fixture.owner
        let key = try UploadKey(try SHA256.hash(data).hex)
        let attributes = Uploads.Attributes(plan: try ChunkPlan(size: Int64(data.count), count: 2))
        let (access, source) = try await uploads.destination(fixture.path(home, "one"), owner, policy: .open)
        for n in 1...2 {
            _ = try await uploads.chunk(
                n,
                size: nil,
                of: key,
                to: access,
                source,
                MemorySource(piece(data, n)),
                owner,
                attributes
            )
        }
        let (_, other) = try await uploads.destination(fixture.path(home, "two"), owner, policy: .open)
        for (n, size) in [(9, Int64(9)), (1, 3)] {
            let found = await code {
                _ = try await uploads.chunk(
                    n,
                    size: size,
                    of: key,
                    to: access,
                    other,
                    MemorySource([1, 2, 3]),
                    owner,
                    attributes
                )
            }
            #expect(found == 10_014)
        }
        #expect(try fixture.staged().count == 1)
        #expect(try await uploads.chunks(of: key, at: nil, owner).count == 2)
        _ = try await uploads.merge(key, totalChunks: 2, to: access, other, owner, attributes)
        #expect(try await fixture.read(fixture.path(home, "two")) == data)
    }

    @Test("finishing again gives the same answer after the file was renamed and its name taken")
    func sameAnswer() async throws {
        let fixture = try await DriveFixture.make()
        let home = try await fixture.home()
        let uploads = fixture.drive.uploads
        let path = try fixture.path(home, "a")
        let id = try await uploads.create(
            path,
            fixture.owner,
            Uploads.Attributes(plan: ChunkPlan(size: 3, count: nil))
        ).id
        _ = try await uploads.putChunk(id, 1, MemorySource([1, 2, 3]), fixture.owner)
        let first = try await uploads.complete(id, fixture.owner, hash: nil, size: 3)
        _ = try await fixture.drive.files.rename(path, fixture.owner, to: "b", policy: .open)
        try await fixture.upload([7], to: path)
        let again = try await uploads.complete(id, fixture.owner, hash: nil, size: 3)
        #expect(again.path == first.path && again.info.size == 3)
        #expect(try await uploads.status(id, fixture.owner).finished?.info.size == 3)
    }

    @Test("a name that turns out to be taken at the end is answered there, and nothing is sent again")
    func conflictAtTheEnd() async throws {
        let fixture = try await DriveFixture.make()
        let home = try await fixture.home()
        let uploads = fixture.drive.uploads
        let owner = fixture.owner
        let path = try fixture.path(home, "a.txt")
        let answers: [(ConflictPolicy, String)] = [
            (.rename, "a(1).txt"), (.skip, "a.txt"), (.replace, "a.txt"),
        ]
        for (answer, name) in answers {
            let id = try await uploads.create(
                path,
                owner,
                Uploads.Attributes(plan: ChunkPlan(size: 3, count: nil), conflict: .fail)
            ).id
            _ = try await uploads.putChunk(id, 1, MemorySource([1, 2, 3]), owner)
            try await fixture.upload([9], to: path, conflict: .replace)
            for _ in 0..<2 {
                #expect(
                    await code { _ = try await uploads.complete(id, owner, hash: nil, size: 3) } == 10_012
                )
            }
            let file = try await uploads.complete(id, owner, hash: nil, size: 3, conflict: answer)
            #expect(file.path.last?.display == name)
            #expect(try await fixture.read(path) == (answer == .replace ? [1, 2, 3] : [9]))
            _ = try await fixture.drive.files.remove([path], owner)
        }
        #expect(try fixture.staged().isEmpty)
    }

    @Test("a session dropped while it is finished keeps a whole file or leaves none")
    func cancelRace() async throws {
        let fixture = try await DriveFixture.make()
        let home = try await fixture.home()
        let uploads = fixture.drive.uploads
        let owner = fixture.owner
        for n in 0..<60 {
            let path = try fixture.path(home, "f\(n)")
            let id = try await uploads.create(
                path,
                owner,
                Uploads.Attributes(plan: ChunkPlan(size: 3, count: nil))
            ).id
            _ = try await uploads.putChunk(id, 1, MemorySource([1, 2, 3]), owner)
            async let finished = code { _ = try await uploads.complete(id, owner, hash: nil, size: 3) }
            async let dropped = code { try await uploads.cancel(id, owner) }
            let (outcome, _) = await (finished, dropped)
            if outcome == nil {
                #expect(try await fixture.read(path) == [1, 2, 3])
            } else {
                #expect(outcome == 3 || outcome == 10_014, "\(String(describing: outcome))")
                #expect(await code { _ = try await fixture.read(path) } == 10_000)
            }
        }
        #expect(try fixture.staged().isEmpty)
    }

    @Test("an empty file merges without a session")
    func emptyMerge() async throws {
        let fixture = try await DriveFixture.make()
        let path = try fixture.path(try await fixture.home(), "e.txt")
        let (access, destination) = try await fixture.drive.uploads.destination(
            path,
            fixture.owner,
            policy: .portable
        )
        let key = try UploadKey(try SHA256.hash([]).hex)
        let attributes = Uploads.Attributes(plan: try ChunkPlan(size: nil, count: nil))
        for _ in 0..<2 {
            let made = try await fixture.drive.uploads.merge(
                key,
                totalChunks: 0,
                to: access,
                destination,
                fixture.owner,
                attributes
            )
            #expect(made.info.size == 0 && made.path.last?.display == "e.txt")
        }
    }

    @Test("a newer request for a chunk takes the pen from an older one that hangs")
    func superseded() async throws {
        let fixture = try await DriveFixture.make()
        let data = bytes(1_000)
        let path = try fixture.path(try await fixture.home(), "a")
        let uploads = fixture.drive.uploads
        let owner = fixture.owner
        let id = try await uploads.create(
            path,
            owner,
            Uploads.Attributes(plan: ChunkPlan(size: 1_000, count: nil))
        ).id
        let gate = AsyncStream<Void>.makeStream()
        let begun = AsyncStream<Void>.makeStream()
        let hanging = Task {
            await code {
                let source = GatedSource(
                    [UInt8](repeating: 0, count: 1_000),
                    begun: begun.continuation,
                    gate: gate.stream
                )
                _ = try await uploads.putChunk(id, 1, source, owner)
            }
        }
        for await _ in begun.stream { break }
        _ = try await uploads.putChunk(id, 1, MemorySource(data), owner)
        gate.continuation.finish()
        #expect(await hanging.value == nil)
        _ = try await uploads.complete(id, owner, hash: try SHA256.hash(data), size: nil)
        #expect(try await fixture.read(path) == data)
    }

    @Test("sessions end after seven days of running time, and a jump of the clock ends none")
    func ages() async throws {
        let fixture = try await DriveFixture.make()
        let path = try fixture.path(try await fixture.home(), "a")
        let id = try await fixture.drive.uploads.create(
            path,
            fixture.owner,
            Uploads.Attributes(plan: ChunkPlan(size: 3, count: nil))
        ).id
        fixture.clock.advance(by: .seconds(365 * 86_400))
        #expect(try await fixture.drive.uploads.clean(Uploads.Ages()) == 0)
        #expect(try await fixture.drive.uploads.clean(Uploads.Ages(release: -1, removal: -1)) == 1)
        #expect(await code { _ = try await fixture.drive.uploads.status(id, fixture.owner) } == 3)
        #expect(try fixture.staged().isEmpty)
    }

    @Test("cleaning goes on past a session whose folder is gone from the disk")
    func cleaningWithoutRoot() async throws {
        let fixture = try await DriveFixture.make()
        let member = try await fixture.member("max")
        for caller in [fixture.owner, member] {
            let path = try fixture.path(try await fixture.home(of: caller), "a")
            _ = try await fixture.drive.uploads.create(
                path,
                caller,
                Uploads.Attributes(plan: ChunkPlan(size: 3, count: nil))
            )
        }
        let top = try fixture.partition.volume(at: VolumePath())
        try top.remove(VolumePath([try #require(FileName("__1__"))])) { _ in }
        try await fixture.drive.uploads.clean(Uploads.Ages(release: -1, removal: -1))
        #expect(try fixture.staged().isEmpty)
    }

    @Test("at most 64 open sessions")
    func sessionLimit() async throws {
        let fixture = try await DriveFixture.make()
        let home = try await fixture.home()
        for n in 0..<Uploads.sessionsPerUser {
            _ = try await fixture.drive.uploads.create(
                fixture.path(home, "f\(n)"),
                fixture.owner,
                Uploads.Attributes(plan: ChunkPlan(size: 1, count: nil))
            )
        }
        let path = try fixture.path(home, "more")
        let found = await code {
            _ = try await fixture.drive.uploads.create(
                path,
                fixture.owner,
                Uploads.Attributes(plan: ChunkPlan(size: 1, count: nil))
            )
        }
        #expect(found == 90_007)
    }

    @Test("more than fits is refused before a byte is taken")
    func space() async throws {
        let fixture = try await DriveFixture.make()
        let path = try fixture.path(try await fixture.home(), "big")
        let found = await code {
            _ = try await fixture.drive.uploads.create(
                path,
                fixture.owner,
                Uploads.Attributes(plan: ChunkPlan(size: ChunkPlan.largestFile, count: nil))
            )
        }
        #expect(found == 10_028)
        #expect(try fixture.staged().isEmpty)
    }

    @Test("backups tell identities of files that are still there, also after a rename")
    func backups() async throws {
        let fixture = try await DriveFixture.make()
        let home = try await fixture.home()
        let files = fixture.drive.files
        try await fixture.upload([1], to: fixture.path(home, "d/a"), identification: "phone-1")
        try await fixture.upload([2], to: fixture.path(home, "b"), identification: "phone-2")
        _ = try await files.rename(fixture.path(home, "d"), fixture.owner, to: "e", policy: .open)
        #expect(try await files.backups(fixture.owner) == ["phone-1", "phone-2"])
        _ = try await files.remove([fixture.path(home, "e")], fixture.owner)
        #expect(try await files.backups(fixture.owner) == ["phone-2"])
    }
}

/// Sends its first half, tells so, and waits for the gate before the rest.
private struct GatedSource: ByteSource {
    let bytes: [UInt8]
    let begun: AsyncStream<Void>.Continuation
    let gate: AsyncStream<Void>

    init(_ bytes: [UInt8], begun: AsyncStream<Void>.Continuation, gate: AsyncStream<Void>) {
        self.bytes = bytes
        self.begun = begun
        self.gate = gate
    }

    var length: Int64? { Int64(bytes.count) }

    func drain(_ sink: (UnsafeRawBufferPointer) throws -> Void) async throws {
        let half = bytes.count / 2
        try bytes.withUnsafeBytes { try sink(UnsafeRawBufferPointer(rebasing: $0[..<half])) }
        begun.yield()
        for await _ in gate {}
        try bytes.withUnsafeBytes { try sink(UnsafeRawBufferPointer(rebasing: $0[half...])) }
    }
}
