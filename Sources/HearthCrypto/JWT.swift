/// A JSON Web Token (RFC 7519) that is signed with a shared key: JWS in its compact form (RFC 7515).
///
/// Reading one proves nothing: ``verify(allowing:key:)`` does.
package struct JWT: Sendable {
    /// The longest token that is read, in bytes.
    package static let longestToken = 16 << 10

    /// How a token is signed (RFC 7518, section 3.2); there is no "none".
    package enum Algorithm: String, Sendable, CaseIterable {
        /// HMAC with SHA-256.
        case hs256 = "HS256"
        /// HMAC with SHA-384.
        case hs384 = "HS384"
        /// HMAC with SHA-512.
        case hs512 = "HS512"

        var hash: KeyedHash {
            switch self {
            case .hs256: .sha256
            case .hs384: .sha384
            case .hs512: .sha512
            }
        }
    }

    /// How the three parts may be written.
    package enum Encoding: Sendable {
        /// base64url without padding, as RFC 7515 says.
        case strict
        /// Also the standard alphabet, and exact padding, as some programs write it.
        case tolerant
    }

    /// The header, JSON; not proved.
    package let header: [UInt8]
    /// The payload, JSON; not proved before ``verify(allowing:key:)`` has returned.
    package let payload: [UInt8]
    /// The name of the algorithm the header asks for.
    package let algorithm: String
    /// The header's "kid".
    package let keyID: String?
    private let signed: [UInt8]
    private let signature: [UInt8]

    /// Reads a token without proving it.
    ///
    /// - Throws: `.invalidInput` when it is not in its form or too long; `.unsupported` when its header says that it
    ///   must not be read by programs that do not know an extension.
    package init(parsing token: [UInt8], encoding: Encoding = .strict) throws(CryptoError) {
        guard token.count <= Self.longestToken else {
            throw CryptoError(.invalidInput, "a token is too long")
        }
        let parts = token.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 3, let header = Self.decode(parts[0], encoding),
            let payload = Self.decode(parts[1], encoding), let signature = Self.decode(parts[2], encoding)
        else { throw CryptoError(.invalidInput, "a token is not in its form") }
        let fields = try FlatJSON(header)
        guard let algorithm = fields.text("alg") else {
            throw CryptoError(.invalidInput, "a token names no algorithm")
        }
        guard !fields.contains("crit") else { throw CryptoError(.unsupported, "a token needs an extension") }
        self.header = header
        self.payload = payload
        self.algorithm = algorithm
        self.keyID = fields.text("kid")
        self.signature = signature
        signed = Array(token.prefix(parts[0].count + 1 + parts[1].count))
    }

    /// Proves the token.
    ///
    /// - Parameters:
    ///   - allowed: the algorithms the caller takes; the token's own word alone decides nothing.
    ///   - key: the shared key.
    /// - Throws: `.unsupported` for another algorithm, `.authenticationFailed` when the signature is not this key's,
    ///   `.library`.
    package func verify(allowing allowed: Set<Algorithm>, key: SecretBytes) throws(CryptoError) {
        guard let algorithm = Algorithm(rawValue: algorithm), allowed.contains(algorithm) else {
            throw CryptoError(.unsupported, "a token is signed in a way that is not allowed")
        }
        guard constantTimeEquals(try algorithm.hash.authenticate(signed, key: key), signature) else {
            throw CryptoError(.authenticationFailed, "a token's signature is not of this key")
        }
    }

    /// Signs a token.
    ///
    /// - Parameters:
    ///   - payload: JSON.
    ///   - algorithm: how to sign.
    ///   - keyID: the header's "kid": printable ASCII without quotes and backslashes.
    ///   - key: the shared key.
    /// - Returns: ASCII: three parts in base64url without padding, with dots between.
    /// - Throws: `.parameters` for another `keyID`, `.library`.
    package static func encode(
        _ payload: [UInt8],
        algorithm: Algorithm,
        keyID: String? = nil,
        key: SecretBytes
    ) throws(CryptoError) -> [UInt8] {
        guard
            (keyID ?? "").utf8.allSatisfy({
                (0x20...0x7E).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
            })
        else { throw CryptoError(.parameters, "the id of a token's key") }
        let id = keyID.map { "\"kid\":\(FlatJSON.quote($0))," } ?? ""
        let header = "{\(id)\"typ\":\"JWT\",\"alg\":\(FlatJSON.quote(algorithm.rawValue))}"
        return try sign(header: Array(header.utf8), payload: payload, algorithm: algorithm, key: key)
    }

    /// Signs any header and payload; the header must name the algorithm.
    static func sign(
        header: [UInt8],
        payload: [UInt8],
        algorithm: Algorithm,
        key: SecretBytes
    ) throws(CryptoError) -> [UInt8] {
        let signed = Array("\(Base64URL.encode(header)).\(Base64URL.encode(payload))".utf8)
        let signature = try algorithm.hash.authenticate(signed, key: key)
        return signed + Array(".\(Base64URL.encode(signature))".utf8)
    }

    private static func decode(_ part: ArraySlice<UInt8>, _ encoding: Encoding) -> [UInt8]? {
        let isTolerant = encoding == .tolerant
        if !isTolerant, part.contains(UInt8(ascii: "=")) { return nil }
        var text = Array(part)
        if !text.contains(UInt8(ascii: "=")) {
            text.append(contentsOf: repeatElement(UInt8(ascii: "="), count: (4 - text.count % 4) % 4))
        }
        return PaddedBase64.url.decode(text) ?? (isTolerant ? PaddedBase64.standard.decode(text) : nil)
    }
}
