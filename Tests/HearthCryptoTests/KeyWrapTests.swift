import HearthCrypto
import Testing

@Suite("Key wrap")
struct KeyWrapTests {
    static let key = Array(UInt8(0)..<32)
    static let data = hex("00112233445566778899AABBCCDDEEFF")

    /// RFC 3394, sections 4.3, 4.5 and 4.6: the ones with a wrapping key of 256 bits.
    static let vectors: [([UInt8], String)] = [
        (data, "64e8c3f9ce0f5ba263e9777905818a2a93c8191e7d6e8ae7"),
        (data + Array(0..<8), "a8f9bc1612c68b3ff6e6f4fbe30e71e4769c8b80a32cb8958cd5d17d6b254da1"),
        (
            data + Array(0..<16),
            "28c9f404c4b810f4cbccb35cfb87f8263f5786e2d80ed326cbc7f0e71a99f43bfb988b9b7a02dd21"
        ),
    ]

    @Test("published examples", arguments: vectors)
    func examples(_ data: [UInt8], _ wrapped: String) throws {
        let key = try SecretBytes(Self.key)
        #expect(try Hex.encode(KeyWrap.wrap(SecretBytes(data), key: key)) == wrapped)
        #expect(try KeyWrap.unwrap(hex(wrapped), key: key).copied == data)
    }

    @Test("a flipped bit anywhere fails")
    func flipped() throws {
        let key = try SecretBytes(Self.key)
        for (_, wrapped) in Self.vectors {
            for other in flips(of: hex(wrapped)) {
                expectFailure(.authenticationFailed) { _ = try KeyWrap.unwrap(other, key: key) }
            }
        }
        for other in flips(of: Self.key) {
            expectFailure(.authenticationFailed) {
                _ = try KeyWrap.unwrap(hex(Self.vectors[2].1), key: SecretBytes(other))
            }
        }
    }

    @Test("impossible sizes are refused", arguments: [0, 8, 16, 23, 25, 39, 41, 5000])
    func sizes(_ count: Int) throws {
        let key = try SecretBytes(Self.key)
        expectFailure(.authenticationFailed) {
            _ = try KeyWrap.unwrap(Array(repeating: 1, count: count), key: key)
        }
        expectFailure(.parameters) {
            _ = try KeyWrap.unwrap(Array(repeating: 1, count: 24), key: SecretBytes([1]))
        }
        expectFailure(.parameters) { _ = try KeyWrap.wrap(SecretBytes([1, 2, 3]), key: key) }
    }
}
