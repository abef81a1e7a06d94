import HearthCrypto
import Testing

@Suite("Keys of vaults")
struct VaultKeysTests {
    /// Made with Python's hashlib and PyCryptodome; what is on disks and in databases depends on them for ever.
    @Test("derived keys never change")
    func derived() throws {
        let keys = try VaultVectors.keys()
        let expected: [(VaultKeyPurpose, String)] = [
            (.records, "695cda34cc4601de23dbc7fdd4296ddbca2a62871dd7e5247bd0a4ca678a2d33"),
            (.rows, "aaa37f65c30ec6f5f1002bbea4fbbf53117e83c13798ee3e19c017af08b9e1ac"),
            (.thumbnails, "9f22cec5d2aeef756a20ce652d3b960177d819def18b27ab5eb9e17defedd60f"),
        ]
        #expect(expected.count == VaultKeyPurpose.allCases.count)
        for (purpose, key) in expected { #expect(try keys.derived(purpose).copied == hex(key)) }
        #expect(
            try keys.authenticate(Array("abc".utf8), purpose: .rows)
                == hex("2b83bb7cc92bee6b9ecd86d84895bda08b6cb21b97c520a706f7dc0bd9df00b8")
        )
        #expect(
            try keys.sealRow(Array("Grüße/x".utf8), context: Array("uploads.dest".utf8))
                == hex("c15b6146e62ac29786fc0379466887f93a35ad18731c703ed9")
        )
    }

    @Test("rows come back, and only as what they are")
    func rows() throws {
        let keys = try VaultKeys.random()
        for plain in [[], [1], Array("a/b/c".utf8), Array(repeating: 7, count: 5000)] as [[UInt8]] {
            let sealed = try keys.sealRow(plain, context: [1])
            #expect(sealed.count == plain.count + 16)
            #expect(try keys.sealRow(plain, context: [1]) == sealed)
            #expect(try keys.openRow(sealed, context: [1]) == plain)
            expectFailure(.authenticationFailed) { _ = try keys.openRow(sealed, context: [2]) }
            expectFailure(.authenticationFailed) { _ = try VaultKeys.random().openRow(sealed, context: [1]) }
        }
        for other in flips(of: try keys.sealRow(Array("a/b".utf8), context: [])) {
            expectFailure(.authenticationFailed) { _ = try keys.openRow(other, context: []) }
        }
    }

    @Test("keys are never shown")
    func printing() throws {
        let keys = try VaultVectors.keys()
        var dumped = ""
        dump(keys, to: &dumped)
        #expect("\(keys)" == "<keys of a vault>")
        #expect(!dumped.contains("134") && !dumped.contains("86"))
    }

    @Test("other sizes of keys are refused")
    func sizes() {
        expectFailure(.parameters) {
            _ = try VaultKeys(encryption: SecretBytes([1]), authentication: .random(32))
        }
    }
}
