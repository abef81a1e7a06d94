import CAVFormat
import HearthMedia
import HearthMediaDecoder
import Testing

@Suite("The frame that stands for a clip")
struct ClipFrameTests {
    private static let colors = [
        "red": [255, 0, 0], "green": [0, 255, 0], "blue": [0, 0, 255], "white": [255, 255, 255],
    ]

    /// The names of the colors in the corners, clockwise from the upper left.
    private func corners(_ file: [UInt8], width: Int, height: Int) throws -> [String] {
        let media = try decodeClip(file)
        let picture = try #require(OpenedPicture(media.images.first ?? []))
        #expect(picture.width == width)
        #expect(picture.height == height)
        return [(8, 8), (-8, 8), (-8, -8), (8, -8)].map { x, y in
            Self.colors.first { picture.isNear(x, y, $0.value, within: 60) }?.key ?? "\(picture[x, y])"
        }
    }

    struct Kind: Sendable, CustomTestStringConvertible {
        let format: String
        let codec: AVCodecID
        var pixels = AV_PIX_FMT_YUV420P
        var testDescription: String {
            "\(format) \(String(cString: avcodec_get_name(codec))) \(pixels.rawValue)"
        }
    }

    @Test(
        "is seen in every format that families have",
        arguments: [
            Kind(format: "mp4", codec: AV_CODEC_ID_MPEG4),
            Kind(format: "mov", codec: AV_CODEC_ID_MJPEG, pixels: AV_PIX_FMT_YUVJ420P),
            Kind(format: "mov", codec: AV_CODEC_ID_MJPEG, pixels: AV_PIX_FMT_YUVJ444P),
            Kind(format: "avi", codec: AV_CODEC_ID_MPEG4),
            Kind(format: "avi", codec: AV_CODEC_ID_MSMPEG4V3),
            Kind(format: "avi", codec: AV_CODEC_ID_HUFFYUV, pixels: AV_PIX_FMT_YUV422P),
            Kind(format: "avi", codec: AV_CODEC_ID_FFV1, pixels: AV_PIX_FMT_YUV444P),
            Kind(format: "matroska", codec: AV_CODEC_ID_MPEG4),
            Kind(format: "matroska", codec: AV_CODEC_ID_RAWVIDEO),
            Kind(format: "mpegts", codec: AV_CODEC_ID_MPEG2VIDEO),
            Kind(format: "vob", codec: AV_CODEC_ID_MPEG2VIDEO),
            Kind(format: "mpeg1video", codec: AV_CODEC_ID_MPEG1VIDEO),
            Kind(format: "asf", codec: AV_CODEC_ID_WMV2),
            Kind(format: "flv", codec: AV_CODEC_ID_FLV1),
            Kind(format: "yuv4mpegpipe", codec: AV_CODEC_ID_WRAPPED_AVFRAME),
        ]
    )
    func formats(_ kind: Kind) throws {
        var clip = SampleClip(format: kind.format, codec: kind.codec, pixels: kind.pixels)
        if kind.codec == AV_CODEC_ID_MPEG2VIDEO || kind.codec == AV_CODEC_ID_MPEG1VIDEO {
            clip.framesPerSecond = 25
        }
        #expect(try corners(clip.file(), width: 160, height: 96) == ["red", "green", "blue", "white"])
    }

    struct Turn: Sendable {
        let matrix: [Int32]
        let corners: [String]
        var isTransposed = false
    }

    @Test(
        "is turned as the file says",
        arguments: [
            Turn(matrix: [1, 0, 0, 0, 1, 0, 0, 0, 1], corners: ["red", "green", "blue", "white"]),
            Turn(
                matrix: [0, 1, 0, -1, 0, 0, 0, 0, 1],
                corners: ["white", "red", "green", "blue"],
                isTransposed: true
            ),
            Turn(matrix: [-1, 0, 0, 0, -1, 0, 0, 0, 1], corners: ["blue", "white", "red", "green"]),
            Turn(
                matrix: [0, -1, 0, 1, 0, 0, 0, 0, 1],
                corners: ["green", "blue", "white", "red"],
                isTransposed: true
            ),
            Turn(matrix: [-1, 0, 0, 0, 1, 0, 0, 0, 1], corners: ["green", "red", "white", "blue"]),
            Turn(matrix: [1, 0, 0, 0, -1, 0, 0, 0, 1], corners: ["white", "blue", "green", "red"]),
            Turn(
                matrix: [0, 1, 0, 1, 0, 0, 0, 0, 1],
                corners: ["red", "white", "blue", "green"],
                isTransposed: true
            ),
            Turn(
                matrix: [0, -1, 0, -1, 0, 0, 0, 0, 1],
                corners: ["blue", "green", "red", "white"],
                isTransposed: true
            ),
        ]
    )
    func turned(_ turn: Turn) throws {
        var clip = SampleClip(format: "mov")
        // 16.16 fixed point, the last column 2.30.
        clip.matrix = turn.matrix.enumerated().map { $1 << ($0 == 8 ? 30 : 16) }
        let (width, height) = turn.isTransposed ? (96, 160) : (160, 96)
        let file = try clip.file()
        #expect(try corners(file, width: width, height: height) == turn.corners)
        let facts = try decodeClip(file, []).facts
        #expect(facts.width == width)
        #expect(facts.height == height)
    }

    @Test("is as wide as pixels that are not square make it")
    func aspect() throws {
        var clip = SampleClip(pixelAspect: AVRational(num: 4, den: 3))
        var facts = try decodeClip(clip.file()).facts
        #expect(facts.width == 213)
        #expect(facts.height == 96)
        #expect(try corners(clip.file(), width: 213, height: 96) == ["red", "green", "blue", "white"])
        clip.pixelAspect = AVRational(num: 1, den: 200)
        facts = try decodeClip(clip.file()).facts
        #expect(facts.width == 160)
    }

    @Test("is scaled down, never up, and cut to a square of the older clients")
    func sizes() throws {
        let clip = SampleClip(codec: AV_CODEC_ID_MPEG4, width: 640, height: 352, frames: 3)
        let media = try decodeClip(
            clip.file(),
            [
                MediaOutput(edge: 256, format: .png), MediaOutput(edge: 1280, format: .jpeg),
                MediaOutput(edge: 100, format: .png, isSquare: true), MediaOutput(edge: 256, format: .webp),
            ]
        )
        let sizes = media.images.map { image in OpenedPicture(image).map { [$0.width, $0.height] } ?? [] }
        #expect(sizes == [[256, 141], [640, 352], [100, 100], [256, 141]])
    }

    @Test("comes from the first tenth, but not before the first second")
    func place() throws {
        var clip = SampleClip(frames: 400)
        clip.paint = { frame, _, _ in
            frame < 40 ? SampleClip.red : frame < 45 ? SampleClip.green : SampleClip.blue
        }
        #expect(try corners(clip.file(), width: 160, height: 96)[0] == "green")
        // One key frame only, as in clips of a few seconds.
        clip.keyEvery = 600
        clip.frames = 50
        clip.paint = { frame, _, _ in frame < 10 ? SampleClip.red : SampleClip.green }
        #expect(try corners(clip.file(), width: 160, height: 96)[0] == "green")
        clip.frames = 15
        #expect(try corners(clip.file(), width: 160, height: 96)[0] == "red")
    }

    @Test("is not black when there is another", arguments: [5, 1000])
    func black(_ keyEvery: Int) throws {
        var clip = SampleClip(frames: 150, keyEvery: keyEvery)
        clip.paint = { frame, _, _ in frame < 30 ? SampleClip.black : SampleClip.blue }
        #expect(try corners(clip.file(), width: 160, height: 96)[0] == "blue")
        clip.paint = { _, _, _ in SampleClip.black }
        let picture = try #require(OpenedPicture(decodeClip(clip.file()).images.first ?? []))
        #expect(picture.isNear(80, 48, [0, 0, 0]))
    }

    @Test("comes out of a decoder that holds frames back, from a clip of a single one", arguments: [1, 2])
    func single(_ frames: Int) throws {
        let clip = SampleClip(frames: frames, reordered: 2)
        #expect(try corners(clip.file(), width: 160, height: 96) == ["red", "green", "blue", "white"])
    }

    @Test("has the rows of one moment when it is interlaced")
    func interlaced() throws {
        let clip = SampleClip(
            format: "mpegts",
            codec: AV_CODEC_ID_MPEG2VIDEO,
            framesPerSecond: 25,
            isInterlaced: true
        )
        #expect(try corners(clip.file(), width: 160, height: 96) == ["red", "green", "blue", "white"])
    }

    @Test("is a key frame by itself where others would take too much memory")
    func huge() throws {
        // Frames between the key frames refer to them: none of them may be needed.
        var clip = SampleClip(codec: AV_CODEC_ID_MPEG4, width: 4096, height: 2624, frames: 5, keyEvery: 3)
        clip.paint = { frame, x, y in frame == 0 ? SampleClip.black : SampleClip.quarters(frame, x, y) }
        #expect(try corners(clip.file(), width: 256, height: 164) == ["red", "green", "blue", "white"])
    }
}
