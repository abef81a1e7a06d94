import HearthCrypto
import Testing

@Suite("Certificates of a home")
struct CertificateTests {
    private static let now: Int64 = 1_800_000_000
    private static let day: Int64 = 86_400

    private struct Home {
        let authority: Certificate
        let authorityKey: CertificateKey
        let server: Certificate
        let serverKey: CertificateKey
    }

    private func home(
        names: CertificateNames = CertificateNames(hosts: ["attic"], addresses: [[127, 0, 0, 1]]),
        permitted: [String] = ["local", "attic"],
        authorityLifetime: Int64 = 3_652 * day
    ) throws -> Home {
        let authorityKey = try CertificateKey.make()
        let serverKey = try CertificateKey.make()
        let authority = try CertificateMaker.authority(
            key: authorityKey,
            commonName: "Hearth 家 0123",
            permittedHosts: permitted,
            now: Self.now,
            lifetime: authorityLifetime
        )
        let server = try CertificateMaker.server(
            key: serverKey,
            commonName: "attic",
            names: names,
            authority: (authority, authorityKey),
            now: Self.now,
            span: 397 * Self.day
        )
        return Home(authority: authority, authorityKey: authorityKey, server: server, serverKey: serverKey)
    }

    @Test("an authority says what it may do, and for how long")
    func authority() throws {
        let made = try home().authority
        #expect(made.commonName == "Hearth 家 0123")
        #expect(made.isAuthority)
        #expect(made.isIssued(by: made))
        #expect(made.notBefore == Self.now - CertificateMaker.backdating)
        #expect(made.notAfter == Self.now + 3_652 * Self.day)
        #expect(made.permittedHosts == ["local", "attic"])
        #expect(made.names == CertificateNames())
        #expect(try home(permitted: []).authority.permittedHosts.isEmpty)
    }

    @Test("a server's certificate has names, addresses and at most 397 days")
    func server() throws {
        let six: [UInt8] = [0xFD] + [UInt8](repeating: 0, count: 14) + [7]
        let names = CertificateNames(
            hosts: ["attic", "attic.local", "localhost"],
            addresses: [[127, 0, 0, 1], [192, 168, 1, 5], six]
        )
        let made = try home(names: names)
        #expect(made.server.names == names)
        #expect(made.server.commonName == "attic")
        #expect(!made.server.isAuthority)
        #expect(made.server.notAfter - made.server.notBefore == 397 * Self.day)
        #expect(made.server.notBefore == Self.now - CertificateMaker.backdating)
        #expect(made.server.isIssued(by: made.authority))
        #expect(made.server.matches(made.serverKey))
        #expect(!made.server.matches(made.authorityKey))
        #expect(try !made.server.isIssued(by: home().authority))
    }

    @Test("nothing outlives its authority")
    func end() throws {
        let made = try home(authorityLifetime: 10 * Self.day)
        #expect(made.server.notAfter == made.authority.notAfter)
    }

    @Test("PEM and DER come back, fingerprints stay")
    func forms() throws {
        let made = try home()
        let file = try made.serverKey.pem() + made.server.pem()
        let certificate = try #require(Certificate(pem: file))
        let key = try #require(CertificateKey(pem: file))
        #expect(try certificate.der() == made.server.der())
        #expect(certificate.matches(key))
        #expect(try key.fingerprint() == made.server.keyFingerprint())
        #expect(try certificate.fingerprint() == SHA256.hash(made.server.der()))
        #expect(try key.fingerprint() != made.authorityKey.fingerprint())
        for broken in [[], Array("x".utf8), Array(file.prefix(100))] {
            #expect(Certificate(pem: broken) == nil)
            #expect(CertificateKey(pem: broken) == nil)
        }
    }

    @Test("serial numbers differ")
    func serials() throws {
        let (a, b) = (try home().server, try home().server)
        #expect(try a.der() != b.der())
    }

    @Test("no names, and common names that do not fit, are refused")
    func refused() throws {
        #expect(throws: CryptoError.self) { try home(names: CertificateNames()) }
        #expect(throws: CryptoError.self) { try home(permitted: ["a,permitted;DNS:b"]) }
        #expect(throws: CryptoError.self) {
            try CertificateMaker.authority(
                key: CertificateKey.make(),
                commonName: String(repeating: "x", count: 65),
                permittedHosts: [],
                now: Self.now,
                lifetime: 1
            )
        }
    }

    @Test("text that is no host name never reaches a certificate")
    func injection() throws {
        let names = CertificateNames(
            hosts: ["attic", "x,IP:1.2.3.4", "a b", "*.local", ""],
            addresses: [[1], [10, 0, 0, 1]]
        )
        #expect(
            try home(names: names).server.names
                == CertificateNames(hosts: ["attic"], addresses: [[10, 0, 0, 1]])
        )
    }

    @Test(
        "host names",
        arguments: [
            ("attic", true), ("attic.local", true), ("xn--a-b.example", true), ("a1", true), ("", false),
            ("-a", false), ("a-", false), ("a..b", false), ("a_b", false), ("Attic", false),
            ("1.2.3.4", false),
            ("12", false), ("a.", false), (String(repeating: "a", count: 64), false),
        ]
    )
    func hosts(_ text: String, _ isHost: Bool) { #expect(CertificateNames.isHost(text) == isHost) }

    @Test(
        "addresses as text",
        arguments: [
            ([192, 168, 0, 1], "192.168.0.1"),
            ([UInt8](repeating: 0, count: 15) + [1], "::1"),
            ([UInt8](repeating: 0, count: 16), "::"),
            ([0xFD] + [UInt8](repeating: 0, count: 14) + [2], "fd00::2"),
            ([0x20, 1, 0xD, 0xB8, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0], "2001:db8:0:1::"),
            ([0x20, 1, 0xD, 0xB8, 0, 0, 0, 1, 0, 2, 0, 3, 0, 4, 0, 5], "2001:db8:0:1:2:3:4:5"),
        ] as [([UInt8], String)]
    )
    func addresses(_ bytes: [UInt8], _ text: String) { #expect(CertificateNames.text(bytes) == text) }

    @Test("fingerprints for people are groups of four digits")
    func groups() throws {
        let digest = try #require(SHA256Digest(bytes: Array(0..<32)))
        #expect(digest.grouped.hasPrefix("0001 0203 0405 "))
        #expect(digest.grouped.split(separator: " ").count == 16)
    }
}
