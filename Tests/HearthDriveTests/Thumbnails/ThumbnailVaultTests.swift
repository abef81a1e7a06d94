import HearthCrypto
import HearthMedia
import HearthSQL
import HearthStorage
import HearthTesting
import HearthWire
import Testing

@testable import HearthDrive

@Suite("Thumbnails: encrypted folders", .timeLimit(.minutes(10)))
struct ThumbnailVaultTests {
    private let decoder = FakeDecoder()
    private let photo = Array("MarkerContent of a photo".utf8)

    private func sealed(_ fixture: DriveFixture, _ partition: String = "partition") -> [String] {
        Disk.files(below: fixture.directory.path + "/\(partition)/Vault/hearth/thumbnails")
    }

    @Test(
        "only a token that has the folder unlocked gets images, and nothing of them can be read on the disk"
    )
    func sealing() async throws {
        var fixture = try await DriveFixture.make(decoder: decoder)
        let id = try await fixture.openVault()
        let path = try fixture.path(id, "MarkerName.jpg")
        try await fixture.upload(photo, to: path)
        #expect(try await fixture.thumbnail(path) == fixture.expected(photo))
        #expect(try await fixture.facts(path)?.width == 640)
        #expect(decoder.count == 1)
        #expect(!decoder.runs[0].hadDescriptor)
        #expect(sealed(fixture).count == 2)
        #expect(fixture.keptFiles() == [])

        let other = try await fixture.token()
        #expect(await code { _ = try await fixture.thumbnail(path, as: other) } == 20009)
        fixture.lock(id)
        #expect(await code { _ = try await fixture.thumbnail(path) } == 20009)
        for marker in ["MarkerContent", "MarkerName", "FakeImage"] {
            #expect(try await fixture.places(of: marker) == [])
        }
        #expect(try await fixture.places(of: SHA256.hash(photo).bytes) == [])

        try await fixture.unlock(id, as: other)
        #expect(try await fixture.thumbnail(path, as: other) == fixture.expected(photo))
        let image = try #require(
            try await fixture.drive.thumbnails.image(path, other, .small(.webp))
        )
        #expect(image.isEncrypted)
        fixture = try await fixture.restarted()
        #expect(await code { _ = try await fixture.thumbnail(path) } == 20009)
        try await fixture.unlock(id)
        #expect(try await fixture.thumbnail(path) == fixture.expected(photo))
        #expect(decoder.count == 1)
    }

    @Test("a lock that comes while an image is made is in time")
    func lockedMeanwhile() async throws {
        let fixture = try await DriveFixture.make(decoder: decoder)
        let id = try await fixture.openVault()
        let other = try await fixture.token()
        try await fixture.unlock(id, as: other)
        let path = try fixture.path(id, "a.jpg")
        try await fixture.upload(photo, to: path)
        decoder.hold()
        async let mine = code { _ = try await fixture.thumbnail(path) }
        await decoder.begun(1)
        async let theirs = fixture.thumbnail(path, as: other)
        fixture.lock(id)
        decoder.release()
        #expect(await mine == 20009)
        // The other token has it open: whether it waited for the first making or not.
        #expect(try await theirs == fixture.expected(photo))
    }

    @Test("what cannot be had is remembered inside the folder, as long as every other record")
    func negative() async throws {
        let fixture = try await DriveFixture.make(decoder: decoder)
        let id = try await fixture.openVault()
        let path = try fixture.path(id, "a.jpg")
        try await fixture.upload(photo, to: path)
        decoder.set(.refuse(.damaged))
        for _ in 0..<3 { #expect(try await fixture.thumbnail(path) == nil) }
        #expect(decoder.count == 1)
        #expect(sealed(fixture).count == 1)
        decoder.set(.make)
        let text = try fixture.path(id, "b.txt")
        try await fixture.upload(Array("some text".utf8), to: text)
        #expect(try await fixture.facts(text)?.excerpt == "some text")
        let sizes = Set(
            sealed(fixture).map {
                Disk.size(of: fixture.directory.path + "/partition/Vault/hearth/thumbnails/" + $0)
            }
        )
        #expect(sizes == [MediaRecord.paddedSize + AES256GCM.nonceSize + AES256GCM.tagSize])
    }

    @Test("what was changed on the disk is not believed")
    func tampered() async throws {
        let fixture = try await DriveFixture.make(decoder: decoder)
        let id = try await fixture.openVault()
        for (name, content) in [("a.jpg", photo), ("b.jpg", [1, 2, 3])] {
            let path = try fixture.path(id, name)
            try await fixture.upload(content, to: path)
            #expect(try await fixture.thumbnail(path) == fixture.expected(content))
        }
        #expect(decoder.count == 2)
        let top = fixture.directory.path + "/partition/Vault/hearth/thumbnails/"
        let images = sealed(fixture).filter { $0.hasSuffix("256.webp") }
        // Swapped: each is bound to its own content.
        #expect(images.count == 2)
        #expect(Disk.move(top + images[0], top + "x"))
        #expect(Disk.move(top + images[1], top + images[0]))
        #expect(Disk.move(top + "x", top + images[1]))
        #expect(try await fixture.thumbnail(fixture.path(id, "a.jpg")) == fixture.expected(photo))
        #expect(try await fixture.thumbnail(fixture.path(id, "b.jpg")) == fixture.expected([1, 2, 3]))
        #expect(decoder.count == 4)
    }

    @Test("a rename keeps them, another content under the same name does not")
    func renamed() async throws {
        let fixture = try await DriveFixture.make(decoder: decoder)
        let id = try await fixture.openVault()
        try await fixture.upload(photo, to: fixture.path(id, "a.jpg"))
        _ = try await fixture.thumbnail(fixture.path(id, "a.jpg"))
        _ = try await fixture.drive.files.rename(
            fixture.path(id, "a.jpg"),
            fixture.owner,
            to: "b.jpg",
            policy: .open
        )
        #expect(try await fixture.thumbnail(fixture.path(id, "b.jpg")) == fixture.expected(photo))
        #expect(decoder.count == 1)
        try await fixture.upload([1], to: fixture.path(id, "b.jpg"), conflict: .replace)
        #expect(try await fixture.thumbnail(fixture.path(id, "b.jpg")) == fixture.expected([1]))
        #expect(decoder.count == 2)
    }

    @Test("a folder takes them along to another partition")
    func moved() async throws {
        let fixture = try await DriveFixture.make(decoder: decoder)
        try fixture.openSecond()
        let id = try await fixture.openVault()
        let path = try fixture.path(id, "a.jpg")
        try await fixture.upload(photo, to: path)
        _ = try await fixture.thumbnail(path)
        var draft = fixture.draft("Vault", [fixture.owner], mode: 1, partition: "second")
        draft.isEncrypted = true
        _ = try await fixture.drive.folders.edit(id, draft, fixture.owner, policy: .open)
        await fixture.drive.tasks.drain()
        #expect(sealed(fixture, "second").count == 2)
        #expect(try await fixture.thumbnail(path) == fixture.expected(photo))
        #expect(decoder.count == 1)
    }

    @Test("they are forgotten and swept while the folder is locked")
    func lockedForgetting() async throws {
        let fixture = try await DriveFixture.make(decoder: decoder, cacheBytes: 3 * 4_096)
        let id = try await fixture.openVault()
        let path = try fixture.path(id, "a.jpg")
        try await fixture.upload(photo, to: path)
        _ = try await fixture.thumbnail(path)
        try await fixture.database.write { try $0.run("DELETE FROM thumbnails") }
        fixture.lock(id)
        try await fixture.drive.thumbnails.sweep()
        #expect(try await fixture.thumbnailRows("root = \(id)") == 2)
        let home = try await fixture.home()
        for number in 0..<3 {
            let plain = try fixture.path(home, "\(number).jpg")
            try await fixture.upload([UInt8(number)], to: plain)
            _ = try await fixture.thumbnail(plain)
        }
        #expect(sealed(fixture) == [])
        #expect(try await fixture.thumbnailRows("root = \(id)") == 0)
        try await fixture.unlock(id)
        #expect(try await fixture.thumbnail(path) == fixture.expected(photo))
    }

    @Test("rows of a folder that is gone go with the next sweep")
    func gone() async throws {
        let fixture = try await DriveFixture.make(decoder: decoder)
        let id = try await fixture.openVault()
        let path = try fixture.path(id, "a.jpg")
        try await fixture.upload(photo, to: path)
        _ = try await fixture.thumbnail(path)
        try await fixture.database.write { session in
            try session.run("UPDATE thumbnails SET root = 99 WHERE root = ?", id)
        }
        #expect(try await fixture.thumbnailRows("root = 99") == 2)
        try await fixture.drive.thumbnails.sweep()
        #expect(try await fixture.thumbnailRows("root = 99") == 0)
        #expect(try await fixture.thumbnailRows("root = \(id)") == 2)
    }
}
