import CAVFormat
import HearthMedia
import HearthMediaDecoder
import HearthTesting
import Testing

@Suite("Clips that are none", .timeLimit(.minutes(5)))
struct ClipRefusalTests {
    private func refusal(_ source: MemorySource) -> MediaRefusal? {
        do {
            _ = try decodeClip(source)
            return nil
        } catch {
            return error.refusal
        }
    }

    private func refusal(_ file: [UInt8]) -> MediaRefusal? { refusal(MemorySource(file)) }

    @Test("names no other file: playlists are not read")
    func playlists() {
        let lists = [
            "#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\nfile:///etc/hostname\n#EXT-X-ENDLIST\n",
            "ffconcat version 1.0\nfile /etc/hostname\n",
            "v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=video 9 RTP/AVP 96\n",
            "<?xml version=\"1.0\"?><MPD xmlns=\"urn:mpeg:dash:schema:mpd:2011\"></MPD>",
        ]
        for list in lists { #expect(refusal(Array(list.utf8)) == .unknown) }
        #expect(refusal(SamplePicture.quarters.file(".png")) == .unknown)
        #expect(refusal([]) == .unknown)
        #expect(refusal([UInt8](repeating: 0, count: 100_000)) == .unknown)
    }

    @Test("is damaged without its index")
    func withoutIndex() throws {
        let file = try SampleClip(frames: 20).file()
        let index = try #require(
            file.indices.dropLast(4).first { file[$0..<$0 + 4].elementsEqual("moov".utf8) }
        )
        #expect(refusal(Array(file[..<(index - 4)])) == .damaged)
        #expect(refusal(Array(file[..<40])) != nil)
    }

    @Test("shows what is left of a file that was cut", arguments: ["matroska", "mpegts", "avi"])
    func cut(_ format: String) throws {
        let codec = format == "mpegts" ? AV_CODEC_ID_MPEG2VIDEO : AV_CODEC_ID_MPEG4
        let clip = SampleClip(format: format, codec: codec, frames: 75, framesPerSecond: 25)
        let file = try clip.file()
        let media = try decodeClip(Array(file[..<(file.count * 6 / 10)]))
        let picture = try #require(OpenedPicture(media.images.first ?? []))
        #expect(picture.isNear(8, 8, [255, 0, 0], within: 60))
    }

    @Test("shows a frame although packets are damaged")
    func damagedPackets() throws {
        var file = try SampleClip(format: "avi", frames: 60).file()
        var random = SplitMix64(seed: 7)
        // Every third packet of an AVI: its name, its length, its bytes.
        var number = 0
        for place in file.indices.dropLast(24) where file[place..<place + 4].elementsEqual("00dc".utf8) {
            number += 1
            guard number % 3 == 1, file[place + 7] == 0 else { continue }
            for byte in 8..<20 { file[place + byte] = UInt8.random(in: 0...255, using: &random) }
        }
        #expect(try decodeClip(file).images.first?.isEmpty == false)
    }

    @Test("costs a bounded part of a file that has no end")
    func endless() throws {
        let piece = try SampleClip(
            format: "mpegts",
            codec: AV_CODEC_ID_MPEG2VIDEO,
            frames: 50,
            framesPerSecond: 25
        ).file()
        let source = MemorySource(Array(repeatElement(piece, count: (64 << 20) / piece.count).joined()))
        let media = try decodeClip(source)
        #expect(media.images.first?.isEmpty == false)
        #expect(source.handedOut < 32 << 20)
    }

    @Test("ends where the bytes cannot be read any more", arguments: [0, 64, 3000])
    func unreadable(_ place: Int64) throws {
        let source = MemorySource(try SampleClip(frames: 60).file())
        source.failsFrom = place
        _ = refusal(source)
        #expect(source.handedOut <= place)
    }

    @Test("takes frames up to 8K, and no larger ones")
    func large() throws {
        var head = Array("YUV4MPEG2 W30000 H30000 F25:1 Ip A1:1 C420jpeg\nFRAME\n".utf8)
        #expect(refusal(head + [UInt8](repeating: 0, count: 4096)) != nil)
        head = Array("YUV4MPEG2 W16 H16 F25:1 Ip A1:1 C420jpeg\nFRAME\n".utf8)
        #expect(refusal(head + [UInt8](repeating: 200, count: 16 * 16 * 3 / 2)) == nil)
    }

    @Test("never harms the next one", arguments: [UInt64(1), 2, 3])
    func fuzzed(_ seed: UInt64) async throws {
        var random = SplitMix64(seed: seed)
        let files = try [
            SampleClip(frames: 12).file(), SampleClip(format: "avi", frames: 12).file(),
            SampleClip(format: "matroska", frames: 12).file(),
            SampleClip(format: "mpegts", codec: AV_CODEC_ID_MPEG2VIDEO, frames: 12, framesPerSecond: 25)
                .file(),
        ]
        for file in files {
            for _ in 0..<12 {
                var damaged = file
                for _ in 0..<Int.random(in: 1...20, using: &random) {
                    damaged[Int.random(in: 0..<file.count, using: &random)] ^=
                        1 << UInt8.random(in: 0..<8, using: &random)
                }
                _ = refusal(damaged)
                await Task.yield()
            }
            #expect(try decodeClip(file).images.first?.isEmpty == false)
        }
    }
}
