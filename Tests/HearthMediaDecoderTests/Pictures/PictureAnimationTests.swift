import CVips
import HearthMedia
import HearthMediaDecoder
import Testing

@Suite("Pictures: animation")
struct PictureAnimationTests {
    /// Frames of 40 by 30, red but for a blue bar that moves; writers join frames that are alike.
    static func frames(_ count: Int, _ suffix: String) -> [UInt8] {
        SamplePicture(40, 30 * count) { x, y in
            y % 30 > 20 && x / 4 == y / 30 % 10 ? [30, 30, 200] : [200, 30, 30]
        }
        .file(suffix, pageHeight: 30)
    }

    static let outputs = [
        MediaOutput(edge: 256, format: .webp, isAnimated: true), MediaOutput(edge: 20, format: .png),
        MediaOutput(edge: 20, format: .webp, isAnimated: true),
    ]

    @Test("moves in the animated preview, and stands still in the others", arguments: [".gif", ".webp"])
    func moves(_ suffix: String) throws {
        let made = try decode(Self.frames(5, suffix), Self.outputs)
        #expect(made.facts == MediaFacts(kind: .picture, width: 40, height: 30, frames: 5))
        let pictures = try made.images.map { try #require(OpenedPicture($0)) }
        #expect(pictures.map(\.pages) == [5, 1, 5])
        #expect(pictures.map(\.width) == [40, 20, 20])
        #expect(pictures.map(\.height) == [30, 15, 15])
        for picture in pictures {
            #expect(picture.distance(10, 8, [200, 30, 30]) <= 24, "\(picture[10, 8])")
        }
    }

    @Test("too many frames leave the first one", arguments: [".gif", ".webp"])
    func tooMany(_ suffix: String) throws {
        let made = try decode(Self.frames(300, suffix), Self.outputs)
        #expect(made.facts.frames == 300)
        let pictures = try made.images.map { try #require(OpenedPicture($0)) }
        #expect(pictures.map(\.pages) == [1, 1, 1])
        #expect(pictures.map(\.width) == [40, 20, 20])
    }

    @Test("a picture that does not move has one frame")
    func still() throws {
        let made = try decode(SamplePicture.quarters.file(".webp"), Self.outputs)
        #expect(made.facts.frames == nil)
        #expect(made.images.compactMap { OpenedPicture($0)?.pages } == [1, 1, 1])
    }
}
