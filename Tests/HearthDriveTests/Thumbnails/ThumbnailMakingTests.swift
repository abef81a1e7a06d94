import HearthMedia
import HearthStorage
import HearthTesting
import HearthWire
import Testing

@testable import HearthDrive

@Suite("Thumbnails: making", .timeLimit(.minutes(10)))
struct ThumbnailMakingTests {
    private let decoder = FakeDecoder()
    private let photo = Array("a photo".utf8)

    @Test("an image is made once, and found from then on, also after a restart")
    func once() async throws {
        var fixture = try await DriveFixture.make(decoder: decoder)
        let path = try fixture.path(try await fixture.home(), "a.jpg")
        try await fixture.upload(photo, to: path)
        #expect(try await fixture.thumbnail(path) == fixture.expected(photo))
        #expect(try await fixture.thumbnail(path) == fixture.expected(photo))
        #expect(fixture.drive.thumbnails.hits == 1)
        fixture = try await fixture.restarted()
        let same = try #require(
            try await fixture.drive.thumbnails.image(path, fixture.owner, .small(.webp))
        )
        #expect(same.format == .webp)
        #expect(same.validator.count == 16)
        #expect(!same.isEncrypted)
        #expect(decoder.count == 1)
        #expect(decoder.runs[0].hadDescriptor)
        #expect(decoder.runs[0].urgency == .interactive)
        #expect(decoder.runs[0].job.outputs == [MediaOutput(edge: 256, format: .webp)])
    }

    @Test("fifty who ask for the same at once have it made once")
    func together() async throws {
        let fixture = try await DriveFixture.make(decoder: decoder)
        let path = try fixture.path(try await fixture.home(), "a.jpg")
        try await fixture.upload(photo, to: path)
        decoder.hold()
        let images = try await withThrowingTaskGroup(of: String?.self) { group in
            for _ in 0..<50 { group.addTask { try await fixture.thumbnail(path) } }
            await decoder.begun(1)
            // Some of them are not waiting yet: they find it made, or being made.
            decoder.release()
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(images == Array(repeating: fixture.expected(photo), count: 50))
        #expect(decoder.count == 1)
    }

    @Test("two sizes asked for at once are two makings of one content, one after the other")
    func sizesTogether() async throws {
        let fixture = try await DriveFixture.make(decoder: decoder)
        let path = try fixture.path(try await fixture.home(), "a.jpg")
        try await fixture.upload(photo, to: path)
        decoder.hold()
        async let small = fixture.thumbnail(path)
        await decoder.begun(1)
        async let large = fixture.thumbnail(path, .large(.jpeg))
        decoder.release()
        #expect(try await small == fixture.expected(photo))
        #expect(try await large == fixture.expected(photo, .large(.jpeg)))
        #expect(decoder.count == 2)
    }

    @Test("files of the same content share what was made: a copy, a rename, a move, another upload")
    func shared() async throws {
        let fixture = try await DriveFixture.make(decoder: decoder)
        let home = try await fixture.home()
        try await fixture.upload(photo, to: fixture.path(home, "a.jpg"))
        #expect(try await fixture.thumbnail(fixture.path(home, "a.jpg")) != nil)
        let anna = try await fixture.member("anna")
        let hers = try await fixture.home(of: anna)
        try await fixture.upload(photo, to: fixture.path(hers, "x/b.jpeg"), as: anna)
        try await fixture.makeDirectory(fixture.path(home, "d"))
        try await fixture.transfer(.copy, ["\(home)/a.jpg"], to: "\(home)/d")
        _ = try await fixture.drive.files.rename(
            fixture.path(home, "a.jpg"),
            fixture.owner,
            to: "c.jpg",
            policy: .open
        )
        // Behind the drive's back too: it is hashed before it is made.
        let place = try await fixture.homePlace()
        #expect(Disk.write(photo, to: place + "/e.jpg"))
        for name in ["d/a.jpg", "c.jpg", "e.jpg"] {
            #expect(try await fixture.thumbnail(fixture.path(home, name)) == fixture.expected(photo))
        }
        #expect(
            try await fixture.thumbnail(fixture.path(hers, "x/b.jpeg"), as: anna) == fixture.expected(photo)
        )
        try await fixture.move(fixture.path(home, "c.jpg"), to: fixture.path(home, "d"))
        #expect(try await fixture.thumbnail(fixture.path(home, "d/c.jpg")) == fixture.expected(photo))
        #expect(decoder.count == 1)
        #expect(fixture.keptFiles().count == 1)
    }

    @Test("a file that was changed has another image")
    func changed() async throws {
        let fixture = try await DriveFixture.make(decoder: decoder)
        let home = try await fixture.home()
        let path = try fixture.path(home, "a.jpg")
        try await fixture.upload(photo, to: path)
        #expect(try await fixture.thumbnail(path) == fixture.expected(photo))
        let place = try await fixture.homePlace()
        let other = Array("a longer photo".utf8)
        #expect(Disk.write(other, to: place + "/a.jpg"))
        #expect(try await fixture.thumbnail(path) == fixture.expected(other))
        try await fixture.upload(photo, to: path, conflict: .replace)
        #expect(try await fixture.thumbnail(path) == fixture.expected(photo))
        #expect(decoder.count == 2)
    }

    @Test("sizes that cost one decoding come from one; a photo in JPEG is decoded small for each")
    func variants() async throws {
        let fixture = try await DriveFixture.make(decoder: decoder)
        let home = try await fixture.home()
        let clip = try fixture.path(home, "a.mp4")
        try await fixture.upload(photo, to: clip)
        #expect(try await fixture.thumbnail(clip) == fixture.expected(photo))
        #expect(
            try await fixture.thumbnail(clip, .large(.webp)) == fixture.expected(photo, .large(.webp))
        )
        #expect(decoder.count == 1)
        // Only what is missing is made.
        #expect(
            try await fixture.thumbnail(clip, .large(.jpeg)) == fixture.expected(photo, .large(.jpeg))
        )
        #expect(decoder.runs.last?.job.outputs == [ThumbnailVariant.large(.jpeg).output])
        let jpeg = try fixture.path(home, "b.jpg")
        try await fixture.upload([1, 2, 3], to: jpeg)
        _ = try await fixture.thumbnail(jpeg)
        #expect(decoder.runs.last?.job.outputs == [ThumbnailVariant.small(.webp).output])
        _ = try await fixture.thumbnail(jpeg, .classic)
        #expect(decoder.runs.last?.job.outputs == [ThumbnailVariant.classic.output])
        // What does not move has no moving image.
        #expect(try await fixture.thumbnail(jpeg, .animated) == fixture.expected([1, 2, 3]))
        #expect(decoder.count == 4)
    }

    @Test("what cannot be had is remembered, until another version may know better")
    func negative() async throws {
        var fixture = try await DriveFixture.make(decoder: decoder)
        let path = try fixture.path(try await fixture.home(), "a.heic")
        try await fixture.upload(photo, to: path)
        decoder.set(.refuse(.unknown))
        #expect(try await fixture.thumbnail(path) == nil)
        #expect(try await fixture.thumbnail(path, .large(.jpeg)) == nil)
        #expect(try await fixture.facts(path) == nil)
        fixture = try await fixture.restarted()
        #expect(try await fixture.thumbnail(path) == nil)
        #expect(decoder.count == 1)
        decoder.set(version: "fake 2")
        decoder.set(.make)
        #expect(try await fixture.thumbnail(path) == fixture.expected(photo))
        #expect(decoder.count == 2)
    }

    @Test("a time-out and a crash are believed the second time", arguments: [MediaRefusal.timeOut, .crashed])
    func tries(_ refusal: MediaRefusal) async throws {
        let fixture = try await DriveFixture.make(decoder: decoder)
        let path = try fixture.path(try await fixture.home(), "a.png")
        try await fixture.upload(photo, to: path)
        decoder.set(.refuse(refusal))
        for _ in 0..<4 { #expect(try await fixture.thumbnail(path) == nil) }
        #expect(decoder.count == 2)
    }

    @Test("facts without an image are no reason to look for one again")
    func noImage() async throws {
        let fixture = try await DriveFixture.make(decoder: decoder)
        let path = try fixture.path(try await fixture.home(), "a.mp3")
        try await fixture.upload(photo, to: path)
        decoder.set(.hasNoImage)
        #expect(try await fixture.thumbnail(path) == nil)
        #expect(try await fixture.thumbnail(path, .large(.webp)) == nil)
        #expect(try await fixture.facts(path)?.duration == 1.5)
        #expect(decoder.count == 1)
    }

    @Test("what says nothing about the file is not remembered")
    func failures() async throws {
        let fixture = try await DriveFixture.make(decoder: decoder)
        let path = try fixture.path(try await fixture.home(), "a.jpg")
        try await fixture.upload(photo, to: path)
        decoder.set(.fail(.busy))
        #expect(await code { _ = try await fixture.thumbnail(path) } == WireCode.busy.rawValue)
        decoder.set(.fail(.unavailable))
        #expect(try await fixture.thumbnail(path) == nil)
        decoder.set(.fail(.input))
        #expect(try await fixture.thumbnail(path) == nil)
        decoder.set(.make)
        #expect(try await fixture.thumbnail(path) == fixture.expected(photo))
    }

    @Test("text and what is of no kind is not decoded for an image, nor is an empty file")
    func kinds() async throws {
        let fixture = try await DriveFixture.make(decoder: decoder)
        let home = try await fixture.home()
        for name in ["a.txt", "a.bin", "jpg", ".jpg"] {
            try await fixture.upload(photo, to: fixture.path(home, name))
            #expect(try await fixture.thumbnail(fixture.path(home, name)) == nil)
        }
        try await fixture.upload([], to: fixture.path(home, "empty.jpg"))
        #expect(try await fixture.thumbnail(fixture.path(home, "empty.jpg")) == nil)
        #expect(decoder.count == 0)
        #expect(try await fixture.facts(fixture.path(home, "a.txt"))?.excerpt == "a photo")
        #expect(await code { _ = try await fixture.thumbnail(fixture.path(home)) } != nil)
    }

    @Test("facts wait no longer than they may, and are known the next time")
    func patience() async throws {
        let fixture = try await DriveFixture.make(decoder: decoder)
        let path = try fixture.path(try await fixture.home(), "a.jpg")
        try await fixture.upload(photo, to: path)
        decoder.hold()
        let opened = try await fixture.drive.files.open(path, fixture.owner)
        #expect(
            await fixture.drive.thumbnails.facts(of: opened, fixture.owner, patience: .milliseconds(1)) == nil
        )
        decoder.release()
        #expect(try await fixture.facts(path)?.width == 640)
        #expect(decoder.count == 1)
    }
}
