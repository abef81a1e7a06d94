/// Keeps tokens and passwords between runs, readable for their owner alone.
public protocol SecretStore: Sendable {
    /// The secret; nil when there is none.
    ///
    /// - Throws: `.secretStore`, `.storage`, `.corrupt`; never nil for a store that cannot be read.
    func read(_ key: SecretKey) async throws(SessionError) -> [UInt8]?

    /// Adds or replaces a secret; it is durable when this returns.
    ///
    /// - Throws: `.secretStore`, `.storage`, `.corrupt`, and `.secretStore` for a folder's password where
    ///   ``holdsFolderPasswords`` is false.
    func write(_ secret: [UInt8], for key: SecretKey) async throws(SessionError)

    /// Forgets a secret; quiet when there is none.
    func remove(_ key: SecretKey) async throws(SessionError)

    /// Forgets every secret of an area.
    func removeAll(area: String) async throws(SessionError)

    /// Forgets every secret of an area when its token is still this one, in one step: nobody who writes another token
    /// meanwhile loses it.
    ///
    /// - Returns: whether the token was this one.
    func removeAll(area: String, whereTokenIs token: [UInt8]) async throws(SessionError) -> Bool

    /// Whether passwords of encrypted folders may be kept here: true where the store itself is encrypted.
    var holdsFolderPasswords: Bool { get async }
}

extension SecretStore {
    /// Reads, compares and removes; enough for a store that nobody writes to meanwhile.
    public func removeAll(area: String, whereTokenIs token: [UInt8]) async throws(SessionError) -> Bool {
        guard try await read(.token(area: area)) == token else { return false }
        try await removeAll(area: area)
        return true
    }

    /// A secret that is text.
    ///
    /// - Throws: what ``read(_:)`` throws.
    public func text(_ key: SecretKey) async throws(SessionError) -> String? {
        try await read(key).map { String(decoding: $0, as: UTF8.self) }
    }
}
