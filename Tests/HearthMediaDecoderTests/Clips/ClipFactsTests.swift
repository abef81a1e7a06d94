import CAVFormat
import HearthMedia
@testable import HearthMediaDecoder
import Testing

@Suite("What a clip says of itself")
struct ClipFactsTests {
    @Test("is known without an image")
    func facts() throws {
        let clip = SampleClip(frames: 45, metadata: ["creation_time": "2021-05-01T10:20:30.000000Z"])
        let media = try decodeClip(clip.file(), [])
        #expect(media.images.isEmpty)
        #expect(
            media.facts
                == MediaFacts(
                    kind: .clip,
                    width: 160,
                    height: 96,
                    duration: 4.5,
                    taken: "2021-05-01T10:20:30Z"
                )
        )
    }

    @Test("says when it was taken in the time of the place, where a camera does")
    func place() throws {
        let clip = SampleClip(
            format: "mov",
            frames: 3,
            metadata: [
                "creation_time": "2021-05-01T10:20:30.000000Z",
                "com.apple.quicktime.creationdate": "2021-05-01T12:20:30+0200",
            ],
            options: ["movflags": "use_metadata_tags"]
        )
        #expect(try decodeClip(clip.file(), []).facts.taken == "2021-05-01T12:20:30+02:00")
    }

    @Test(
        "takes times as cameras write them",
        arguments: [
            ("2021-05-01T10:20:30.123456Z", "2021-05-01T10:20:30Z"),
            ("2008-02-29 23:59:59", "2008-02-29T23:59:59"),
            ("2021-05-01T12:20:30+02:00", "2021-05-01T12:20:30+02:00"),
            ("2021-05-01T12:20:30-0930", "2021-05-01T12:20:30-09:30"),
            ("1970-01-01T00:00:00Z", nil), ("1904-01-01T00:00:00Z", nil), ("2021-02-29T10:20:30Z", nil),
            ("2021-13-01T10:20:30Z", nil), ("2021-05-01", nil), ("2021-05-01T10:20:30 or so", nil), ("", nil),
            ("2021-05-01T24:20:30Z", nil), ("２０２１-05-01T10:20:30Z", nil), ("2021-05-01T10:20:30+02", nil),
        ]
    )
    func times(_ text: String, _ expected: String?) { #expect(TakenTime.normalized(text) == expected) }

    @Test("has no duration where none is written and none can be told")
    func endless() throws {
        let clip = SampleClip(format: "matroska", frames: 30, options: ["live": "1"])
        let media = try decodeClip(clip.file())
        #expect(media.facts.duration == nil)
        #expect(media.images.first?.isEmpty == false)
    }
}
