import HearthCrypto
import HearthMedia
import HearthSQL
import HearthStorage
import HearthTesting
import HearthWire
import Testing

@testable import HearthDrive

@Suite("Thumbnails: keeping", .timeLimit(.minutes(10)))
struct ThumbnailKeepingTests {
    private let decoder = FakeDecoder()

    private func photo(_ number: Int) -> [UInt8] { Array("photo \(number)".utf8) }

    private func upload(_ count: Int, _ fixture: DriveFixture) async throws -> [ResourcePath] {
        let home = try await fixture.home()
        var paths: [ResourcePath] = []
        for number in 0..<count {
            let path = try fixture.path(home, "\(number).jpg")
            try await fixture.upload(photo(number), to: path)
            paths.append(path)
        }
        return paths
    }

    @Test("what was used longest ago goes first, and no more is kept than may be")
    func bound() async throws {
        // Room for three images of one block with their records.
        let limit: Int64 = 3 * 4_096 + 2_048
        let fixture = try await DriveFixture.make(decoder: decoder, cacheBytes: limit)
        let paths = try await upload(8, fixture)
        for path in paths[..<3] { _ = try await fixture.thumbnail(path) }
        // The oldest is used once more.
        _ = try await fixture.thumbnail(paths[0])
        #expect(decoder.count == 3)
        _ = try await fixture.thumbnail(paths[3])
        #expect(try await fixture.drive.thumbnails.ledger.total() <= limit)
        _ = try await fixture.thumbnail(paths[0])
        #expect(decoder.count == 4)
        _ = try await fixture.thumbnail(paths[1])
        #expect(decoder.count == 5)
        for path in paths {
            _ = try await fixture.thumbnail(path)
            #expect(try await fixture.drive.thumbnails.ledger.total() <= limit)
            #expect(fixture.keptFiles().count <= 3)
        }
        let sum = try await fixture.database.read { session in
            try session.first("SELECT sum(size) FROM thumbnails")?.int(0)
        }
        #expect(try await fixture.drive.thumbnails.ledger.total() == sum)
    }

    @Test("the order of use is known after a restart")
    func orderSurvives() async throws {
        let limit: Int64 = 3 * 4_096 + 2_048
        var fixture = try await DriveFixture.make(decoder: decoder, cacheBytes: limit)
        let paths = try await upload(4, fixture)
        for path in paths[..<3] { _ = try await fixture.thumbnail(path) }
        _ = try await fixture.thumbnail(paths[0])
        fixture = try await fixture.restarted()
        _ = try await fixture.thumbnail(paths[3])
        _ = try await fixture.thumbnail(paths[0])
        #expect(decoder.count == 4)
        _ = try await fixture.thumbnail(paths[1])
        #expect(decoder.count == 5)
    }

    @Test("a file without a row is found, and has its row again")
    func withoutRow() async throws {
        let fixture = try await DriveFixture.make(decoder: decoder)
        let paths = try await upload(2, fixture)
        for path in paths { _ = try await fixture.thumbnail(path) }
        try await fixture.database.write { try $0.run("DELETE FROM thumbnails") }
        #expect(try await fixture.thumbnail(paths[0]) == fixture.expected(photo(0)))
        await fixture.drive.thumbnails.flush()
        #expect(try await fixture.thumbnailRows("variant <> 0") == 1)
        try await fixture.drive.thumbnails.sweep()
        #expect(try await fixture.thumbnailRows("variant <> 0") == 2)
        #expect(try await fixture.drive.thumbnails.ledger.total() == 2 * 4_096)
        #expect(try await fixture.thumbnail(paths[1]) == fixture.expected(photo(1)))
        #expect(decoder.count == 2)
    }

    @Test("a row without a file is no harm, and goes; files that are none of ours go too")
    func withoutFile() async throws {
        let fixture = try await DriveFixture.make(decoder: decoder)
        let paths = try await upload(2, fixture)
        for path in paths { _ = try await fixture.thumbnail(path) }
        let thumbs = fixture.directory.path + "/thumbs/"
        for file in fixture.keptFiles() { #expect(Disk.remove(thumbs + file)) }
        #expect(try await fixture.thumbnail(paths[0]) == fixture.expected(photo(0)))
        #expect(decoder.count == 3)
        let directory = try #require(fixture.keptFiles().first).prefix(6)
        #expect(Disk.write([1], to: thumbs + directory + "stranger.webp"))
        try await fixture.drive.thumbnails.sweep()
        #expect(try await fixture.thumbnailRows("variant <> 0") == 1)
        #expect(fixture.keptFiles().count == 1)
        let sum = try await fixture.database.read { session in
            try session.first("SELECT sum(size) FROM thumbnails")?.int(0)
        }
        #expect(try await fixture.drive.thumbnails.ledger.total() == sum)
    }

    @Test("a torn file is noticed", arguments: [0, 1, 31, 40])
    func torn(_ length: Int) async throws {
        let fixture = try await DriveFixture.make(decoder: decoder)
        let path = try #require(try await upload(1, fixture).first)
        _ = try await fixture.thumbnail(path)
        let file = fixture.directory.path + "/thumbs/" + (try #require(fixture.keptFiles().first))
        #expect(Disk.cut(file, to: length))
        #expect(try await fixture.thumbnail(path) == fixture.expected(photo(0)))
        #expect(decoder.count == 2)
        #expect(try await fixture.thumbnail(path) == fixture.expected(photo(0)))
        #expect(decoder.count == 2)
    }

    @Test("where nothing can be written images are answered all the same")
    func unwritable() async throws {
        let fixture = try await DriveFixture.make(decoder: decoder)
        let path = try #require(try await upload(1, fixture).first)
        #expect(Disk.removeDirectory(fixture.directory.path + "/thumbs/.hearth/uploads"))
        for _ in 0..<2 { #expect(try await fixture.thumbnail(path) == fixture.expected(photo(0))) }
        #expect(fixture.keptFiles() == [])
        #expect(decoder.count == 2)
    }

    @Test("a full partition keeps nothing of an encrypted folder, and images are answered all the same")
    func full() async throws {
        let fixture = try await DriveFixture.make(decoder: decoder)
        let second = try fixture.openSecond(limit: 512 << 10)
        var draft = fixture.draft("Vault", [fixture.owner], mode: 1, partition: "second")
        draft.isEncrypted = true
        draft.password = DriveFixture.folderPassword
        draft.confirmation = DriveFixture.folderPassword
        let id = try await fixture.drive.folders.create(draft, fixture.owner, policy: .open).id
        try await fixture.unlock(id)
        try await fixture.upload(photo(0), to: fixture.path(id, "a.jpg"))
        let free = try second.space().free
        try await fixture.upload(
            [UInt8](repeating: 1, count: Int(free) - 16_384),
            to: fixture.path(id, "filler")
        )
        second.setLimit(try #require(second.quota).occupied)
        for _ in 0..<2 {
            #expect(try await fixture.thumbnail(fixture.path(id, "a.jpg")) == fixture.expected(photo(0)))
        }
        #expect(decoder.count == 2)
        #expect(Disk.files(below: fixture.directory.path + "/second/Vault/hearth/thumbnails") == [])
    }

    @Test("what is known of a content comes back as it was")
    func records() throws {
        var record = MediaRecord(maker: "fake 1", refusal: .crashed, tries: 2)
        #expect(MediaRecord(record.encoded) == record)
        #expect(record.isRefused)
        record = MediaRecord(
            maker: "m",
            facts: MediaFacts(kind: .clip, width: 3, height: 4, duration: 5.5, excerpt: "zwölf"),
            hasImage: true
        )
        #expect(MediaRecord(record.encoded) == record)
        #expect(MediaRecord(record.padded) == record)
        #expect(record.padded.count == MediaRecord.paddedSize)
        for count in 0..<record.encoded.count {
            #expect(MediaRecord(Array(record.encoded.prefix(count))) == nil)
        }
    }

    @Test("names of files tell content, kind and size, and nothing else is taken for one")
    func names() throws {
        let hash = try SHA256.hash([1, 2, 3])
        for reading in MediaReading.allCases {
            for slot in ThumbnailSlot.allCases {
                let key = ContentKey(hash, reading)
                let name = try #require(key.fileName(slot))
                let parsed = try #require(ContentKey.parse(name, root: 0))
                #expect(parsed.key == key)
                #expect(parsed.slot == slot)
                #expect(ThumbnailSlot(number: slot.number) == slot)
            }
        }
        #expect(Set(ThumbnailSlot.allCases.map(\.number)).count == ThumbnailSlot.allCases.count)
        for text in ["\(hash.hex)", "\(hash.hex).webp", "\(hash.hex).foo.256.webp", "x.256.webp"] {
            #expect(ContentKey.parse(try #require(FileName(text)), root: 0) == nil)
        }
    }
}
