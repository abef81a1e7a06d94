import HearthCrypto
import HearthTesting
import Testing

@Suite("Text encodings, comparison, randomness")
struct EncodingTests {
    /// RFC 4648, section 10, without padding.
    @Test(
        "base 64 examples",
        arguments: [
            ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"), ("fooba", "Zm9vYmE"),
            ("foobar", "Zm9vYmFy"),
        ]
    )
    func base64(_ text: String, _ encoded: String) {
        #expect(Base64URL.encode(Array(text.utf8)) == encoded)
        #expect(Base64URL.decode(encoded) == Array(text.utf8))
    }

    @Test(
        "only what was encoded is decoded",
        arguments: ["Z", "Zg==", "Zh", "Zm9=", "Zm 8", "+/", "Zm9vY", "é"]
    )
    func refused(_ text: String) {
        #expect(Base64URL.decode(text) == nil)
    }

    @Test("every byte makes the round trip")
    func roundTrips() {
        var random = SplitMix64(seed: 2)
        for length in 0..<100 {
            let bytes = random.bytes(length)
            #expect(Base64URL.decode(Base64URL.encode(bytes)) == bytes)
            #expect(Hex.decode(Hex.encode(bytes)) == bytes)
        }
        #expect(Base64URL.encode([0xFB, 0xFF]) == "-_8")
    }

    @Test("hex of either case, but whole")
    func hex() {
        #expect(Hex.encode([0x00, 0xAF, 0xFF]) == "00afff")
        #expect(Hex.decode("00AFff") == [0x00, 0xAF, 0xFF])
        #expect(Hex.decode("0") == nil)
        #expect(Hex.decode("0x") == nil)
        #expect(Hex.decode("") == [])
    }

    @Test("comparison")
    func comparison() {
        #expect(constantTimeEquals([], []))
        #expect(constantTimeEquals([1, 2], [1, 2]))
        #expect(!constantTimeEquals([1, 2], [1, 3]))
        #expect(!constantTimeEquals([1, 2], [1, 2, 0]))
    }

    @Test("random bytes differ and have the length asked for")
    func randomness() throws {
        #expect(try SecureRandom.bytes(0).isEmpty)
        let first = try SecureRandom.bytes(32)
        #expect(first.count == 32)
        #expect(try SecureRandom.bytes(32) != first)
        #expect(throws: CryptoError.self) { try SecureRandom.bytes(-1) }
    }
}
