import CAVFormat
import HearthMedia
import HearthMediaDecoder
import Testing

@Suite("Sound and its covers")
struct SoundTests {
    private let outputs = [
        MediaOutput(edge: 256, format: .png), MediaOutput(edge: 100, format: .png, isSquare: true),
    ]

    @Test("has a duration and no image without a cover")
    func bare() throws {
        let wave = try decodeClip(SampleSound.wave, outputs)
        #expect(wave.facts == MediaFacts(kind: .audio, duration: 0.5))
        #expect(wave.images == [[], []])
        let mp3 = try decodeClip(SampleSound.mp3(covers: []), outputs)
        #expect(mp3.facts.kind == .audio)
        #expect(abs((mp3.facts.duration ?? 0) - 1.045) < 0.03)
        #expect(mp3.images == [[], []])
    }

    @Test("shows the cover that it carries")
    func covers() throws {
        let cover = SamplePicture.quarters.file(".jpg[Q=90]")
        for file in [SampleSound.mp3(covers: [(3, cover)]), SampleSound.flac(cover: cover)] {
            let media = try decodeClip(file, outputs)
            #expect(media.facts.kind == .audio)
            let picture = try #require(OpenedPicture(media.images[0]))
            #expect(picture.width == 256)
            #expect(picture.height == 171)
            #expect(picture.isNear(8, 8, [220, 20, 20]))
            #expect(picture.isNear(-8, -8, [20, 20, 220]))
            #expect(OpenedPicture(media.images[1])?.width == 100)
        }
        #expect(try decodeClip(SampleSound.flac(cover: cover), []).facts.duration == 1)
        #expect(try decodeClip(SampleSound.flac(cover: cover), []).images.isEmpty)
    }

    @Test("shows the front, whatever comes before it")
    func front() throws {
        let back = SamplePicture(20, 20) { _, _ in [0, 0, 0] }.file(".jpg")
        let front = SamplePicture(20, 20) { _, _ in [255, 255, 255] }.file(".jpg")
        let tags: [[(UInt8, [UInt8])]] = [[(4, back), (3, front)], [(3, front), (4, back)], [(0, front)]]
        for covers in tags {
            let media = try decodeClip(
                SampleSound.mp3(covers: covers.map { (kind: $0.0, file: $0.1) }),
                outputs
            )
            #expect(OpenedPicture(media.images[0])?.isNear(10, 10, [255, 255, 255]) == true)
        }
    }

    @Test("has no image where the cover is damaged or none")
    func damaged() throws {
        for cover in [[], Array("https://localhost/cover.jpg".utf8), [0xFF, 0xD8, 0xFF, 0xE0]] {
            let media = try decodeClip(SampleSound.mp3(covers: [(3, cover)]), outputs)
            #expect(media.facts.kind == .audio)
            #expect(media.images == [[], []])
        }
    }

    @Test("is sound even in a file made for clips")
    func soundOnly() throws {
        let clip = try decodeClip(SampleClip(frames: 20).file(), [])
        #expect(clip.facts.kind == .clip)
        var file = try SampleClip(format: "matroska", codec: AV_CODEC_ID_RAWVIDEO, frames: 3).file()
        // The track says it is sound: its entry 0x83 (type) holds 1 for video, 2 for audio.
        let place = try #require(file.indices.dropLast(2).first { file[$0] == 0x83 && file[$0 + 1] == 0x81 })
        file[place + 2] = 2
        let media = try? decodeClip(file, outputs)
        #expect(media?.facts.kind != .clip)
    }
}
