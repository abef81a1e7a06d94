import Testing

@testable import HearthCrypto

@Suite("JSON Web Tokens")
struct JWTTests {
    /// RFC 7515, appendix A.1.
    static let header = Array("{\"typ\":\"JWT\",\r\n \"alg\":\"HS256\"}".utf8)
    static let payload = Array(
        "{\"iss\":\"joe\",\r\n \"exp\":1300819380,\r\n \"http://example.com/is_root\":true}".utf8
    )
    static let token = Array(
        ("eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9"
            + ".eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ"
            + ".dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk").utf8
    )

    static func key() throws -> SecretBytes {
        let text = "AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow"
        return try SecretBytes(#require(Base64URL.decode(text)))
    }

    @Test("published example")
    func example() throws {
        let key = try Self.key()
        let made = try JWT.sign(header: Self.header, payload: Self.payload, algorithm: .hs256, key: key)
        #expect(made == Self.token)
        let token = try JWT(parsing: Self.token)
        #expect(token.payload == Self.payload)
        #expect(token.algorithm == "HS256")
        try token.verify(allowing: [.hs256], key: key)
    }

    @Test("comes back in every algorithm", arguments: JWT.Algorithm.allCases)
    func roundTrip(_ algorithm: JWT.Algorithm) throws {
        let key = try Self.key()
        let made = try JWT.encode(Self.payload, algorithm: algorithm, keyID: "some key", key: key)
        let token = try JWT(parsing: made)
        #expect(token.payload == Self.payload)
        #expect(token.keyID == "some key")
        try token.verify(allowing: Set(JWT.Algorithm.allCases), key: key)
        for other in JWT.Algorithm.allCases where other != algorithm {
            expectFailure(.unsupported) { try token.verify(allowing: [other], key: key) }
        }
        expectFailure(.authenticationFailed) {
            try token.verify(allowing: [algorithm], key: SecretBytes([1]))
        }
    }

    @Test("a flipped bit anywhere fails")
    func flipped() throws {
        let key = try Self.key()
        for other in flips(of: Self.token) {
            #expect(throws: CryptoError.self) {
                try JWT(parsing: other).verify(allowing: Set(JWT.Algorithm.allCases), key: key)
            }
        }
    }

    @Test("a token without a signature is never taken", arguments: ["none", "None", "RS256", "", "hs256"])
    func algorithms(_ name: String) throws {
        let header = Base64URL.encode(Array("{\"alg\":\"\(name)\"}".utf8))
        let text = "\(header).\(Base64URL.encode(Self.payload))."
        let token = try JWT(parsing: Array(text.utf8))
        expectFailure(.unsupported) {
            try token.verify(allowing: Set(JWT.Algorithm.allCases), key: Self.key())
        }
    }

    @Test(
        "damaged tokens are refused",
        arguments: [
            "", ".", "..", "a.b", "e30.e30.e30", "e30=.e30.", "eyJhbGciOiJIUzI1NiJ9.e30",
            "eyJhbGciOiJIUzI1NiJ9.e30.a.b",
            "eyJhbGciOiJIUzI1NiJ9 .e30.", "eyJhbGciOiJIUzI1NiJ8.e30.", "ImEi.e30.", "eyJhbGciOjF9.e30.",
        ]
    )
    func damaged(_ text: String) {
        expectFailure(.invalidInput) { _ = try JWT(parsing: Array(text.utf8)) }
    }

    @Test("critical extensions and long tokens are refused")
    func bounds() {
        let header = Base64URL.encode(Array("{\"alg\":\"HS256\",\"crit\":[\"x\"]}".utf8))
        expectFailure(.unsupported) { _ = try JWT(parsing: Array("\(header).e30.".utf8)) }
        expectFailure(.invalidInput) {
            _ = try JWT(parsing: Self.token + Array(repeating: UInt8(ascii: "A"), count: JWT.longestToken))
        }
    }

    @Test("ids that would break the header are refused", arguments: ["\"", "\\", "\n", "ä"])
    func ids(_ id: String) throws {
        let key = try Self.key()
        expectFailure(.parameters) { _ = try JWT.encode([], algorithm: .hs256, keyID: id, key: key) }
    }
}
