import HearthCrypto
import HearthMedia
import HearthStorage
import HearthTesting
import HearthWire
import Testing

@testable import HearthDrive

@Suite("Thumbnails: who gets them, and what is made by itself", .timeLimit(.minutes(10)))
struct ThumbnailAccessTests {
    private let decoder = FakeDecoder()
    private let photo = Array("a photo".utf8)

    private func classic(
        _ fixture: DriveFixture,
        _ content: [UInt8],
        as caller: Caller
    ) async throws -> String? {
        let image = try await fixture.drive.thumbnails.classic(hash: SHA256.hash(content), caller)
        await fixture.drive.thumbnails.flights.idle()
        return image.map { String(decoding: $0.bytes, as: UTF8.self) }
    }

    @Test("images need what a download needs")
    func rights() async throws {
        let fixture = try await DriveFixture.make(decoder: decoder)
        let (anna, ben) = (try await fixture.member("anna"), try await fixture.member("ben"))
        let id = try await fixture.folder("Photos", [anna])
        let path = try fixture.path(id, "a.jpg")
        try await fixture.upload(photo, to: path, as: anna)
        #expect(try await fixture.thumbnail(path, as: anna) == fixture.expected(photo))
        #expect(await code { _ = try await fixture.thumbnail(path, as: ben) } == 10018)
        try await fixture.drive.roots.grant([], on: id, to: ben.user.id)
        #expect(await code { _ = try await fixture.thumbnail(path, as: ben) } == 10019)
        try await fixture.drive.roots.grant(.read, on: id, to: ben.user.id)
        #expect(try await fixture.thumbnail(path, as: ben) == fixture.expected(photo))
        #expect(await code { _ = try await fixture.thumbnail(fixture.path(id, "b.jpg"), as: ben) } == 10000)
    }

    @Test("by its hash a content is shown to whoever may read one file that has it")
    func byHash() async throws {
        let fixture = try await DriveFixture.make(decoder: decoder)
        let (anna, ben) = (try await fixture.member("anna"), try await fixture.member("ben"))
        let (hers, his) = (try await fixture.folder("Hers", [anna]), try await fixture.folder("His", [ben]))
        try await fixture.upload(photo, to: fixture.path(hers, "a/b/a.jpg"), as: anna)
        let image = fixture.expected(photo, .classic)
        #expect(try await classic(fixture, photo, as: anna) == image)
        #expect(try await classic(fixture, photo, as: ben) == nil)
        #expect(try await classic(fixture, [9], as: anna) == nil)
        // The same content where he may read it.
        try await fixture.upload(photo, to: fixture.path(his, "b.jpg"), as: ben)
        #expect(try await classic(fixture, photo, as: ben) == image)
        #expect(decoder.count == 1)
        // Changed behind the drive's back: what its row says does not count any more.
        #expect(Disk.write([1, 2], to: fixture.directory.path + "/partition/His/b.jpg"))
        #expect(try await classic(fixture, photo, as: ben) == nil)
        #expect(try await classic(fixture, photo, as: anna) == image)
        // A directory of hers that was shared with him by itself.
        _ = try await fixture.sharedRoot(fixture.path(hers, "a/b"), with: ben, .read, as: anna)
        #expect(try await classic(fixture, photo, as: ben) == image)
        #expect(decoder.count == 1)
        // Of other kinds the older bases have none.
        try await fixture.upload([7], to: fixture.path(his, "c.svg"), as: ben)
        #expect(try await classic(fixture, [7], as: ben) == nil)
    }

    @Test("no hash leads into an encrypted folder")
    func noHash() async throws {
        let fixture = try await DriveFixture.make(decoder: decoder)
        let id = try await fixture.openVault()
        try await fixture.upload(photo, to: fixture.path(id, "a.jpg"))
        _ = try await fixture.thumbnail(fixture.path(id, "a.jpg"))
        #expect(try await classic(fixture, photo, as: fixture.owner) == nil)
    }

    @Test("after an upload, a copy and a move the tile is made in the background")
    func background() async throws {
        let fixture = try await DriveFixture.make(decoder: decoder)
        let home = try await fixture.home()
        let id = try await fixture.openVault()
        try await fixture.working {
            try await fixture.upload(photo, to: fixture.path(home, "a.jpg"))
            try await fixture.upload([1], to: fixture.path(home, "b.txt"))
            try await fixture.upload([2], to: fixture.path(home, "c.bin"))
            try await fixture.upload([3], to: fixture.path(id, "d.mov"))
            await fixture.drive.thumbnails.idle()
            #expect(decoder.count == 3)
            #expect(decoder.runs.allSatisfy { $0.urgency == .background })
            try await fixture.makeDirectory(fixture.path(home, "d"))
            try await fixture.transfer(.copy, ["\(home)/a.jpg"], to: "\(home)/d")
            await fixture.drive.thumbnails.idle()
            #expect(decoder.count == 3)
            // The copy's hash is known without reading it.
            let copy = try await fixture.drive.files.open(fixture.path(home, "d/a.jpg"), fixture.owner)
            #expect(try copy.hash == SHA256.hash(photo))
            try await fixture.transfer(.copy, ["\(home)/a.jpg"], to: "\(id)")
            await fixture.drive.thumbnails.idle()
            #expect(decoder.count == 4)
        }
        #expect(try await fixture.thumbnail(fixture.path(home, "a.jpg")) == fixture.expected(photo))
        #expect(try await fixture.thumbnail(fixture.path(id, "a.jpg")) == fixture.expected(photo))
        #expect(try await fixture.thumbnail(fixture.path(id, "d.mov"), .large(.webp)) != nil)
        #expect(decoder.count == 4)
    }

    @Test("whoever asks for what waits in the background has it before its turn")
    func overtaking() async throws {
        let fixture = try await DriveFixture.make(decoder: decoder)
        let home = try await fixture.home()
        decoder.neglectBackground()
        try await fixture.working {
            try await fixture.upload(photo, to: fixture.path(home, "a.jpg"))
            await decoder.begun(1)
            #expect(try await fixture.thumbnail(fixture.path(home, "a.jpg")) == fixture.expected(photo))
            await fixture.drive.thumbnails.idle()
        }
        #expect(decoder.runs.map(\.urgency) == [.background, .interactive])
    }

    @Test("a size that is asked for while another is made in the background comes after it")
    func beside() async throws {
        let fixture = try await DriveFixture.make(decoder: decoder)
        let home = try await fixture.home()
        decoder.hold()
        try await fixture.working {
            try await fixture.upload(photo, to: fixture.path(home, "a.jpg"))
            await decoder.begun(1)
            async let image = classic(fixture, photo, as: fixture.owner)
            decoder.release()
            #expect(try await image == fixture.expected(photo, .classic))
        }
        #expect(decoder.count == 2)
    }

    @Test("what waits for a folder that is locked by then is left out")
    func lockedByThen() async throws {
        let fixture = try await DriveFixture.make(decoder: decoder)
        let id = try await fixture.openVault()
        try await fixture.upload(photo, to: fixture.path(id, "a.jpg"))
        fixture.lock(id)
        try await fixture.working { await fixture.drive.thumbnails.idle() }
        #expect(decoder.count == 0)
    }

    @Test("a large file without a hash has its image at once, keeps it when it is hashed, and shares it then")
    func hashing() async throws {
        let fixture = try await DriveFixture.make(decoder: decoder)
        let home = try await fixture.home()
        let place = try await fixture.homePlace()
        let length = Int(Thumbnails.hashedAtOnce) + 1
        for name in ["a.mp4", "b.mp4"] {
            #expect(Disk.write(photo, to: "\(place)/\(name)", length: length))
        }
        let path = try fixture.path(home, "a.mp4")
        let first = try #require(try await fixture.thumbnail(path))
        #expect(try await fixture.thumbnail(path) == first)
        #expect(decoder.count == 1)
        #expect(try await fixture.drive.files.open(path, fixture.owner).hash == nil)
        try await fixture.working { await fixture.drive.thumbnails.idle() }
        let hash = try #require(try await fixture.drive.files.open(path, fixture.owner).hash)
        #expect(try await fixture.thumbnail(path) == first)
        #expect(try await fixture.thumbnail(path, .large(.webp)) != nil)
        #expect(try await fixture.facts(path) != nil)
        #expect(decoder.count == 1)
        // The other file's list entry asks for its hash, and then it has the same images.
        try await fixture.working {
            let listing = try await fixture.list(home)
            let hashes = try await fixture.drive.thumbnails.hashes(in: listing, fixture.owner)
            #expect(hashes == [hash, nil])
            await fixture.drive.thumbnails.idle()
            #expect(
                try await fixture.drive.thumbnails.hashes(in: listing, fixture.owner) == [hash, hash]
            )
        }
        #expect(try await fixture.thumbnail(fixture.path(home, "b.mp4")) == first)
        #expect(decoder.count == 1)
        #expect(fixture.keptFiles().allSatisfy { $0.contains(hash.hex) })
        #expect(try await fixture.thumbnailRows() == 3)
    }

    @Test("excerpts are shown once they are known, of encrypted folders too")
    func excerpts() async throws {
        let fixture = try await DriveFixture.make(decoder: decoder)
        let home = try await fixture.home()
        let vault = try await fixture.openVault()
        for root in [home, vault] {
            for name in ["a.txt", "b.jpg", "c.swift"] {
                try await fixture.upload(Array("text of \(name)".utf8), to: fixture.path(root, name))
            }
        }
        // A server that was not running when they came.
        let next = try await fixture.restarted()
        try await next.unlock(vault)
        for root in [home, vault] {
            let listing = try await next.list(root)
            #expect(
                try await next.drive.thumbnails.excerpts(in: listing, next.owner) == [nil, nil, nil]
            )
            try await next.working { await next.drive.thumbnails.idle() }
            #expect(
                try await next.drive.thumbnails.excerpts(in: listing, next.owner)
                    == ["text of a.txt", nil, "text of c.swift"]
            )
        }
        #expect(decoder.count == 4)
    }

    @Test("the queue is bounded and holds each file once")
    func queue() async throws {
        let fixture = try await DriveFixture.make(decoder: decoder)
        let queue = ThumbnailQueue(limit: 3)
        for number in [1, 2, 2, 3, 4, 5] {
            queue.add(
                ThumbnailQueue.Job(path: try fixture.path(number), caller: fixture.owner, known: nil)
            )
        }
        #expect(queue.count == 3)
        var roots: [Int] = []
        for _ in 0..<3 {
            let job = try #require(await queue.take())
            roots.append(try job.path.requireRoot().root)
            queue.finish()
        }
        #expect(roots == [1, 2, 3])
        await queue.idle()
        let waiting = Task { await queue.take() == nil }
        waiting.cancel()
        #expect(await waiting.value)
    }

    @Test("without a decoder there is nothing, and nobody waits")
    func none() async throws {
        let fixture = try await DriveFixture.make()
        let path = try fixture.path(try await fixture.home(), "a.jpg")
        try await fixture.upload(photo, to: path)
        #expect(!fixture.drive.thumbnails.isAvailable)
        #expect(try await fixture.thumbnail(path) == nil)
        #expect(try await fixture.facts(path) == nil)
        #expect(try await classic(fixture, photo, as: fixture.owner) == nil)
    }
}

extension DriveFixture {
    fileprivate func list(_ root: Int) async throws -> Listing {
        try await drive.files.list(
            path(root),
            owner,
            order: SortOrder(),
            filter: nil,
            offset: 0,
            limit: 0
        )
    }
}
