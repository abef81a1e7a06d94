import HearthCrypto
import HearthTesting
import Testing

@Suite("SHA-256")
struct SHA256Tests {
    /// FIPS 180 examples; the last is a million times the letter a.
    static let vectors: [(String, Int, String)] = [
        ("", 1, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", 1, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1,
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
        ("a", 1_000_000, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
    ]

    @Test("published examples", arguments: vectors)
    func examples(_ text: String, _ repetitions: Int, _ expected: String) throws {
        let bytes = Array(repeatElement(text.utf8, count: repetitions).joined())
        #expect(try SHA256.hash(bytes).hex == expected)
        var hasher = try SHA256Hasher()
        for part in stride(from: 0, to: bytes.count, by: 977) {
            try hasher.update(Array(bytes[part..<min(part + 977, bytes.count)]))
        }
        try hasher.update([])
        try hasher.update(UnsafeRawBufferPointer(start: nil, count: 0))
        #expect(try hasher.finish().hex == expected)
    }

    @Test("a copy goes its own way")
    func copying() throws {
        var hasher = try SHA256Hasher()
        try hasher.update(Array("ab".utf8))
        var copy = try hasher.copy()
        try copy.update(Array("x".utf8))
        try hasher.update(Array("c".utf8))
        #expect(try hasher.finish() == SHA256.hash(Array("abc".utf8)))
        #expect(try copy.finish() == SHA256.hash(Array("abx".utf8)))
    }

    @Test("pieces of any size give the same digest")
    func pieces() throws {
        var random = SplitMix64(seed: 1)
        let bytes = random.bytes(100_000)
        let whole = try SHA256.hash(bytes)
        for _ in 0..<20 {
            var hasher = try SHA256Hasher()
            var rest = bytes[...]
            while !rest.isEmpty {
                let piece = rest.prefix(Int.random(in: 1...9000, using: &random))
                try piece.withUnsafeBytes { try hasher.update($0) }
                rest = rest.dropFirst(piece.count)
            }
            #expect(try hasher.finish() == whole)
        }
    }

    @Test("digests are read from bytes and hex of the right length only")
    func parsing() throws {
        let digest = try SHA256.hash([])
        #expect(SHA256Digest(bytes: digest.bytes) == digest)
        #expect(SHA256Digest(bytes: Array(digest.bytes.dropLast())) == nil)
        #expect(SHA256Digest(hex: digest.hex) == digest)
        #expect(SHA256Digest(hex: digest.hex.uppercased()) == digest)
        #expect(SHA256Digest(hex: digest.hex.dropLast(2)) == nil)
        #expect(SHA256Digest(hex: digest.hex.dropLast() + "g") == nil)
        #expect(SHA256Digest(hex: digest.hex + "-suffix") == nil)
    }
}
