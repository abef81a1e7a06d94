#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A secret of one attempt and its hash (RFC 7636: PKCE, method S256).
struct ProofKey: Sendable, Hashable {
    /// 43 characters, 256 random bits; stays here until the code is redeemed.
    let verifier: String

    /// Draws a verifier.
    init() { self.init(verifier: Self.random()) }

    /// Takes a verifier.
    init(verifier: String) { self.verifier = verifier }

    /// SHA-256 of the verifier as base64url: what the first request shows.
    var challenge: String { Self.base64URL(SHA256Hasher.digest(of: Array(verifier.utf8))) }

    /// 256 bits of the system's generator as base64url without padding.
    static func random() -> String {
        var generator = SystemRandomNumberGenerator()
        return base64URL((0..<32).map { _ in UInt8.random(in: 0...255, using: &generator) })
    }

    /// RFC 4648, section 5, without padding.
    static func base64URL(_ bytes: [UInt8]) -> String {
        String(
            Data(bytes).base64EncodedString().compactMap { character -> Character? in
                switch character {
                case "+": "-"
                case "/": "_"
                case "=": nil
                default: character
                }
            }
        )
    }
}
