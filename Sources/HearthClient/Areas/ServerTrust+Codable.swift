extension ServerTrust: Codable {
    private enum CodingKeys: CodingKey { case kind, pem, fingerprint }

    private enum Kind: String, Codable { case system, authorities, pinned, pinnedUnder }

    /// Reads what ``encode(to:)`` writes; never falls back to a weaker trust.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func pem() throws -> String { try container.decode(String.self, forKey: .pem) }
        func fingerprint() throws -> KeyFingerprint {
            let text = try container.decode(String.self, forKey: .fingerprint)
            guard let fingerprint = KeyFingerprint(text) else {
                throw DecodingError.dataCorruptedError(
                    forKey: .fingerprint,
                    in: container,
                    debugDescription: "no SHA-256 fingerprint"
                )
            }
            return fingerprint
        }
        switch try container.decode(Kind.self, forKey: .kind) {
        case .system: self = .system
        case .authorities: self = .authorities(pem: try pem())
        case .pinned: self = .pinned(try fingerprint())
        case .pinnedUnder: self = .pinnedUnder(pem: try pem(), try fingerprint())
        }
    }

    /// Writes the kind, the roots as PEM, and the fingerprint as hex.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .system: try container.encode(Kind.system, forKey: .kind)
        case .authorities(let pem):
            try container.encode(Kind.authorities, forKey: .kind)
            try container.encode(pem, forKey: .pem)
        case .pinned(let fingerprint):
            try container.encode(Kind.pinned, forKey: .kind)
            try container.encode(fingerprint.description, forKey: .fingerprint)
        case .pinnedUnder(let pem, let fingerprint):
            try container.encode(Kind.pinnedUnder, forKey: .kind)
            try container.encode(pem, forKey: .pem)
            try container.encode(fingerprint.description, forKey: .fingerprint)
        }
    }
}
