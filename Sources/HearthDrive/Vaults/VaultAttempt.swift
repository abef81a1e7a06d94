import HearthCrypto

/// One token that tries one password on one root: what is the same is tried once.
struct Entrance: Hashable, Sendable {
    var root: Int
    var session: Int
    var address: String
    var mark: PasswordMark
}

/// One password tried on one root, by whatever tokens.
struct Derivation: Hashable, Sendable {
    var root: Int
    var mark: PasswordMark
}

/// Everybody who is on the way in with the same password.
struct Arrival: Sendable {
    var count = 0
    var derived: DerivedKeys?
}

/// Keys that a password gave, and the file they came out of.
struct DerivedKeys: Sendable {
    var keys: VaultKeys
    var file: SHA256Digest
}
