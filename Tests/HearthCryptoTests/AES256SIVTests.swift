import Testing

@testable import HearthCrypto

@Suite("AES-256-SIV")
struct AES256SIVTests {
    struct Vector: Sendable, CustomTestStringConvertible {
        var key: [UInt8] = Array(0..<64)
        let plain: [UInt8]
        let associated: [[UInt8]]
        let sealed: [UInt8]
        var testDescription: String { "\(plain.count) bytes with \(associated.map(\.count))" }
    }

    /// RFC 5297, appendix A.1 and A.2.
    static let published = [
        Vector(
            key: hex("fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff"),
            plain: hex("112233445566778899aabbccddee"),
            associated: [hex("101112131415161718191a1b1c1d1e1f2021222324252627")],
            sealed: hex("85632d07c6e8f37f950acd320a2ecc9340c02b9690c4dc04daef7f6afe5c")
        ),
        Vector(
            key: hex("7f7e7d7c7b7a79787776757473727170404142434445464748494a4b4c4d4e4f"),
            plain: Array("this is some plaintext to encrypt using SIV-AES".utf8),
            associated: [
                hex("00112233445566778899aabbccddeeffdeaddadadeaddadaffeeddccbbaa99887766554433221100"),
                hex("102030405060708090a0"), hex("09f911029d74e35bd84156c5635688c0"),
            ],
            sealed: hex(
                "7bdb6e3b432667eb06f4d14bff2fbd0fcb900f2fddbe404326601965c889bf17"
                    + "dba77ceb094fa663b7a3f748ba8af829ea64ad544a272e9c485b62a3fd5c0d"
            )
        ),
    ]

    /// Made with PyCryptodome 3, which has its own S2V: around the length of a block, with none, one and two parts, and
    /// with parts and texts that are empty.
    static let independent = [
        Vector(plain: hex(""), associated: [], sealed: hex("d4fc53b9c44c2aeea87bfb8c983b136c")),
        Vector(plain: hex(""), associated: [[]], sealed: hex("6ff5b8ef53fc365606cd3ea047374885")),
        Vector(plain: hex(""), associated: [[], []], sealed: hex("de37bc4ba1d9d3dec5c042db92109a14")),
        Vector(plain: hex(""), associated: [hex("646972")], sealed: hex("ac60ab4c43926aeaacbf2b0638bbde9c")),
        Vector(
            plain: hex(""),
            associated: [hex("646972"), []],
            sealed: hex("2a29af8677ff50a881c646a6de0a2ede")
        ),
        Vector(plain: hex("61"), associated: [], sealed: hex("ba092609c39c78a53203bb6c759c7396d9")),
        Vector(plain: hex("61"), associated: [[]], sealed: hex("f196e2fbecd4e8cf16e575e8902e15cf0d")),
        Vector(plain: hex("61"), associated: [[], []], sealed: hex("dd1cc22cbcab089410b8915c9a268e006d")),
        Vector(
            plain: hex("61"),
            associated: [hex("646972")],
            sealed: hex("2ed3caf8af31ca480094fd0eab934a9c0a")
        ),
        Vector(
            plain: hex("61"),
            associated: [hex("646972"), []],
            sealed: hex("e09816ab00330867a1833717474005d91e")
        ),
        Vector(
            plain: hex("787878787878787878787878787878"),
            associated: [],
            sealed: hex("4d6373137005f2eda7a5181196a9b0f8be1cb202ef3092c749ba2c55ea99f1")
        ),
        Vector(
            plain: hex("787878787878787878787878787878"),
            associated: [[]],
            sealed: hex("05ca711bf7c3396d5fd061b2d6a9a275202c189f6346ad1983ed5f2ac77d56")
        ),
        Vector(
            plain: hex("787878787878787878787878787878"),
            associated: [[], []],
            sealed: hex("75d120527195a24494077939021fb38f7a59b531f89bc7f92847555dd9b0af")
        ),
        Vector(
            plain: hex("787878787878787878787878787878"),
            associated: [hex("646972")],
            sealed: hex("ae79a1e19c0eaf1b2bf5db6c53e1cf25876c443778bdfb5f8f4938ea574c9f")
        ),
        Vector(
            plain: hex("787878787878787878787878787878"),
            associated: [hex("646972"), []],
            sealed: hex("919d208304aacc7dd98b681b842db8bfc744c08ed283d5457e6e58731ae50c")
        ),
        Vector(
            plain: hex("78787878787878787878787878787878"),
            associated: [],
            sealed: hex("b35d2726d15baeb000695f18227ac859b71680e1df0ed60526f0a47f9babcbc9")
        ),
        Vector(
            plain: hex("78787878787878787878787878787878"),
            associated: [[]],
            sealed: hex("da7c52f3162a8dbced79c506cf5ee0b5bb13e89930d2e62f36999ceba7f03c1f")
        ),
        Vector(
            plain: hex("78787878787878787878787878787878"),
            associated: [[], []],
            sealed: hex("ab5deddca086d9272dc0c6831d823fb75657e159acb94aa317c8c3ed5b6ebe74")
        ),
        Vector(
            plain: hex("78787878787878787878787878787878"),
            associated: [hex("646972")],
            sealed: hex("884b17ea7b19bfa6229e7efc988d92cf770e5e5b6bb1330f24c07ccf1d542326")
        ),
        Vector(
            plain: hex("78787878787878787878787878787878"),
            associated: [hex("646972"), []],
            sealed: hex("8c7231133da1091b9373f1d49204323284bd5ccdb86e67299f00619d9877d9bd")
        ),
        Vector(
            plain: hex("7878787878787878787878787878787878"),
            associated: [],
            sealed: hex("b2e9b8ea408b8e666d6c70f629f9e472ed2b40d00ba0052e83b2a38dac5b2c6354")
        ),
        Vector(
            plain: hex("7878787878787878787878787878787878"),
            associated: [[]],
            sealed: hex("1bbb6919d9e6d18f299230aa8725de34f6be7643d9cd025faa9e27c00f183f6a2c")
        ),
        Vector(
            plain: hex("7878787878787878787878787878787878"),
            associated: [[], []],
            sealed: hex("a82e9fd67a8d34492cdd85adcf7b8f54605075a165690f5106df75bb8c13b8a753")
        ),
        Vector(
            plain: hex("7878787878787878787878787878787878"),
            associated: [hex("646972")],
            sealed: hex("e1fb8a84e5cb823a44e9f181019a04d4bac605e104772c5acd6f2226e514223590")
        ),
        Vector(
            plain: hex("7878787878787878787878787878787878"),
            associated: [hex("646972"), []],
            sealed: hex("67a8514dad1844e3cb121a376a418d18cbe652df596016e04671f45612b2de6fe0")
        ),
        Vector(
            plain: Array(0..<100),
            associated: [],
            sealed: hex(
                "97776268a86697b4648501901e68224d203f5214654a02ac3cef7fa48393f375043b343a9dc2abb2"
                    + "475e0080b5eef33091e7c26894b072006cfe62f4a7e366ddad60a74ba60c9b921e1cd3c72c33bfd5"
                    + "ed27a79d5468665fe553a2f20da17af2d208816b70417f3a7958d56232c285652973e193"
            )
        ),
        Vector(
            plain: Array(0..<100),
            associated: [[]],
            sealed: hex(
                "77e4db48b2a7532c56289d1572ecd7e049a87a2fd87f842aa20a06cdc4e29697af95e19573e07ae4"
                    + "0b3a353ed0dfb35154b35c4a277f2dd0a812b5c49f5fc36224936df392d2697bcc7a0088f11c0f50"
                    + "6a29e6315a23fb50bd405dbe986702c1274d455071327d043c3859dbec58211736c2815c"
            )
        ),
        Vector(
            plain: Array(0..<100),
            associated: [[], []],
            sealed: hex(
                "91f4737a18542ed86f07e956fea825b02bdb8bb10eed8b316610bf2618e927c691a135088d23e23e"
                    + "3955ce9a577ab2746d1561265d2c268088f2e7c21142abe30f073e55556e636d48f20cd3b0eae1bc"
                    + "a49b47563252c5e3ef94845e2d27a290d5ff0e14c328e172a06c21a2b84aa5e1984c5d11"
            )
        ),
        Vector(
            plain: Array(0..<100),
            associated: [hex("646972")],
            sealed: hex(
                "3e224b45730d4e10c4c3dbbc150c515c8ecdc38a5d7ac8004e0dcd1a082fe9350560455cdefa27dd"
                    + "28000689b549713a62996cce5d63474b831d080170f33e577331cbfc487adcb06170dfc04c907c91"
                    + "5a2ab16da5d864b77bfd4c432ad80e6a3c20619168e585b87fbc145b4c776b93b3070af1"
            )
        ),
        Vector(
            plain: Array(0..<100),
            associated: [hex("646972"), []],
            sealed: hex(
                "896b0394ba1f80d33eec6c47e96d717cc2c3813a1424e66129c4c7e5f6225fc00560bbbb96d2d970"
                    + "00739b13d1d1fceb942f5586e148b7f79152ea0d56012c53d1af923ee82678d73c6b3a05ef19e1be"
                    + "b3cede0728220080b80ec966508a47cb6e629d0731985cf6f32ec643d40ffff7b89456af"
            )
        ),
    ]

    @Test("published examples", arguments: published)
    func examples(_ vector: Vector) throws {
        let key = try SecretBytes(vector.key)
        #expect(try AESSIV.seal(vector.plain, associated: vector.associated, key: key) == vector.sealed)
        #expect(try AESSIV.open(vector.sealed, associated: vector.associated, key: key) == vector.plain)
    }

    @Test("agrees with another implementation", arguments: independent)
    func agreement(_ vector: Vector) throws {
        let key = try SecretBytes(vector.key)
        #expect(try AES256SIV.seal(vector.plain, associated: vector.associated, key: key) == vector.sealed)
        #expect(try AES256SIV.open(vector.sealed, associated: vector.associated, key: key) == vector.plain)
    }

    @Test("a flipped bit anywhere fails")
    func flipped() throws {
        for vector in Self.independent where !vector.associated.isEmpty {
            let key = try SecretBytes(vector.key)
            for sealed in flips(of: vector.sealed) {
                expectFailure(.authenticationFailed) {
                    _ = try AES256SIV.open(sealed, associated: vector.associated, key: key)
                }
            }
            for other in flips(of: vector.associated[0]) {
                expectFailure(.authenticationFailed) {
                    _ = try AES256SIV.open(vector.sealed, associated: [other], key: key)
                }
            }
        }
    }

    @Test("no part is not an empty part")
    func parts() throws {
        let key = try SecretBytes(Array(0..<64))
        let sealed = try AES256SIV.seal([1, 2, 3], associated: [[]], key: key)
        expectFailure(.authenticationFailed) { _ = try AES256SIV.open(sealed, key: key) }
        expectFailure(.authenticationFailed) {
            _ = try AES256SIV.open(sealed, associated: [[], []], key: key)
        }
    }

    @Test("too few bytes and wrong sizes are refused")
    func sizes() throws {
        let key = try SecretBytes(Array(0..<64))
        for count in 0..<16 {
            expectFailure(.authenticationFailed) {
                _ = try AES256SIV.open(Array(repeating: 0, count: count), key: key)
            }
        }
        expectFailure(.parameters) { _ = try AES256SIV.seal([1], key: SecretBytes(Array(0..<32))) }
        expectFailure(.parameters) {
            _ = try AES256SIV.seal([1], associated: Array(repeating: [1], count: 127), key: key)
        }
    }
}
