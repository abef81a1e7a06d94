import HearthMedia
import HearthMediaDecoder
import Testing

@Suite("Pictures: previews in RAW files")
struct PictureRawTests {
    @Test("the preview is turned as the file around it says")
    func nef() throws {
        for orientation in 1...8 {
            let made = try decode(SampleRaw.nef(orientation: orientation), extension: "nef")
            let isPortrait = orientation >= 5
            #expect(
                made.facts.width == (isPortrait ? 4000 : 6000)
                    && made.facts.height == (isPortrait ? 6000 : 4000)
            )
            #expect(made.facts.taken == "2024-05-01T12:30:59")
            let picture = try made.picture()
            #expect((picture.width, picture.height) == (isPortrait ? (171, 256) : (256, 171)))
            PictureOrientationTests.check(picture, orientation)
        }
    }

    @Test("the sensor tells a RAW file from a picture, whatever its name")
    func named() throws {
        #expect(try decode(SampleRaw.nef(), extension: "tif").facts.width == 4000)
        #expect(try decode(SampleRaw.nef(), []).facts.height == 6000)
    }

    @Test("finds the preview of every maker")
    func makers() throws {
        for (file, name) in [
            (SampleRaw.cr2(), "cr2"), (SampleRaw.rw2(), "rw2"), (SampleRaw.orf(), "orf"),
            (SampleRaw.raf(), "raf"),
            (SampleRaw.mrw(), "mrw"),
        ] {
            let made = try decode(file, extension: name)
            #expect(made.facts == MediaFacts(kind: .picture, width: 300, height: 200), "\(name)")
            try PictureFormatTests.check(try made.first(), (256, 171))
        }
    }

    @Test("finds the preview in Canon's boxes")
    func boxes() throws {
        let made = try decode(SampleRaw.cr3(), extension: "cr3")
        #expect(made.facts == MediaFacts(kind: .picture, width: 200, height: 300))
        PictureOrientationTests.check(try made.picture(), 8)
    }

    @Test("directories in a circle end")
    func circle() {
        var file = SampleRaw.nef()
        // The first directory's next one is itself.
        file.replaceSubrange(8 + 2 + 48..<8 + 2 + 52, with: [8, 0, 0, 0])
        #expect(throws: Never.self) { try decode(file, extension: "nef") }
    }
}
