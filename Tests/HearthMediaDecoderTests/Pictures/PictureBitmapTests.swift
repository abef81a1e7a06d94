import HearthMedia
import HearthMediaDecoder
import Testing

@Suite("Pictures: bitmaps of our own")
struct PictureBitmapTests {
    private func check(_ file: [UInt8], _ name: String = "") throws {
        let made = try decode(file, extension: name)
        #expect(made.facts == MediaFacts(kind: .picture, width: 300, height: 200))
        try PictureFormatTests.check(try made.first(), (256, 171))
    }

    @Test("reads bitmaps of every depth", arguments: [2, 4, 8, 24, 32], [false, true])
    func depths(_ depth: Int, _ isTopDown: Bool) throws {
        try check(SampleBitmap.quarters(.init(depth: depth, isTopDown: isTopDown)))
    }

    @Test("reads runs")
    func runs() throws { try check(SampleBitmap.quarters(.init(depth: 8, compression: 1))) }

    @Test("reads colours by their bits")
    func masks() throws {
        try check(SampleBitmap.quarters(.init(depth: 16, compression: 3, masks: [0xf800, 0x07e0, 0x001f])))
        try check(SampleBitmap.quarters(.init(depth: 32, compression: 3, masks: [0xff, 0xff00, 0xff0000])))
        try check(
            SampleBitmap.quarters(
                .init(depth: 32, compression: 6, masks: [0xff00_0000, 0xff0000, 0xff00, 0xff])
            )
        )
    }

    @Test("reads icons with a bitmap or a PNG")
    func icons() throws {
        for depth in [4, 8, 24, 32] {
            try check(
                SampleBitmap.icon(SampleBitmap.quarters(.init(depth: depth, isIcon: true))),
                "ico"
            )
        }
        try check(SampleBitmap.icon(SamplePicture.quarters.file(".png")), "ico")
    }

    @Test("reads Truevision's files by their name", arguments: [false, true], [false, true])
    func targa(_ isPacked: Bool, _ isTopDown: Bool) throws {
        try check(SampleBitmap.targa(isPacked: isPacked, isTopDown: isTopDown), "tga")
    }

    @Test("reads Photoshop's flattened picture")
    func photoshop() throws {
        for isLarge in [false, true] {
            try check(SampleBitmap.photoshop(isPacked: true, depth: 8, isLarge: isLarge), "psd")
            try check(SampleBitmap.photoshop(isPacked: false, depth: 8, isLarge: isLarge), "psd")
            try check(SampleBitmap.photoshop(isPacked: false, depth: 16, isLarge: isLarge), "psd")
        }
    }

    @Test("cut anywhere, they give a picture or a clean error")
    func cut() async {
        let files: [([UInt8], String)] = [
            (SampleBitmap.quarters(.init(depth: 8, compression: 1)), "bmp"),
            (SampleBitmap.quarters(.init(depth: 4)), "bmp"),
            (SampleBitmap.icon(SampleBitmap.quarters(.init(depth: 32, isIcon: true))), "ico"),
            (SampleBitmap.targa(isPacked: true, isTopDown: false), "tga"),
            (SampleBitmap.photoshop(isPacked: true, depth: 8), "psd"), (SampleRaw.nef(), "nef"),
            (SampleRaw.cr3(), "cr3"),
        ]
        for (file, name) in files {
            for count in Array(stride(from: 0, to: 120, by: 9)) + [
                file.count / 4, file.count / 2, file.count - 1,
            ] {
                _ = try? decode(Array(file.prefix(count)), extension: name)
            }
            // Bytes of the head as large as they get.
            for at in stride(from: 0, to: min(200, file.count), by: 5) {
                var evil = file
                evil[at] = 255
                _ = try? decode(evil, extension: name)
            }
            await Task.yield()
        }
    }
}
