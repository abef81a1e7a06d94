import HearthCrypto

/// What proves that a code comes back to the program that asked for it (RFC 7636); `S256` alone.
package struct CodeChallenge: Sendable, Hashable {
    /// The SHA-256 of the verifier: 32 bytes.
    package let digest: [UInt8]

    init(digest: [UInt8]) { self.digest = digest }

    /// Reads `code_challenge` and `code_challenge_method`; without a method it would be `plain`, which is refused.
    ///
    /// - Throws: `invalid_request`.
    package init(_ parameters: OAuthParameters) throws(OAuthError) {
        let text = try parameters.required("code_challenge")
        guard try parameters.optional("code_challenge_method") == "S256" else {
            throw OAuthError(.invalidRequest, "code_challenge_method has to be S256.")
        }
        guard let digest = Base64URL.decode(text), digest.count == SHA256Digest.byteCount else {
            throw OAuthError(.invalidRequest, "code_challenge is not the base64url of a SHA-256.")
        }
        self.digest = digest
    }

    /// Whether a verifier of 43 to 128 unreserved characters belongs to it.
    package func fits(_ verifier: String) -> Bool {
        guard (43...128).contains(verifier.utf8.count), verifier.utf8.allSatisfy(PercentEncoded.isUnreserved),
            let hash = try? SHA256.hash(Array(verifier.utf8))
        else { return false }
        return constantTimeEquals(hash.bytes, digest)
    }
}
