import HearthCrypto
import HearthHashCore
import HearthTesting
import Testing

@Suite("SHA-256 for browsers")
struct HashCoreTests {
    private typealias Hash = HearthHashCore.SHA256

    struct Example: Sendable, CustomTestStringConvertible {
        let text: String
        var count = 1
        let digest: String
        var testDescription: String { "\(text.utf8.count) bytes, \(count) times" }
    }

    private static func hex(_ hash: Hash) -> String {
        var digest = [UInt8](repeating: 0, count: 32)
        digest.withUnsafeMutableBytes { hash.digest(into: $0) }
        return digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    private static func update(_ hash: inout Hash, _ bytes: ArraySlice<UInt8>) {
        bytes.withUnsafeBytes { hash.update($0) }
    }

    private static func saved(_ hash: Hash) -> [UInt8] {
        var state = [UInt8](repeating: 0, count: Hash.stateBytes)
        state.withUnsafeMutableBytes { hash.state(into: $0) }
        return state
    }

    private static func bytes(_ count: Int, seed: UInt64) -> [UInt8] {
        var random = SplitMix64(seed: seed)
        return random.bytes(count)
    }

    @Test(
        "the standard's own examples",
        arguments: [
            Example(
                text: "",
                digest: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
            ),
            Example(
                text: "abc",
                digest: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
            ),
            Example(
                text: "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                digest: "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
            Example(
                text: "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
                    + "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
                digest: "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
            ),
            Example(
                text: String(repeating: "a", count: 1_000),
                count: 1_000,
                digest: "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
            ),
        ]
    )
    func examples(_ example: Example) {
        var hash = Hash()
        for _ in 0..<example.count { Self.update(&hash, Array(example.text.utf8)[...]) }
        #expect(Self.hex(hash) == example.digest)
    }

    @Test("every length around the blocks, cut at every place of the first two")
    func borders() throws {
        let bytes = Self.bytes(200, seed: 7)
        for length in 0...200 {
            let expected = try HearthCrypto.SHA256.hash(Array(bytes[..<length])).hex
            for cut in 0...min(length, 129) {
                var hash = Hash()
                Self.update(&hash, bytes[..<cut])
                Self.update(&hash, bytes[cut..<length])
                #expect(Self.hex(hash) == expected, "\(length) bytes, cut at \(cut)")
            }
        }
    }

    @Test("asking for the hash in between changes nothing")
    func between() throws {
        let bytes = Self.bytes(150, seed: 11)
        var hash = Hash()
        for index in bytes.indices {
            Self.update(&hash, bytes[index...index])
            #expect(Self.hex(hash) == (try HearthCrypto.SHA256.hash(Array(bytes[...index])).hex))
        }
    }

    @Test("goes on from a state that was put aside, at every place of a block")
    func states() throws {
        let bytes = Self.bytes(400, seed: 13)
        let expected = try HearthCrypto.SHA256.hash(bytes).hex
        for cut in 120...260 {
            var first = Hash()
            Self.update(&first, bytes[..<cut])
            var second = Self.saved(first).withUnsafeBytes { Hash(state: $0) }
            #expect(Self.saved(second)[..<40] == Self.saved(first)[..<40])
            Self.update(&second, bytes[cut...])
            #expect(Self.hex(second) == expected, "cut at \(cut)")
        }
    }

    @Test("the length of a state goes beyond 32 bits")
    func large() {
        // A state of 5 GiB, made of one that is empty: words, then the length in 8 bytes.
        var state = Self.saved(Hash())
        let length: UInt64 = 5 << 30
        for index in 0..<8 { state[32 + index] = UInt8(truncatingIfNeeded: length >> UInt64(56 - 8 * index)) }
        var hash = state.withUnsafeBytes { Hash(state: $0) }
        Self.update(&hash, [1, 2, 3])
        let after = Self.saved(hash)[32..<40].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        #expect(after == length + 3)
    }
}
