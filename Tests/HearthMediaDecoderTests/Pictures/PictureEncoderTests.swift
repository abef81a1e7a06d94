import HearthMedia
import HearthMediaDecoder
import Testing

@Suite("Pictures: images for other parts")
struct PictureEncoderTests {
    private let outputs = [
        MediaOutput(edge: 256, format: .webp), MediaOutput(edge: 100, format: .png, isSquare: true),
    ]

    @Test("encodes a frame's pixels")
    func pixels() throws {
        #expect(SamplePicture.isReady)
        let images = try SamplePicture.quarters.pixels.withUnsafeBytes { bytes in
            try PictureEncoder.encode(rgb: bytes, width: 300, height: 200, outputs: outputs)
        }
        try PictureFormatTests.check(images[0], (256, 171))
        try PictureFormatTests.check(images[1], (100, 100))
    }

    @Test("refuses pixels that are not there")
    func missing() {
        #expect(SamplePicture.isReady)
        for (width, height) in [(300, 201), (0, 0), (-1, 200), (300, 0), (1 << 40, 1 << 40)] {
            #expect(throws: DecodeError.self) {
                try SamplePicture.quarters.pixels.withUnsafeBytes { bytes in
                    try PictureEncoder.encode(rgb: bytes, width: width, height: height, outputs: outputs)
                }
            }
        }
    }

    @Test("encodes a cover")
    func cover() throws {
        let cover = SamplePicture.quarters.file(".jpg[Q=95]", orientation: 3)
        let images = try PictureEncoder.encode(embedded: cover, outputs: outputs)
        #expect(images.count == 2)
        PictureOrientationTests.check(try #require(OpenedPicture(images[0])), 3)
        #expect(throws: DecodeError.self) {
            try PictureEncoder.encode(embedded: [1, 2, 3], outputs: outputs)
        }
    }
}
