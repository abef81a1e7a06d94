import Testing

@testable import HearthCrypto

@Suite("Configurations of vaults")
struct VaultConfigurationTests {
    let keys: VaultKeys

    init() throws { keys = try VaultVectors.keys() }

    private static let keyID = "masterkeyfile:masterkey.cryptomator"

    private func token(
        _ payload: String,
        algorithm: JWT.Algorithm = .hs256,
        keyID: String? = keyID
    ) throws -> [UInt8] {
        try JWT.encode(Array(payload.utf8), algorithm: algorithm, keyID: keyID, key: keys.signingKey())
    }

    @Test("takes what another implementation wrote")
    func agreement() throws {
        try VaultConfiguration.check(VaultVectors.configuration)
        try VaultConfiguration.verify(VaultVectors.configuration, keys: keys)
        try VaultConfiguration.verify(VaultVectors.configuration + [0x0A], keys: keys)
    }

    /// Signed with Python's hmac.
    @Test(
        "takes all three signatures",
        arguments: [
            ("TMjU2In0", "aVunG4MLW9GFgv2BtYs35W1CdxEZtXLNdKRvClUKcO0"),
            ("TMzg0In0", "tbQV1idxZ8DCAerCq0mudJsBLAdEwzI2boFJ_eI8XF0S891DK7RIn2x3oMXbaN3F"),
            (
                "TNTEyIn0",
                "NA0j0hL9-yD7O6OGFK1OXawwEwwP5X28by_Smk9eoGKfih8csR2EEDxOmKpd9V5_QEVWeJhvV7F4JYjoUyw2BA"
            ),
        ]
    )
    func signatures(_ ending: String, _ signature: String) throws {
        let header = "eyJraWQiOiJtYXN0ZXJrZXlmaWxlOm1hc3RlcmtleS5jcnlwdG9tYXRvciIsInR5cCI6IkpXVCIsImFsZyI6Ikh"
        let payload =
            "eyJqdGkiOiJkOTg1NWVmNy00ODI4LTQ4NWEtYTAzMy03NmNjNDE4ZWVkZWYiLCJmb3JtYXQiOjgsImNpcGhlckNvbWJvIjoiU0lWX0dDTSIs"
            + "InNob3J0ZW5pbmdUaHJlc2hvbGQiOjIyMH0"
        try VaultConfiguration.verify(Array("\(header)\(ending).\(payload).\(signature)".utf8), keys: keys)
    }

    @Test("what is made is taken, and only with its keys")
    func roundTrip() throws {
        let made = try VaultConfiguration.make(keys)
        try VaultConfiguration.check(made)
        try VaultConfiguration.verify(made, keys: keys)
        #expect(try VaultConfiguration.make(keys) != made, "each vault has an id of its own")
        expectFailure(.authenticationFailed) { try VaultConfiguration.verify(made, keys: .random()) }
        let jwt = try JWT(parsing: made)
        #expect(jwt.algorithm == "HS256")
        #expect(jwt.keyID == Self.keyID)
        let payload = try FlatJSON(jwt.payload)
        #expect(payload.number("format") == 8)
        #expect(payload.number("shorteningThreshold") == 220)
        #expect(payload.text("cipherCombo") == "SIV_GCM")
        #expect(payload.text("jti")?.utf8.count == 36)
        // Some programs read the first two parts with the standard alphabet.
        let parts = made.split(separator: UInt8(ascii: "."))
        #expect(!parts[0].contains(UInt8(ascii: "-")) && !parts[0].contains(UInt8(ascii: "_")))
        #expect(!parts[1].contains(UInt8(ascii: "-")) && !parts[1].contains(UInt8(ascii: "_")))
    }

    @Test("a flipped bit anywhere fails")
    func flipped() throws {
        for token in [try VaultConfiguration.make(keys), VaultVectors.configuration] {
            for other in flips(of: token) {
                #expect(throws: CryptoError.self) { try VaultConfiguration.verify(other, keys: keys) }
            }
        }
    }

    @Test(
        "other kinds of vaults are refused before any password, by name",
        arguments: [
            ("\"format\":7,\"cipherCombo\":\"SIV_CTRMAC\"", "vault format 7 (SIV_CTRMAC)"),
            ("\"format\":8,\"cipherCombo\":\"SIV_CTRMAC\"", "vault format 8 (SIV_CTRMAC)"),
            ("\"format\":7,\"cipherCombo\":\"SIV_GCM\"", "vault format 7 (SIV_GCM)"),
            ("\"format\":9,\"cipherCombo\":\"SIV_GCM\"", "vault format 9 (SIV_GCM)"),
            ("\"format\":8,\"cipherCombo\":\"siv_gcm\"", "vault format 8 (unknown cipher)"),
            ("\"format\":8,\"cipherCombo\":\"<b>\\n\"", "vault format 8 (unknown cipher)"),
        ]
    )
    func kinds(_ fields: String, _ message: String) throws {
        let token = try token("{\"jti\":\"x\",\(fields),\"shorteningThreshold\":220}")
        let error = #expect(throws: CryptoError.self) { try VaultConfiguration.check(token) }
        #expect(error?.code == .unsupported)
        #expect(error?.message.hasPrefix(message) == true)
        expectFailure(.unsupported) { try VaultConfiguration.verify(token, keys: keys) }
    }

    @Test("other thresholds and places of keys are refused")
    func others() throws {
        let fields = "\"format\":8,\"cipherCombo\":\"SIV_GCM\""
        expectFailure(.unsupported) {
            try VaultConfiguration.check(token("{\(fields),\"shorteningThreshold\":100}"))
        }
        let good = "{\(fields),\"shorteningThreshold\":220}"
        try VaultConfiguration.check(token(good))
        expectFailure(.unsupported) { try VaultConfiguration.check(token(good, keyID: nil)) }
        expectFailure(.unsupported) {
            try VaultConfiguration.check(token(good, keyID: "hub+https://example.org"))
        }
        expectFailure(.unsupported) {
            try VaultConfiguration.check(token(good, keyID: "masterkeyfile:../masterkey.cryptomator"))
        }
        for damaged in ["{}", "{\(fields)}", "[]", "", "{\"format\":\"8\",\"cipherCombo\":\"SIV_GCM\"}"] {
            expectFailure(.invalidInput) { try VaultConfiguration.check(token(damaged)) }
        }
    }

    @Test("unsigned tokens and other files are refused", arguments: ["none", "RS256"])
    func unsigned(_ algorithm: String) {
        let header = Base64URL.encode(
            Array("{\"kid\":\"\(Self.keyID)\",\"typ\":\"JWT\",\"alg\":\"\(algorithm)\"}".utf8)
        )
        let payload = Base64URL.encode(
            Array("{\"format\":8,\"cipherCombo\":\"SIV_GCM\",\"shorteningThreshold\":220}".utf8)
        )
        expectFailure(.unsupported) {
            try VaultConfiguration.verify(Array("\(header).\(payload).".utf8), keys: keys)
        }
        expectFailure(.invalidInput) { try VaultConfiguration.check([]) }
        expectFailure(.invalidInput) { try VaultConfiguration.check(VaultVectors.keyFile) }
    }

    @Test("a key file alone tells the old formats")
    func alone() {
        let old = VaultConfiguration.refusal(ofKeyFileAlone: Array("{\"version\":7}".utf8))
        #expect(old.code == .unsupported)
        #expect(old.message.hasPrefix("vault format 7 (SIV_CTRMAC)"))
        for text in ["{\"version\":999}", "{}", "", "{\"version\":8}", "{\"version\":0}"] {
            #expect(VaultConfiguration.refusal(ofKeyFileAlone: Array(text.utf8)).code == .invalidInput)
        }
    }
}
