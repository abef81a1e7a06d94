import HearthMedia
import HearthMediaDecoder
import Testing

@Suite("Pictures: orientation")
struct PictureOrientationTests {
    /// Colours at the corners, clockwise from the upper left, after the picture is turned.
    static let corners: [[Character]] = [
        ["r", "g", "b", "w"], ["g", "r", "w", "b"], ["b", "w", "r", "g"], ["w", "b", "g", "r"],
        ["r", "w", "b", "g"], ["w", "r", "g", "b"], ["b", "g", "r", "w"], ["g", "b", "w", "r"],
    ]
    static let colours: [Character: [Int]] = [
        "r": [220, 20, 20], "g": [20, 200, 20], "b": [20, 20, 220], "w": [250, 250, 250],
    ]

    static func check(_ picture: OpenedPicture, _ orientation: Int) {
        let places = [(4, 4), (-5, 4), (-5, -5), (4, -5)]
        for (corner, place) in zip(corners[orientation - 1], places) {
            #expect(picture.distance(place.0, place.1, colours[corner] ?? []) <= 24, "\(picture) \(place)")
        }
    }

    @Test("every one of the eight is upright", arguments: 1...8, [".jpg[Q=95]", ".webp[Q=95]", ".tif"])
    func upright(_ orientation: Int, _ suffix: String) throws {
        let file = SamplePicture.quarters.file(suffix, orientation: orientation)
        let outputs = [
            MediaOutput(edge: 256, format: .webp), MediaOutput(edge: 1280, format: .jpeg),
            MediaOutput(edge: 100, format: .png, isSquare: true),
        ]
        let made = try decode(file, outputs)
        let isPortrait = orientation >= 5
        #expect(made.facts.width == (isPortrait ? 200 : 300))
        #expect(made.facts.height == (isPortrait ? 300 : 200))
        let pictures = try made.images.map { try #require(OpenedPicture($0)) }
        #expect(pictures.map(\.width) == [isPortrait ? 171 : 256, isPortrait ? 200 : 300, 100])
        #expect(pictures.map(\.height) == [isPortrait ? 256 : 171, isPortrait ? 300 : 200, 100])
        for picture in pictures { Self.check(picture, orientation) }
    }
}
