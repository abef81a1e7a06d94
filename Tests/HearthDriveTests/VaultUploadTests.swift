import HearthCrypto
import HearthSQL
import HearthStorage
import HearthTesting
import HearthWire
import Testing

@testable import HearthDrive

@Suite("Uploads into encrypted folders", .timeLimit(.minutes(10)))
struct VaultUploadTests {
    private static let chunk = Int(ChunkPlan.chunkSize)
    private static let marker = "MarkerNameOfUpload"

    private func bytes(_ count: Int, seed: UInt64 = 1) -> [UInt8] {
        var random = SplitMix64(seed: seed)
        return random.bytes(count)
    }

    /// Text that is easy to find again, wherever it is written in the clear.
    private func text(_ count: Int) -> [UInt8] {
        let line = Array("MarkerContentOfUpload ".utf8)
        return (0..<count).map { line[$0 % line.count] }
    }

    private func piece(_ bytes: [UInt8], _ n: Int) -> [UInt8] {
        Array(bytes[((n - 1) * Self.chunk)..<min(bytes.count, n * Self.chunk)])
    }

    private func attributes(_ size: Int, identification: String = "") throws -> Uploads.Attributes {
        Uploads.Attributes(
            plan: try ChunkPlan(size: Int64(size), count: nil),
            modified: 1_565_237_893,
            identification: identification
        )
    }

    @Test("chunks survive a restart and a lock, and nothing of them can be read anywhere")
    func resumes() async throws {
        var fixture = try await DriveFixture.make()
        let data = text(2 * Self.chunk + 77)
        let vault = try await fixture.openVault()
        let path = try fixture.path(vault, "deep \(Self.marker)/\(Self.marker).bin")
        let id = try await fixture.drive.uploads.create(
            path,
            fixture.owner,
            attributes(data.count, identification: "MarkerIdentification")
        ).id
        for n in [3, 1] {
            _ = try await fixture.drive.uploads.putChunk(
                id,
                n,
                MemorySource(piece(data, n)),
                fixture.owner
            )
        }
        #expect(try fixture.staged() == [id])
        for marker in [Self.marker, "MarkerContent", "MarkerIdentification"] {
            #expect(try await fixture.places(of: marker) == [])
        }

        fixture = try await fixture.restarted()
        let uploads = fixture.drive.uploads
        #expect(await code { _ = try await uploads.status(id, fixture.owner) } == 20_009)
        #expect(
            await code {
                _ = try await uploads.putChunk(id, 2, MemorySource(piece(data, 2)), fixture.owner)
            } == 20_009
        )
        #expect(
            await code { _ = try await uploads.complete(id, fixture.owner, hash: nil, size: nil) } == 20_009
        )
        #expect(await code { try await uploads.cancel(id, fixture.owner) } == 20_009)
        try await fixture.unlock(vault)
        #expect(try await uploads.status(id, fixture.owner).chunks.keys.sorted() == [1, 3])
        _ = try await uploads.putChunk(id, 2, MemorySource(piece(data, 2)), fixture.owner)
        let resource = try await uploads.complete(
            id,
            fixture.owner,
            hash: SHA256.hash(data),
            size: Int64(data.count)
        )
        #expect(resource.info.size == Int64(data.count) && resource.info.modified.seconds == 1_565_237_893)
        #expect(try await fixture.read(path) == data)
        #expect(try fixture.staged().isEmpty)

        // The answer is kept, sealed.
        fixture = try await fixture.restarted()
        #expect(await code { _ = try await fixture.drive.uploads.status(id, fixture.owner) } == 20_009)
        try await fixture.unlock(vault)
        let again = try await fixture.drive.uploads.complete(id, fixture.owner, hash: nil, size: nil)
        #expect(again.path == resource.path && again.info.size == Int64(data.count))
        let opened = try await fixture.drive.files.open(path, fixture.owner)
        #expect(opened.hash == nil && opened.resource.info.modified.seconds == 1_565_237_893)
        #expect(try await fixture.rows("files", of: vault) == 0)
        for marker in [Self.marker, "MarkerContent", "MarkerIdentification"] {
            #expect(try await fixture.places(of: marker) == [])
        }
        #expect(try await fixture.places(of: SHA256.hash(data).bytes) == [])
    }

    @Test("the search for traces finds them in a plain folder")
    func control() async throws {
        let fixture = try await DriveFixture.make()
        let path = try fixture.path(try await fixture.home(), Self.marker)
        let data = text(1_000)
        let id = try await fixture.drive.uploads.create(
            path,
            fixture.owner,
            attributes(data.count, identification: "MarkerIdentification")
        ).id
        _ = try await fixture.drive.uploads.putChunk(id, 1, MemorySource(data), fixture.owner)
        for marker in [Self.marker, "MarkerContent", "MarkerIdentification"] {
            #expect(try await !fixture.places(of: marker).isEmpty)
        }
        _ = try await fixture.drive.uploads.complete(id, fixture.owner, hash: nil, size: nil)
        #expect(try await !fixture.places(of: SHA256.hash(data).bytes).isEmpty)
    }

    @Test("the old door finds its session again; no hash is kept")
    func oldDoor() async throws {
        var fixture = try await DriveFixture.make()
        let data = bytes(2 * Self.chunk)
        let vault = try await fixture.openVault()
        let key = try UploadKey(SHA256.hash(data).hex + "-phone1")
        let path = try fixture.path(vault, "\(Self.marker).mov")
        var (access, place) = try await fixture.drive.uploads.destination(
            path,
            fixture.owner,
            policy: .portable
        )
        let attributes = try attributes(data.count)
        _ = try await fixture.drive.uploads.chunk(
            2,
            size: Int64(Self.chunk),
            of: key,
            to: access,
            place,
            MemorySource(piece(data, 2)),
            fixture.owner,
            attributes
        )
        #expect(try await fixture.drive.uploads.chunks(of: key, at: nil, fixture.owner).keys.sorted() == [2])
        #expect(try await fixture.drive.uploads.chunks(of: key, at: path, fixture.owner).keys.sorted() == [2])
        #expect(try await fixture.places(of: key.hash.bytes) == [])
        #expect(try await fixture.places(of: "-phone1") == [])
        #expect(try await fixture.places(of: Self.marker) == [])

        fixture = try await fixture.restarted()
        let uploads = fixture.drive.uploads
        // Nobody can tell that it is there.
        #expect(try await uploads.chunks(of: key, at: nil, fixture.owner).isEmpty)
        #expect(await code { _ = try await uploads.chunks(of: key, at: path, fixture.owner) } == 20_009)
        let locked = access
        #expect(
            await code {
                _ = try await uploads.merge(
                    key,
                    totalChunks: 2,
                    to: locked,
                    place,
                    fixture.owner,
                    attributes
                )
            } == 20_009
        )
        try await fixture.unlock(vault)
        #expect(try await uploads.chunks(of: key, at: nil, fixture.owner).keys.sorted() == [2])
        (access, place) = try await uploads.destination(path, fixture.owner, policy: .portable)
        let known = try await uploads.chunk(
            1,
            size: Int64(Self.chunk),
            of: key,
            to: access,
            place,
            MemorySource(piece(data, 1)),
            fixture.owner,
            attributes
        )
        #expect(known.keys.sorted() == [1, 2])
        for _ in 0..<2 {
            let merged = try await uploads.merge(
                key,
                totalChunks: 2,
                to: access,
                place,
                fixture.owner,
                attributes
            )
            #expect(merged.path == place)
        }
        #expect(try await fixture.read(path) == data)
        #expect(try await fixture.names(fixture.path(vault)) == ["\(Self.marker).mov"])
        #expect(try await fixture.places(of: key.hash.bytes) == [])
    }

    @Test("chunks are taken over inside vaults and from plain folders, and never out of a vault")
    func takesOver() async throws {
        let fixture = try await DriveFixture.make()
        let uploads = fixture.drive.uploads
        let data = bytes(Self.chunk + 10)
        let key = try UploadKey(SHA256.hash(data).hex)
        let attributes = try attributes(data.count)
        let (home, vault, other) = (
            try await fixture.home(), try await fixture.openVault(), try await fixture.openVault("Other")
        )
        func send(_ n: Int, _ path: ResourcePath) async throws -> [Int] {
            let (access, place) = try await uploads.destination(path, fixture.owner, policy: .open)
            let chunk = piece(data, n)
            return try await uploads.chunk(
                n,
                size: Int64(chunk.count),
                of: key,
                to: access,
                place,
                MemorySource(chunk),
                fixture.owner,
                attributes
            ).keys.sorted()
        }
        func merge(_ path: ResourcePath) async throws -> Resource {
            let (access, place) = try await uploads.destination(path, fixture.owner, policy: .open)
            return try await uploads.merge(
                key,
                totalChunks: 2,
                to: access,
                place,
                fixture.owner,
                attributes
            )
        }
        // From a vault into another one.
        #expect(try await send(1, fixture.path(vault, "a")) == [1])
        #expect(try await send(2, fixture.path(other, "b")) == [1, 2])
        _ = try await merge(fixture.path(other, "b"))
        #expect(try await fixture.read(fixture.path(other, "b")) == data)
        // Out of one into a plain folder: nothing.
        #expect(try await send(2, fixture.path(home, "c")) == [2])
        #expect(await code { _ = try await merge(fixture.path(home, "c")) } == 10_014)
        try await uploads.dropCache(
            segments: ["s", "\(vault)", "a" + key.text].map { Array($0.utf8) },
            fixture.owner
        )
        // From a plain folder into a vault.
        #expect(try await send(1, fixture.path(vault, "d")) == [1, 2])
        _ = try await merge(fixture.path(vault, "d"))
        #expect(try await fixture.read(fixture.path(vault, "d")) == data)
    }

    @Test("old sessions of a locked folder are released and removed without its password")
    func janitor() async throws {
        var fixture = try await DriveFixture.make()
        let vault = try await fixture.openVault()
        let data = bytes(Self.chunk)
        let id = try await fixture.drive.uploads.create(
            fixture.path(vault, "a"),
            fixture.owner,
            attributes(3 * Self.chunk)
        ).id
        _ = try await fixture.drive.uploads.putChunk(id, 1, MemorySource(data), fixture.owner)
        fixture = try await fixture.restarted()
        #expect(try await fixture.drive.uploads.clean(Uploads.Ages(release: -1, removal: 1_000)) == 0)
        let released = try await fixture.database.read {
            try $0.first("SELECT released FROM uploads")?.int(0)
        }
        #expect(released == 1)
        try await fixture.unlock(vault)
        #expect(try await fixture.drive.uploads.status(id, fixture.owner).chunks.keys.sorted() == [1])
        fixture = try await fixture.restarted()
        #expect(try await fixture.drive.uploads.clean(Uploads.Ages(release: 1_000, removal: -1)) == 1)
        #expect(try fixture.staged().isEmpty)
        #expect(try await fixture.rows("uploads", of: vault) == 0)
    }

    @Test("locking lets go of open sessions; another token's unlock is another matter")
    func locks() async throws {
        let fixture = try await DriveFixture.make()
        let vault = try await fixture.openVault()
        let uploads = fixture.drive.uploads
        let id = try await uploads.create(
            fixture.path(vault, "a"),
            fixture.owner,
            attributes(2 * Self.chunk)
        ).id
        let data = bytes(2 * Self.chunk)
        _ = try await uploads.putChunk(id, 1, MemorySource(piece(data, 1)), fixture.owner)
        fixture.lock(vault)
        #expect(
            await code {
                _ = try await uploads.putChunk(id, 2, MemorySource(piece(data, 2)), fixture.owner)
            } == 20_009
        )
        let other = try await fixture.token()
        try await fixture.unlock(vault, as: other)
        #expect(await code { _ = try await uploads.status(id, fixture.owner) } == 20_009)
        _ = try await uploads.putChunk(id, 2, MemorySource(piece(data, 2)), other)
        _ = try await uploads.complete(id, other, hash: SHA256.hash(data), size: nil)
        #expect(try await fixture.read(fixture.path(vault, "a"), as: other) == data)
    }

    @Test("a taken name, other bytes, the same bytes again, and names in other forms")
    func conflicts() async throws {
        let fixture = try await DriveFixture.make()
        let vault = try await fixture.openVault()
        let path = try fixture.path(vault, "a.txt")
        try await fixture.upload([1], to: path)
        // The hash of what is there is not kept: the same bytes are another file.
        #expect(try await fixture.upload([1], to: path).name?.display == "a(1).txt")
        #expect(await code { try await fixture.upload([2], to: path, conflict: .fail) } == 10_012)
        #expect(try await fixture.upload([2], to: path, conflict: .skip).path.last?.display == "a.txt")
        #expect(try await fixture.read(path) == [1])
        try await fixture.upload([3, 4], to: path, conflict: .replace)
        #expect(try await fixture.read(path) == [3, 4])
        // A decomposed name is the composed one.
        try await fixture.upload([5], to: fixture.path(vault, "Cafe\u{301}"))
        #expect(try await fixture.read(fixture.path(vault, "Caf\u{E9}")) == [5])
        #expect(
            await code {
                try await fixture.upload([6], to: fixture.path(vault, "Caf\u{E9}"), conflict: .fail)
            }
                == 10_012
        )
        let wrong = try ResourcePath(bytes: Array("/s/\(vault)/".utf8) + [0xFF, 0x61])
        #expect(await code { try await fixture.upload([6], to: wrong) } == 20_027)
        let id = try await fixture.drive.uploads.create(path, fixture.owner, attributes(1)).id
        _ = try await fixture.drive.uploads.putChunk(id, 1, MemorySource([9]), fixture.owner)
        let other = try SHA256.hash([8])
        #expect(
            await code {
                _ = try await fixture.drive.uploads.complete(id, fixture.owner, hash: other, size: nil)
            } == 10_013
        )
        #expect(try fixture.staged().isEmpty)
    }

    @Test("a publication that a crash cut off before its rows is settled without the password")
    func recovers() async throws {
        var fixture = try await DriveFixture.make()
        let vault = try await fixture.openVault()
        let path = try fixture.path(vault, "\(Self.marker)/f")
        let data = bytes(100_000)
        let id = try await fixture.drive.uploads.create(path, fixture.owner, attributes(data.count)).id
        _ = try await fixture.drive.uploads.putChunk(id, 1, MemorySource(data), fixture.owner)
        let resource = try await fixture.drive.uploads.complete(id, fixture.owner, hash: nil, size: nil)
        // As it was before the rows: the session open, the intent there.
        let access = try await fixture.drive.roots.access(vault, for: fixture.owner)
        let volume = try #require(access.volume as? EncryptedVolume)
        let (place, answer) = (
            try volume.location(of: resource.path), try access.seal.bytes(resource.path)
        )
        let inner = try await fixture.drive.roots.volume(of: vault)
        #expect(try inner.info(place).inode == resource.info.inode)
        let user = fixture.owner.user.id
        _ = try await fixture.database.write { session in
            try session.run("UPDATE uploads SET state = 'open', final = NULL, final_size = NULL")
            try session.run(
                "INSERT INTO intents (op, upload, final_root, final, inode, user, answer) VALUES ('publish', ?, ?, ?, ?, ?, ?)",
                id,
                vault,
                place.bytes,
                resource.info.inode,
                user,
                answer
            )
        }
        fixture = try await fixture.restarted()
        let state = try await fixture.database.read { session in
            (
                try session.first("SELECT state FROM uploads")?.text(0),
                try session.first("SELECT count(*) FROM intents")?.int(0)
            )
        }
        #expect(state.0 == "done" && state.1 == 0)
        #expect(try await fixture.places(of: Self.marker) == [])
        try await fixture.unlock(vault)
        let finished = try await fixture.drive.uploads.status(id, fixture.owner).finished
        #expect(finished?.path == resource.path && finished?.info.size == 100_000)
        #expect(try await fixture.read(path) == data)
    }

    @Test("a folder moves to another partition with its open sessions, and opens there")
    func moves() async throws {
        let fixture = try await DriveFixture.make()
        try fixture.openSecond()
        let vault = try await fixture.openVault()
        let data = bytes(2 * Self.chunk + 40_000)
        let path = try fixture.path(vault, "a")
        let uploads = fixture.drive.uploads
        let id = try await uploads.create(path, fixture.owner, attributes(data.count)).id
        for n in [1, 3] {
            _ = try await uploads.putChunk(id, n, MemorySource(piece(data, n)), fixture.owner)
        }
        try await fixture.upload([1, 2, 3], to: fixture.path(vault, "d/there"))
        let empty = try await uploads.create(fixture.path(vault, "b"), fixture.owner, attributes(3)).id
        let task = try await fixture.drive.folders.edit(
            vault,
            fixture.draft("Vault", [fixture.owner], mode: 1, partition: "second"),
            fixture.owner,
            policy: .open
        )
        #expect(task == "TaskMovingFolder_\(vault)")
        await fixture.drive.tasks.drain()
        #expect(try await fixture.status(of: vault) == "")
        #expect(fixture.exists("second/Vault/d") && !fixture.exists("partition/Vault"))
        // Still unlocked, at the new place.
        #expect(try await fixture.read(fixture.path(vault, "d/there")) == [1, 2, 3])
        #expect(try await uploads.status(id, fixture.owner).chunks.keys.sorted() == [1, 3])
        _ = try await uploads.putChunk(id, 2, MemorySource(piece(data, 2)), fixture.owner)
        _ = try await uploads.complete(
            id,
            fixture.owner,
            hash: SHA256.hash(data),
            size: Int64(data.count)
        )
        #expect(try await fixture.read(path) == data)
        _ = try await uploads.putChunk(empty, 1, MemorySource([7, 8, 9]), fixture.owner)
        _ = try await uploads.complete(empty, fixture.owner, hash: nil, size: 3)
        #expect(try await fixture.read(fixture.path(vault, "b")) == [7, 8, 9])
    }

    @Test("a locked folder moves and goes, open sessions with it")
    func locked() async throws {
        let fixture = try await DriveFixture.make()
        try fixture.openSecond()
        let vault = try await fixture.openVault()
        let data = bytes(Self.chunk + 1)
        let uploads = fixture.drive.uploads
        let id = try await uploads.create(fixture.path(vault, "a"), fixture.owner, attributes(data.count)).id
        _ = try await uploads.putChunk(id, 2, MemorySource(piece(data, 2)), fixture.owner)
        try await fixture.upload([1, 2, 3], to: fixture.path(vault, "d/there"))
        fixture.lock(vault)
        _ = try await fixture.drive.folders.edit(
            vault,
            fixture.draft("Vault", [fixture.owner], mode: 1, partition: "second"),
            fixture.owner,
            policy: .open
        )
        await fixture.drive.tasks.drain()
        #expect(try await fixture.status(of: vault) == "")
        #expect(fixture.exists("second/Vault/d") && !fixture.exists("partition/Vault"))
        #expect(await code { _ = try await uploads.status(id, fixture.owner) } == 20_009)
        try await fixture.unlock(vault)
        #expect(try await fixture.read(fixture.path(vault, "d/there")) == [1, 2, 3])
        #expect(try await uploads.status(id, fixture.owner).chunks.keys.sorted() == [2])
        _ = try await uploads.putChunk(id, 1, MemorySource(piece(data, 1)), fixture.owner)
        _ = try await uploads.complete(id, fixture.owner, hash: SHA256.hash(data), size: nil)
        #expect(try await fixture.read(fixture.path(vault, "a")) == data)

        let open = try await uploads.create(fixture.path(vault, "b"), fixture.owner, attributes(5)).id
        #expect(try await uploads.status(open, fixture.owner).size == 5)
        fixture.lock(vault)
        _ = try await fixture.drive.folders.delete(vault, fixture.owner)
        await fixture.drive.tasks.drain()
        #expect(!fixture.exists("second/Vault"))
        #expect(try await fixture.rows("uploads", of: vault) == 0)
        #expect(try await fixture.rows("vault_records", of: vault) == 0)
        #expect(await code { _ = try await uploads.status(open, fixture.owner) } == 3)
    }
}
