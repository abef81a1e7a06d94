import HearthCrypto
import Testing

@Suite("Normalization form C")
struct NFCTests {
    /// UTF-8 in hex and what Python's unicodedata makes of it: composition, singletons, Hangul, exclusions, order of
    /// marks, characters beyond the basic plane.
    @Test(
        "agrees with another implementation",
        arguments: [
            ("41cc8a", "c385"),
            ("e284ab", "c385"),
            ("e18480e185a1e186a8", "eab081"),
            ("e0a598", "e0a495e0a4bc"),
            ("61cc87cca3", "e1baa1cc87"),
            ("cd84", "cc88cc81"),
            ("f09d859e", "f09d8597f09d85a5"),
            ("efac81", "efac81"),
            ("65cc81cc8178", "c3a9cc8178"),
            ("e1ba9bcca3", "e1ba9bcca3"),
            ("e0bd83", "e0bd82e0beb7"),
            ("e284a6cc81", "ce8f"),
            ("cebacd85cc81", "cebacc81cd85"),
            ("e38395e3829a", "e38397"),
            ("f09184b1f09184a7", "f09184ae"),
            ("cd84cd84cd84e0a598e0a598", "cc88cc81cc88cc81cc88cc81e0a495e0a4bce0a495e0a4bc"),
        ]
    )
    func agreement(_ text: String, _ expected: String) throws {
        #expect(try Hex.encode(NFC.normalize(hex(text))) == expected)
        #expect(try NFC.normalize(hex(expected)) == hex(expected))
        #expect(NFC.isNormal(hex(expected)))
        #expect(NFC.isNormal(hex(text)) == (text == expected))
    }

    @Test("leaves ASCII alone, zeros and nothing included", arguments: ["", "a", "a\u{0}b\u{7F}", "Hello"])
    func ascii(_ text: String) throws {
        #expect(try NFC.normalize(Array(text.utf8)) == Array(text.utf8))
    }

    @Test(
        "bytes that are not UTF-8 are refused",
        arguments: [
            "ff", "80", "c3", "c328", "c0af", "e0809f", "eda080", "edbfbf", "f08080af", "f4908080",
            "f8888080", "61c3",
            "e282", "f09f8e",
        ]
    )
    func invalid(_ bytes: String) {
        expectFailure(.invalidInput) { _ = try NFC.normalize(hex(bytes)) }
        #expect(!NFC.isNormal(hex(bytes)))
    }

    @Test("texts that grow or shrink much fit")
    func growth() throws {
        // U+0390 makes three code points of two bytes before it is composed again; U+1D15E makes eight bytes of four.
        for (text, factor) in [("\u{390}", 1), ("\u{1D15E}", 2), ("\u{344}", 2)] {
            let bytes = Array(String(repeating: text, count: 1000).utf8)
            #expect(try NFC.normalize(bytes).count == bytes.count * factor)
        }
        expectFailure(.invalidInput) {
            _ = try NFC.normalize(Array(repeating: 0xC3, count: NFC.longestText + 1))
        }
    }
}
