import Glibc
import HearthMedia
import Testing

/// Decoding works once nothing else does.
@Suite(.timeLimit(.minutes(5)))
struct LockedChildTests {
    private let child = LockedChild()

    private func picture(_ outcome: MediaOutcome) throws -> (MediaFacts, OpenedPicture) {
        guard case .made(let facts, let images) = outcome else {
            Issue.record("\(outcome)")
            throw MediaError(.input, "\(outcome)")
        }
        let image = try #require(images.first)
        return (facts, try #require(OpenedPicture(image)))
    }

    @Test func picturesOfEveryFormat() async throws {
        for suffix in [
            ".jpg", ".png", ".webp", ".gif", ".tif[compression=lzw]", ".tif[compression=jpeg]", ".ppm",
        ] {
            let (facts, image) = try picture(try await child.run(SamplePicture.quarters.file(suffix)))
            #expect(facts.width == 300 && facts.height == 200, "\(suffix)")
            #expect(image.width == 256 && image.distance(5, 5, [220, 20, 20]) < 30, "\(suffix)")
        }
        await child.decoder.stop()
    }

    @Test func everyOutput() async throws {
        let outputs = [
            MediaOutput(edge: 256, format: .webp), MediaOutput(edge: 1280, format: .jpeg),
            MediaOutput(edge: 100, format: .png, isSquare: true),
            MediaOutput(edge: 256, format: .webp, isAnimated: true),
        ]
        guard
            case .made(_, let images) = try await child.run(
                SamplePicture.quarters.file(".jpg"),
                .picture,
                outputs
            )
        else { throw MediaError(.input) }
        #expect(images.compactMap { OpenedPicture($0)?.width } == [256, 300, 100, 256])
        await child.decoder.stop()
    }

    /// Its fonts were opened before the lockdown.
    @Test func textIsDrawnWithoutOpeningFonts() async throws {
        let drawing = """
            <svg xmlns="http://www.w3.org/2000/svg" width="200" height="100"><rect width="200" height="100"
            fill="white"/><text x="10" y="80" font-size="80" font-family="sans-serif">MMM</text></svg>
            """
        let (_, drawn) = try picture(try await child.run(Array(drawing.utf8), extension: "svg"))
        #expect(Self.darkShare(drawn) > 0.05)
        let (_, page) = try picture(try await child.run(Self.pageWithoutFonts, extension: "pdf"))
        #expect(Self.darkShare(page) > 0.05)
        await child.decoder.stop()
    }

    @Test func clipsAndCovers() async throws {
        for format in ["mp4", "matroska", "avi"] {
            var clip = SampleClip()
            clip.format = format
            let (facts, image) = try picture(try await child.run(try clip.file(), .clip))
            #expect(facts.kind == .clip && image.width == 160, "\(format)")
        }
        let cover = SamplePicture.quarters.file(".jpg")
        for sound in [SampleSound.mp3(covers: [(3, cover)]), SampleSound.flac(cover: cover)] {
            let (facts, image) = try picture(try await child.run(sound, .audio))
            #expect(facts.kind == .audio && image.width == 256)
        }
        await child.decoder.stop()
    }

    @Test func namesDoNotMatter() async throws {
        let (facts, _) = try picture(try await child.run(try SampleClip().file(), .picture, extension: "jpg"))
        #expect(facts.kind == .clip)
        let (other, _) = try picture(try await child.run(SamplePicture.quarters.file(".png"), .text))
        #expect(other.kind == .picture)
        await child.decoder.stop()
    }

    @Test func textsHaveAnExcerptAndNoImage() async throws {
        let outcome = try await child.run(Array("first line\nsecond\n".utf8), .text)
        guard case .made(let facts, let images) = outcome else { throw MediaError(.input, "\(outcome)") }
        #expect(facts.excerpt?.hasPrefix("first line") == true)
        #expect(images == [[]])
        await child.decoder.stop()
    }

    @Test func nothingAndNonsenseAreUnknown() async throws {
        #expect(try await child.run([]) == .none(.unknown))
        #expect(try await child.run(Array("nonsense".utf8)) == .none(.unknown))
        await child.decoder.stop()
    }

    @Test func bytesAreAskedForWhereThereIsNoFile() async throws {
        let file = SamplePicture.quarters.file(".png")
        let (_, image) = try picture(try await child.run(reading: file))
        #expect(image.width == 256)
        let (_, again) = try picture(try await child.run(reading: file, pieces: 100))
        #expect(again.width == 256)
        let clip = try SampleClip().file()
        let (facts, _) = try picture(try await child.run(reading: clip, .clip))
        #expect(facts.kind == .clip)
        await child.decoder.stop()
    }

    @Test func bytesThatCannotBeReadSayNothingOfTheFile() async throws {
        let file = SamplePicture.quarters.file(".png")
        let error = await #expect(throws: MediaError.self) { try await child.run(reading: file, failsAt: 0) }
        #expect(error?.kind == .input)
        // The child goes on with the next one.
        let (_, image) = try picture(try await child.run(reading: file))
        #expect(image.width == 256)
        await child.decoder.stop()
    }

    @Test func aFileThatCouldBeWrittenToIsNotTaken() async throws {
        let file = SamplePicture.quarters.file(".png")
        let error = await #expect(throws: MediaError.self) { try await child.run(file, flags: O_RDWR) }
        #expect(error?.kind == .input)
        await child.decoder.stop()
    }

    /// How much of a picture is dark.
    private static func darkShare(_ picture: OpenedPicture) -> Double {
        var dark = 0
        for y in 0..<picture.height {
            for x in 0..<picture.width where picture[x, y].prefix(3).reduce(0, +) < 200 { dark += 1 }
        }
        return Double(dark) / Double(picture.width * picture.height)
    }

    /// A page with big letters in Helvetica, which every reader of PDF has to have.
    private static var pageWithoutFonts: [UInt8] {
        let text = "BT /F1 80 Tf 10 20 Td (MMM) Tj ET"
        let objects = [
            "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>",
            "<</Length \(text.utf8.count)>>stream\n\(text)\nendstream",
            "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
        ]
        var file = "%PDF-1.4\n"
        var offsets: [Int] = []
        for (index, object) in objects.enumerated() {
            offsets.append(file.utf8.count)
            file += "\(index + 1) 0 obj\n\(object)\nendobj\n"
        }
        let table = file.utf8.count
        file += "xref\n0 \(objects.count + 1)\n0000000000 65535 f \n"
        for offset in offsets {
            let digits = String(offset)
            file += String(repeating: "0", count: 10 - digits.count) + digits + " 00000 n \n"
        }
        file += "trailer<</Size \(objects.count + 1)/Root 1 0 R>>\nstartxref\n\(table)\n%%EOF\n"
        return Array(file.utf8)
    }
}
