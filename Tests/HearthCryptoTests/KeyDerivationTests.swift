import HearthCrypto
import Testing

@Suite("Key derivation")
struct KeyDerivationTests {
    struct Expansion: Sendable, CustomTestStringConvertible {
        let secret: [UInt8]
        let salt: [UInt8]
        let info: [UInt8]
        let output: [UInt8]
        var testDescription: String { "\(secret.count) bytes to \(output.count)" }
    }

    /// RFC 5869, appendix A.1 to A.3.
    static let expansions = [
        Expansion(
            secret: Array(repeating: 0x0b, count: 22),
            salt: Array(0...12),
            info: Array(0xf0...0xf9),
            output: hex(
                "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865"
            )
        ),
        Expansion(
            secret: Array(0..<0x50),
            salt: Array(0x60..<0xb0),
            info: Array(0xb0...0xff),
            output: hex(
                "b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c"
                    + "59045a99cac7827271cb41c65e590e09da3275600c2f09b8367793a9aca3db71"
                    + "cc30c58179ec3e87c14c01d5c1f3434f1d87"
            )
        ),
        Expansion(
            secret: Array(repeating: 0x0b, count: 22),
            salt: [],
            info: [],
            output: hex(
                "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8"
            )
        ),
    ]

    @Test("published examples of HKDF", arguments: expansions)
    func hkdf(_ item: Expansion) throws {
        let key = try HKDF.derive(
            from: SecretBytes(item.secret),
            salt: item.salt,
            info: item.info,
            count: item.output.count
        )
        #expect(key.copied == item.output)
    }

    @Test("HKDF gives at most 255 blocks", arguments: [0, -1, 8161])
    func bounds(_ count: Int) throws {
        let secret = try SecretBytes([1])
        expectFailure(.parameters) { _ = try HKDF.derive(from: secret, info: [], count: count) }
        #expect(try HKDF.derive(from: secret, info: [], count: 8160).count == 8160)
    }

    /// RFC 7914, section 12; the fourth takes a gibibyte and is out of bounds here.
    static let stretchings: [(String, String, ScryptCost, String)] = [
        (
            "", "", ScryptCost(rounds: 16, blockSize: 1),
            "77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede21442"
                + "fcd0069ded0948f8326a753a0fc81f17e8d3e0fb2e0d3628cf35e20c38d18906"
        ),
        (
            "password", "NaCl", ScryptCost(rounds: 1024, blockSize: 8, parallelism: 16),
            "fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162"
                + "2eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640"
        ),
        (
            "pleaseletmein", "SodiumChloride", ScryptCost(rounds: 16384, blockSize: 8),
            "7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2"
                + "d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887"
        ),
    ]

    @Test("published examples of scrypt", arguments: stretchings)
    func scrypt(_ password: String, _ salt: String, _ cost: ScryptCost, _ key: String) throws {
        let derived = try Scrypt.derive(Array(password.utf8), salt: Array(salt.utf8), cost: cost, count: 64)
        #expect(derived.copied == hex(key))
    }

    @Test("the standard cost and the largest one are within the library's bounds")
    func costs() throws {
        #expect(try Scrypt.derive([1], salt: [2], cost: .standard).count == 32)
        let largest = ScryptCost(rounds: 1 << 18, blockSize: 8)
        #expect(largest.isAcceptable)
        #expect(largest.memory == ScryptCost.mostMemory)
        #expect(try Scrypt.derive([1], salt: [2], cost: largest).count == 32)
    }

    @Test(
        "costs out of bounds are refused before any work",
        arguments: [
            (0, 8, 1), (1, 8, 1), (3, 8, 1), (1 << 15 + 1, 8, 1), (1 << 15, 0, 1), (1 << 15, 8, 0),
            (1 << 19, 8, 1), (1 << 20, 8, 1), (1 << 63, 8, 1), (1 << 16, 1, 1), (2, .max, 1),
            (1 << 15, 8, .max),
            (1 << 18, 8, 2),
        ] as [(UInt64, UInt64, UInt64)]
    )
    func refusals(_ rounds: UInt64, _ blockSize: UInt64, _ parallelism: UInt64) {
        let cost = ScryptCost(rounds: rounds, blockSize: blockSize, parallelism: parallelism)
        #expect(!cost.isAcceptable)
        expectFailure(.parameters) { _ = try Scrypt.derive([1], salt: [2], cost: cost) }
    }
}
