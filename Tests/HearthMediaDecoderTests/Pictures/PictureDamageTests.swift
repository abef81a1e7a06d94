import CVips
import Glibc
import HearthMedia
import HearthMediaDecoder
import HearthTesting
import Testing

@Suite("Pictures: damaged and evil files")
struct PictureDamageTests {
    static func refusal(_ file: [UInt8], extension name: String = "") -> MediaRefusal? {
        do throws(DecodeError) {
            _ = try decode(file, extension: name)
            return nil
        } catch {
            return error.refusal
        }
    }

    @Test("what is no picture is unknown", arguments: ["", "jpg", "tga", "nef", "svg", "ico"])
    func unknown(_ name: String) {
        #expect(Self.refusal([], extension: name) == .unknown)
        #expect(
            Self.refusal(Array("hello, this is text, and longer than a header\n".utf8), extension: name)
                == .unknown
        )
        #expect(Self.refusal([0x4d, 0x5a] + [UInt8](repeating: 7, count: 200), extension: name) == .unknown)
    }

    @Test(
        "half a file gives the half that is there",
        arguments: [".jpg[Q=95]", ".png[compression=0]", ".bmp"]
    )
    func truncated(_ suffix: String) throws {
        let whole = suffix == ".bmp" ? SampleBitmap.quarters() : SamplePicture.quarters.file(suffix)
        // The lower half of a bitmap comes first.
        let made = try decode(Array(whole.prefix(whole.count * 6 / 10)))
        let picture = try made.picture()
        #expect((picture.width, picture.height) == (256, 171))
        if suffix == ".bmp" {
            #expect(picture.distance(-5, -5, [20, 20, 220]) <= 24)
        } else {
            #expect(picture.distance(4, 4, [220, 20, 20]) <= 24, "\(picture[4, 4])")
        }
    }

    @Test(
        "a header alone is damaged",
        arguments: [".jpg", ".png", ".tif", ".webp", ".gif", ".heic", ".avif", ".jp2"]
    )
    func headerAlone(_ suffix: String) {
        let whole = SamplePicture.quarters.file(suffix)
        let refusal = Self.refusal(Array(whole.prefix(min(60, whole.count / 3))))
        #expect(refusal == .damaged || refusal == .unknown)
    }

    @Test(
        "flipped bits never do more than cost a picture",
        arguments: [".jpg", ".png", ".tif", ".webp", ".gif", ".jp2"]
    )
    func flipped(_ suffix: String) async {
        let whole = SamplePicture.quarters.file(suffix)
        var random = SplitMix64(seed: 6)
        for _ in 0..<40 {
            var file = whole
            for _ in 0..<Int.random(in: 1...12, using: &random) {
                file[Int.random(in: 0..<file.count, using: &random)] ^=
                    1 << UInt8.random(in: 0...7, using: &random)
            }
            if let made = try? decode(file), let image = made.images.first {
                #expect(OpenedPicture(image) != nil)
            }
            await Task.yield()
        }
    }

    @Test("the bytes decide, not the name")
    func wrongName() throws {
        for name in ["png", "txt", "mp4", "svg", "nef", "tga", ""] {
            let made = try decode(SamplePicture.quarters.file(".jpg[Q=95]"), extension: name)
            try PictureFormatTests.check(try made.first(), (256, 171))
        }
    }

    @Test("what is also something else is the picture that it begins as")
    func polyglot() throws {
        let tail = Array("<html><script>alert(1)</script>PK\u{3}\u{4}%PDF-1.4".utf8)
        for suffix in [".jpg[Q=95]", ".png", ".webp[lossless]"] {
            let made = try decode(SamplePicture.quarters.file(suffix) + tail)
            try PictureFormatTests.check(try made.first(), (256, 171))
        }
    }

    @Test(
        "a file that is not read at once looks the same",
        arguments: [".jpg[Q=95]", ".png", ".tif", ".heic[Q=90]"]
    )
    func large(_ suffix: String) throws {
        let file = SamplePicture.quarters.file(suffix) + [UInt8](repeating: 0, count: 17 << 20)
        try PictureFormatTests.check(try decode(file).first(), (256, 171))
    }

    @Test("bytes that cannot be read are an error, not a crash")
    func unreadable() {
        for suffix in [".jpg", ".png", ".tif"] {
            let source = ArraySource(
                SamplePicture.quarters.file(suffix) + [UInt8](repeating: 0, count: 17 << 20)
            )
            source.failsAt = 1000
            let job = MediaJob(
                kind: .picture,
                fileExtension: "",
                size: source.size,
                outputs: [MediaOutput(edge: 256, format: .webp)]
            )
            #expect(throws: DecodeError.self) { try PictureJob.run(job, source) }
        }
    }

    @Test("more pixels than can be borne are too large")
    func tooLarge() {
        var png = SamplePicture.quarters.file(".png")
        // Width and height in the first chunk; its checksum is not looked at before.
        png.replaceSubrange(16..<24, with: [0, 1, 0x11, 0x70, 0, 1, 0x11, 0x70])
        fixChecksum(&png)
        #expect(Self.refusal(png) == .tooLarge)
        var interlaced = SamplePicture.quarters.file(".png[interlace]")
        interlaced.replaceSubrange(16..<24, with: [0, 0, 0x4e, 0x20, 0, 0, 0x4e, 0x20])
        fixChecksum(&interlaced)
        #expect(Self.refusal(interlaced) == .tooLarge)
        var bitmap = SampleBitmap.quarters()
        bitmap.replaceSubrange(18..<26, with: [0, 0, 1, 0, 0, 0, 1, 0])
        #expect(Self.refusal(bitmap) == .tooLarge)
    }

    @Test("texts in a PNG are not even looked at")
    func texts() throws {
        let png = SamplePicture.quarters.file(".png")
        var file = Array(png.prefix(33))
        for _ in 0..<2000 { file += [0, 0, 0, 8] + Array("zTXtab".utf8) + [0, 0, 1, 2, 3, 4, 0, 0, 0, 0] }
        file += png.dropFirst(33)
        try PictureFormatTests.check(try decode(file).first(), (256, 171))
    }

    @Test("a drawing gets nothing from outside")
    func outside() throws {
        let folder = try TemporaryDirectory()
        let secret = folder.appending("secret.png")
        let bytes = SamplePicture(8, 8) { _, _ in [255, 0, 255] }.file(".png")
        let descriptor = open(secret, O_WRONLY | O_CREAT, 0o600)
        #expect(write(descriptor, bytes, bytes.count) == bytes.count)
        close(descriptor)
        for reference in [secret, "file://" + secret, "secret.png", "http://127.0.0.1:9/x.png"] {
            let svg = """
                <svg xmlns="http://www.w3.org/2000/svg" width="32" height="32"><rect width="32" height="32" fill="#fff"/>\
                <image href="\(reference)" width="32" height="32"/></svg>
                """
            let made = try decode(Array(svg.utf8))
            let picture = try made.picture()
            #expect(picture.distance(16, 16, [255, 255, 255]) <= 2, "\(reference)")
        }
    }

    @Test("a drawing that swells is refused")
    func swelling() {
        let entities = (1...9).map { level in
            "<!ENTITY e\(level) \"" + String(repeating: "&e\(level - 1);", count: 10) + "\">"
        }
        let svg =
            "<!DOCTYPE svg [<!ENTITY e0 \"<rect/>\">\(entities.joined())]><svg xmlns=\"http://www.w3.org/2000/svg\">&e9;</svg>"
        #expect(Self.refusal(Array(svg.utf8)) != nil)
    }

    /// Puts the right checksum behind the first chunk of a PNG file.
    private func fixChecksum(_ png: inout [UInt8]) {
        var crc: UInt32 = 0xffff_ffff
        for byte in png[12..<29] {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc & 1 == 1 ? 0xedb8_8320 ^ (crc >> 1) : crc >> 1 }
        }
        crc = ~crc
        png.replaceSubrange(29..<33, with: [24, 16, 8, 0].map { UInt8(crc >> $0 & 255) })
    }
}
