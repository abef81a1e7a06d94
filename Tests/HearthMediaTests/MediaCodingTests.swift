import HearthTesting
import Testing

@testable import HearthMedia

@Suite("Media frames' payloads") struct MediaCodingTests {
    private static let facts = MediaFacts(
        kind: .clip,
        width: 1920,
        height: 1080,
        duration: 12.5,
        taken: "2024-02-29T23:59:60.123456789+05:30",
        frames: 3,
        excerpt: "one\n\ttwo – ü"
    )

    @Test func aJobComesBackAsItWas() throws {
        let job = MediaJob(
            kind: .picture,
            fileExtension: "heic",
            size: .max,
            outputs: [
                MediaOutput(edge: 256, format: .webp, isAnimated: true),
                MediaOutput(edge: 100, format: .png, isSquare: true), MediaOutput(edge: 4096, format: .jpeg),
            ]
        )
        for hasDescriptor in [true, false] {
            let bytes = try #require(job.encoded(hasDescriptor: hasDescriptor))
            #expect(bytes.count <= MediaLimits.jobBytes)
            let (decoded, had) = try #require(MediaJob.decoded(bytes))
            #expect(decoded == job)
            #expect(had == hasDescriptor)
            #expect(MediaJob.decoded(bytes + [0]) == nil)
            #expect(MediaJob.decoded(bytes.dropLast()) == nil)
        }
    }

    @Test func aJobBeyondTheLimitsIsNotSent() {
        let output = MediaOutput(edge: 256, format: .webp)
        var job = MediaJob(kind: .picture, fileExtension: "", size: -1, outputs: [output])
        #expect(job.encoded(hasDescriptor: true) == nil)
        job.size = 0
        #expect(job.encoded(hasDescriptor: true) != nil)
        job.fileExtension = String(repeating: "x", count: 17)
        #expect(job.encoded(hasDescriptor: true) == nil)
        job.fileExtension = ""
        job.outputs = Array(repeating: output, count: 9)
        #expect(job.encoded(hasDescriptor: true) == nil)
        job.outputs = [MediaOutput(edge: 0, format: .webp)]
        #expect(job.encoded(hasDescriptor: true) == nil)
        job.outputs = [MediaOutput(edge: 1 << 20, format: .webp)]
        #expect(job.encoded(hasDescriptor: true) == nil)
    }

    @Test func factsComeBackAsTheyWere() {
        #expect(MediaFacts.decoded(Self.facts.encoded) == Self.facts)
        #expect(MediaFacts.decoded(MediaFacts(kind: .text).encoded) == MediaFacts(kind: .text))
        #expect(MediaFacts.decoded(Self.facts.encoded + [0]) == nil)
    }

    @Test(arguments: [
        "2024-01-31T00:00:00", "2024-01-31T23:59:59Z", "2024-01-31T23:59:59.5Z", "0000-12-01T00:00:00-12:00",
    ]) func aDateIsKept(_ text: String) {
        #expect(MediaFacts(kind: .picture, taken: text).bounded.taken == text)
    }

    @Test(arguments: [
        "", "2024", "2024-01-31", "2024-01-31 00:00:00", "2024-13-31T00:00:00", "2024-00-31T00:00:00",
        "2024-01-32T00:00:00", "2024-01-31T24:00:00", "2024-01-31T00:60:00", "2024-01-31T00:00:61",
        "2024-01-31T00:00:00.", "2024-01-31T00:00:00.1234567890", "2024-01-31T00:00:00z",
        "2024-01-31T00:00:00+1:00", "2024-01-31T00:00:00+01:00x", "2024-01-31T00:00:00Z\n",
        "２０２４-01-31T00:00:00",
    ]) func aDateThatIsNoneIsLeftOut(_ text: String) {
        #expect(MediaFacts(kind: .picture, taken: text).bounded.taken == nil)
    }

    @Test func textsAndNumbersOutOfBoundsAreLeftOut() {
        let bad = MediaFacts(
            kind: .text,
            width: 0,
            height: 1 << 40,
            duration: .nan,
            frames: -1,
            excerpt: "bell\u{7}"
        )
        #expect(bad.bounded == MediaFacts(kind: .text))
        #expect(MediaFacts.decoded(bad.encoded) == MediaFacts(kind: .text))
        for text in ["\u{0}", "\u{1b}[2J", "\u{9b}", "\r", String(repeating: "ä", count: 257)] {
            #expect(MediaFacts(kind: .text, excerpt: text).bounded.excerpt == nil)
        }
        let lines = String(repeating: "line\n", count: 8)
        #expect(MediaFacts(kind: .text, excerpt: lines).bounded.excerpt == lines)
        #expect(MediaFacts(kind: .text, excerpt: lines + "x").bounded.excerpt == nil)
    }

    @Test(arguments: [
        [], [1], [9, 0], [1, 64], [1, 1, 0, 0, 0], [1, 1, 0, 0, 0, 0], [1, 1, 255, 255, 255, 255],
        // Not a number, for ever, and before the beginning.
        [2, 4, 0x7f, 0xf8, 0, 0, 0, 0, 0, 0], [2, 4, 0x7f, 0xf0, 0, 0, 0, 0, 0, 0],
        [2, 4, 0xbf, 0xf0, 0, 0, 0, 0, 0, 0],
        // Texts that are longer than what is there, or no UTF-8.
        [4, 32, 0, 9, 65], [4, 32, 0, 1, 0xff], [4, 32, 0, 1, 7], [1, 8, 200], [1, 8, 1, 65],
    ]) func factsThatBreakARuleAreRefused(_ bytes: [UInt8]) {
        #expect(MediaFacts.decoded(bytes) == nil)
    }

    @Test func nothingIsBelievedWithoutALook() {
        let seed: UInt64 = 0x4d65_6469
        var random = SplitMix64(seed: seed)
        let valid = Self.facts.encoded
        for _ in 0..<20_000 {
            var bytes = valid
            for _ in 0...random.next() % 4 {
                bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
            }
            if random.next() & 1 == 0 { bytes.removeLast(Int(random.next() % UInt64(bytes.count))) }
            if let facts = MediaFacts.decoded(bytes) { #expect(facts.bounded == facts, "seed \(seed)") }
            if let (job, hadDescriptor) = MediaJob.decoded(bytes) {
                #expect(job.encoded(hasDescriptor: hadDescriptor) == bytes, "seed \(seed)")
            }
        }
    }
}
