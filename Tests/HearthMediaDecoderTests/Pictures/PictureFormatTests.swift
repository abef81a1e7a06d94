import CVips
import HearthMedia
import HearthMediaDecoder
import Testing

@Suite("Pictures: formats")
struct PictureFormatTests {
    static let corners: [(Int, Int, [Int])] = [
        (4, 4, [220, 20, 20]), (-5, 4, [20, 200, 20]), (-5, -5, [20, 20, 220]), (4, -5, [250, 250, 250]),
    ]

    static func check(_ image: [UInt8], _ size: (Int, Int), within: Int = 24) throws {
        let picture = try #require(OpenedPicture(image))
        #expect((picture.width, picture.height) == size)
        for (x, y, colour) in corners {
            #expect(picture.distance(x, y, colour) <= within, "\(picture[x, y]) at \(x), \(y)")
        }
    }

    @Test(
        "shows the right colours",
        arguments: [
            ".jpg[Q=95]", ".jpg[Q=95,interlace]", ".png", ".png[interlace]", ".png[palette]", ".webp[Q=95]",
            ".webp[lossless]", ".gif", ".tif", ".tif[compression=lzw]", ".tif[compression=jpeg,Q=95]",
            ".tif[compression=deflate,predictor=horizontal]", ".tif[tile,tile_width=64,tile_height=64]",
            ".tif[tile,pyramid,tile_width=64,tile_height=64]", ".tif[bigtiff]", ".jp2", ".ppm", ".heic[Q=90]",
            ".avif[Q=90]",
        ]
    )
    func colours(_ suffix: String) throws {
        let made = try decode(SamplePicture.quarters.file(suffix))
        #expect(made.facts == MediaFacts(kind: .picture, width: 300, height: 200))
        try Self.check(try made.first(), (256, 171))
    }

    @Test("16 bits a colour become 8", arguments: [".png", ".tif"])
    func deep(_ suffix: String) throws {
        let file = SamplePicture.quarters.file(suffix, as: VIPS_INTERPRETATION_RGB16, is16Bit: true)
        try Self.check(try decode(file).first(), (256, 171))
    }

    @Test("greys stay grey", arguments: [1, 2], [false, true])
    func greys(_ bands: Int, _ isDeep: Bool) throws {
        let sample = SamplePicture(64, 64, bands: bands) { x, _ in
            bands == 1 ? [x < 32 ? 40 : 200] : [x < 32 ? 40 : 200, 255]
        }
        let space = isDeep ? VIPS_INTERPRETATION_GREY16 : VIPS_INTERPRETATION_B_W
        let made = try decode(sample.file(".png", as: space, is16Bit: isDeep))
        let picture = try made.picture()
        #expect(picture.distance(4, 4, [40, 40, 40]) <= 2, "\(picture[4, 4])")
        #expect(picture.distance(60, 60, [200, 200, 200]) <= 2, "\(picture[60, 60])")
    }

    @Test("printing ink becomes light", arguments: [".jpg[Q=95]", ".tif"])
    func ink(_ suffix: String) throws {
        let sample = SamplePicture(64, 64, bands: 4) { x, y in
            switch (x < 32, y < 32) {
            case (true, true): [0, 255, 255, 0]
            case (false, true): [255, 0, 0, 0]
            case (false, false): [0, 0, 0, 255]
            case (true, false): [0, 0, 0, 0]
            }
        }
        let made = try decode(sample.file(suffix, as: VIPS_INTERPRETATION_CMYK))
        let picture = try made.picture()
        let (red, cyan, black, paper) = (picture[4, 4], picture[-5, 4], picture[-5, -5], picture[4, -5])
        #expect(red[0] > 150 && red[1] < 90 && red[2] < 90, "\(red)")
        #expect(cyan[0] < 90 && cyan[1] > 100 && cyan[2] > 150, "\(cyan)")
        #expect(black.prefix(3).allSatisfy { $0 < 70 }, "\(black)")
        #expect(paper.prefix(3).allSatisfy { $0 > 220 }, "\(paper)")
    }

    @Test("Lab is converted")
    func lab() throws {
        let file = SamplePicture.quarters.file(".tif", converted: VIPS_INTERPRETATION_LAB)
        try Self.check(try decode(file).first(), (256, 171))
    }

    @Test("a profile is applied")
    func profile() throws {
        // Wide colours: the same numbers are more vivid than in sRGB.
        let sample = SamplePicture(32, 32) { _, _ in [200, 100, 100] }
        let made = try decode(sample.file(".jpg[Q=98,profile=p3]"))
        let picture = try made.picture()
        #expect(picture[16, 16][0] > 205 && picture[16, 16][1] < 100, "\(picture[16, 16])")
    }

    @Test("transparency stays in WebP and PNG, and is white in JPEG")
    func alpha() throws {
        let sample = SamplePicture(64, 32, bands: 4) { x, _ in x < 32 ? [200, 30, 30, 255] : [10, 10, 10, 0] }
        let outputs = MediaOutput.Format.allCases.map { MediaOutput(edge: 256, format: $0) }
        let made = try decode(sample.file(".png"), outputs)
        let pictures = try made.images.map { try #require(OpenedPicture($0)) }
        #expect(pictures.map(\.bands) == [4, 3, 4])
        #expect(pictures[0][60, 16][3] == 0 && pictures[2][60, 16][3] == 0)
        #expect(pictures[1].distance(60, 16, [255, 255, 255]) <= 4)
        for picture in pictures { #expect(picture.distance(4, 16, [200, 30, 30]) <= 16) }
    }

    @Test("nothing is enlarged but the square")
    func sizes() throws {
        let sample = SamplePicture(40, 20) { _, _ in [90, 90, 90] }
        let outputs = [
            MediaOutput(edge: 1280, format: .webp), MediaOutput(edge: 256, format: .jpeg),
            MediaOutput(edge: 100, format: .png, isSquare: true), MediaOutput(edge: 10, format: .png),
        ]
        let pictures = try decode(sample.file(".png"), outputs).images.map { try #require(OpenedPicture($0)) }
        #expect(pictures.map { [$0.width, $0.height] } == [[40, 20], [40, 20], [100, 100], [10, 5]])
    }

    @Test("long strips have squares", arguments: [(4000, 1), (1, 4000), (3000, 50)])
    func strips(_ width: Int, _ height: Int) throws {
        let sample = SamplePicture(width, height) { _, _ in [20, 150, 20] }
        let made = try decode(sample.file(".png"), [MediaOutput(edge: 100, format: .png, isSquare: true)])
        let picture = try made.picture()
        #expect((picture.width, picture.height) == (100, 100))
        #expect(picture.distance(50, 50, [20, 150, 20]) <= 2)
    }

    @Test("nothing of the file but its pixels gets out", arguments: MediaOutput.Format.allCases)
    func stripped(_ format: MediaOutput.Format) throws {
        let file = SamplePicture.quarters.file(
            ".jpg[profile=p3]",
            orientation: 6,
            texts: ["exif-ifd0-Artist": "Somebody (Somebody, ASCII, 9 components, 9 bytes)"]
        )
        #expect(String(decoding: file, as: UTF8.self).contains("Somebody"))
        let image = try decode(file, [MediaOutput(edge: 256, format: format)]).first()
        let text = String(decoding: image, as: UTF8.self)
        for word in ["Somebody", "Exif", "EXIF", "eXIf", "ICC_PROFILE", "ICCP", "iCCP", "http"] {
            #expect(!text.contains(word), "\(word)")
        }
    }

    @Test("the time is the camera's")
    func taken() throws {
        func taken(_ time: String, _ offset: String?) throws -> String? {
            var texts = ["exif-ifd2-DateTimeOriginal": "\(time) (\(time), ASCII, 20 components, 20 bytes)"]
            if let offset {
                texts["exif-ifd2-OffsetTimeOriginal"] = "\(offset) (\(offset), ASCII, 7 components, 7 bytes)"
            }
            return try decode(SamplePicture.quarters.file(".jpg", texts: texts), []).facts.taken
        }
        #expect(try taken("2024:05:01 12:30:59", nil) == "2024-05-01T12:30:59")
        #expect(try taken("2024:05:01 12:30:59", "+02:00") == "2024-05-01T12:30:59+02:00")
        #expect(try taken("2024:02:29 00:00:00", "junk!!") == "2024-02-29T00:00:00")
        #expect(try taken("2023:02:29 00:00:00", nil) == nil)
        #expect(try taken("0000:00:00 00:00:00", nil) == nil)
        #expect(try taken("    :  :     :  :  ", nil) == nil)
    }

    @Test("drawings are drawn at the wanted size")
    func drawing() throws {
        let svg = """
            <?xml version="1.0"?><!-- a <svg> --><svg xmlns="http://www.w3.org/2000/svg" width="30" height="20">\
            <rect width="15" height="10" fill="#dc1414"/><rect x="15" width="15" height="10" fill="#14c814"/>\
            <rect x="15" y="10" width="15" height="10" fill="#1414dc"/><rect y="10" width="15" height="10" fill="#fafafa"/>\
            </svg>
            """
        let made = try decode(Array(svg.utf8))
        #expect(made.facts == MediaFacts(kind: .picture, width: 30, height: 20))
        try Self.check(try made.first(), (256, 171))
    }

    @Test("a document shows its first page")
    func document() throws {
        let pdf = """
            %PDF-1.4
            1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
            2 0 obj<</Type/Pages/Kids[3 0 R 5 0 R]/Count 2>>endobj
            3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R>>endobj
            4 0 obj<</Length 38>>stream
            0.86 0.08 0.08 rg 0 100 150 100 re f  
            endstream endobj
            5 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 10 10]>>endobj
            trailer<</Root 1 0 R>>
            %%EOF
            """
        let made = try decode(Array(pdf.utf8))
        #expect(made.facts == MediaFacts(kind: .picture, frames: 2))
        let picture = try made.picture()
        #expect((picture.width, picture.height) == (256, 171))
        #expect(picture.distance(4, 4, [220, 20, 20]) <= 24, "\(picture[4, 4])")
        #expect(picture.distance(-5, -5, [255, 255, 255]) <= 2, "\(picture[-5, -5])")
    }
}
