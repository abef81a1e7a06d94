import Testing

@testable import HearthCrypto

@Suite("Password hashes", .timeLimit(.minutes(10)))
struct PasswordHashTests {
    private static let quick = Argon2Parameters(memory: 64, passes: 1, lanes: 1)

    @Test("RFC 9106, section 5.3")
    func published() throws {
        let tag = try Argon2id.derive(
            Array(repeating: 1, count: 32),
            salt: Array(repeating: 2, count: 16),
            parameters: Argon2Parameters(memory: 32, passes: 3, lanes: 4),
            secret: Array(repeating: 3, count: 8),
            associated: Array(repeating: 4, count: 12)
        )
        #expect(Hex.encode(tag) == "0d640df58d78766c08c037a34a8b53c9d01ef0452d75b65eb52520e96b01e659")
    }

    /// Known answers of the reference implementation (phc-winner-argon2, src/test.c, version 0x13).
    @Test(
        "the reference implementation's strings verify",
        arguments: [
            "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc",
            "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
            "$argon2id$v=19$m=256,t=2,p=2$c29tZXNhbHQ$bQk8UB/VmZZF4Oo79iDXuL5/0ttZwg2f/5U52iv1cDc",
        ]
    )
    func reference(_ phc: String) throws {
        #expect(try PasswordHash.verify(Array("password".utf8), against: phc))
        #expect(try !PasswordHash.verify(Array("passwore".utf8), against: phc))
        #expect(PasswordHash.needsUpgrade(phc))
    }

    @Test("today's parameters, a new salt each time")
    func standard() throws {
        let password = Array("correct horse".utf8)
        let phc = try PasswordHash.make(password)
        #expect(phc.hasPrefix("$argon2id$v=19$m=65536,t=3,p=1$"))
        #expect(!PasswordHash.needsUpgrade(phc))
        #expect(try PasswordHash.verify(password, against: phc))
        #expect(try !PasswordHash.verify(Array("correct horsf".utf8), against: phc))
        #expect(
            try PasswordHash.make(password, parameters: Self.quick)
                != PasswordHash.make(password, parameters: Self.quick)
        )
    }

    @Test(
        "passwords are bytes: empty, with zeros, long",
        arguments: [[], [0], [0, 0], Array(repeating: 0xFF, count: 5000)]
    )
    func passwords(_ password: [UInt8]) throws {
        let phc = try PasswordHash.make(password, parameters: Self.quick)
        #expect(try PasswordHash.verify(password, against: phc))
        #expect(try !PasswordHash.verify(password + [0], against: phc))
        #expect(PasswordHash.needsUpgrade(phc))
    }

    @Test(
        "what is no hash of ours is a clear error",
        arguments: [
            "", "$", "secret",
            "$argon2i$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
            "$argon2id$v=16$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
            "$argon2id$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
            "$argon2id$v=19$m=4294967295,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
            "$argon2id$v=19$m=256,t=4294967295,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
            "$argon2id$v=19$m=256,t=0,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
            "$argon2id$v=19$m=+256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
            "$argon2id$v=19$t=2,m=256,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
            "$argon2id$v=19$m=256,t=2,p=1$c29t$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
            "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$", "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ",
            "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4$",
            "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR-uIPnA4rEsF5h7TKyQwu9U1bMCHGi_4",
        ]
    )
    func malformed(_ phc: String) {
        let error = #expect(throws: CryptoError.self) { try PasswordHash.verify([], against: phc) }
        #expect(error?.code == .malformedHash)
        #expect(PasswordHash.needsUpgrade(phc))
    }

    @Test("costs out of range are refused")
    func costs() {
        let error = #expect(throws: CryptoError.self) {
            try PasswordHash.make([1], parameters: Argon2Parameters(memory: 1, passes: 1, lanes: 1))
        }
        #expect(error?.code == .parameters)
    }
}
