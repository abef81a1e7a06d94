import HearthCrypto
import Testing

@Suite("AES-256-GCM")
struct AES256GCMTests {
    /// McGrew and Viega, "The Galois/Counter Mode of Operation", appendix B, as submitted to NIST: cases 13 to 16.
    static let plain = hex(
        "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72"
            + "1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b391aafd255"
    )
    static let cipher = hex(
        "522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa"
            + "8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662898015ad"
    )
    static let key = hex("feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308")
    static let nonce = hex("cafebabefacedbaddecaf888")
    static let associated = hex("feedfacedeadbeeffeedfacedeadbeefabaddad2")

    struct Vector: Sendable, CustomTestStringConvertible {
        let number: Int
        let key: [UInt8]
        let nonce: [UInt8]
        let plain: [UInt8]
        var associated: [UInt8] = []
        let sealed: [UInt8]
        var testDescription: String { "case \(number)" }
    }

    static let vectors = [
        Vector(
            number: 13,
            key: Array(repeating: 0, count: 32),
            nonce: Array(repeating: 0, count: 12),
            plain: [],
            sealed: hex("530f8afbc74536b9a963b4f1c4cb738b")
        ),
        Vector(
            number: 14,
            key: Array(repeating: 0, count: 32),
            nonce: Array(repeating: 0, count: 12),
            plain: Array(repeating: 0, count: 16),
            sealed: hex("cea7403d4d606b6e074ec5d3baf39d18d0d1c8a799996bf0265b98b5d48ab919")
        ),
        Vector(
            number: 15,
            key: key,
            nonce: nonce,
            plain: plain,
            sealed: cipher + hex("b094dac5d93471bdec1a502270e3cc6c")
        ),
        Vector(
            number: 16,
            key: key,
            nonce: nonce,
            plain: Array(plain.prefix(60)),
            associated: associated,
            sealed: Array(cipher.prefix(60)) + hex("76fc6ece0f4e1768cddf8853bb2d551b")
        ),
    ]

    @Test("published examples", arguments: vectors)
    func examples(_ vector: Vector) throws {
        let key = try SecretBytes(vector.key)
        let sealed = try AES256GCM.seal(
            vector.plain,
            nonce: vector.nonce,
            associated: vector.associated,
            key: key
        )
        #expect(sealed == vector.sealed)
        let plain = try AES256GCM.open(sealed, nonce: vector.nonce, associated: vector.associated, key: key)
        #expect(plain == vector.plain)
    }

    @Test("a flipped bit anywhere fails")
    func flipped() throws {
        let vector = try #require(Self.vectors.last)
        let key = try SecretBytes(vector.key)
        func open(sealed: [UInt8]? = nil, nonce: [UInt8]? = nil, associated: [UInt8]? = nil) throws {
            _ = try AES256GCM.open(
                sealed ?? vector.sealed,
                nonce: nonce ?? vector.nonce,
                associated: associated ?? vector.associated,
                key: key
            )
        }
        try open()
        for sealed in flips(of: vector.sealed) {
            expectFailure(.authenticationFailed) { try open(sealed: sealed) }
        }
        for nonce in flips(of: vector.nonce) {
            expectFailure(.authenticationFailed) { try open(nonce: nonce) }
        }
        for other in flips(of: vector.associated) {
            expectFailure(.authenticationFailed) { try open(associated: other) }
        }
        for other in flips(of: vector.key).prefix(20) {
            expectFailure(.authenticationFailed) {
                _ = try AES256GCM.open(
                    vector.sealed,
                    nonce: vector.nonce,
                    associated: vector.associated,
                    key: SecretBytes(other)
                )
            }
        }
    }

    @Test("too few bytes and wrong sizes are refused")
    func sizes() throws {
        let key = try SecretBytes(Self.key)
        for count in 0..<16 {
            expectFailure(.authenticationFailed) {
                _ = try AES256GCM.open(Array(repeating: 0, count: count), nonce: Self.nonce, key: key)
            }
        }
        expectFailure(.parameters) { _ = try AES256GCM.seal([1], nonce: [1], key: key) }
        expectFailure(.parameters) {
            _ = try AES256GCM.seal([1], nonce: Self.nonce, key: SecretBytes(Array(Self.key.prefix(16))))
        }
    }
}
