package import HearthClient

/// A store of secrets in which `$HEARTH_TOKEN` is the token of every area; it is never written.
package struct TokenOverride: SecretStore {
    private let token: [UInt8]
    private let store: any SecretStore

    /// Takes the token, and the store for everything else.
    package init(_ token: String, over store: any SecretStore) {
        self.token = Array(token.utf8)
        self.store = store
    }

    /// The variable's token, or another secret of the store.
    package func read(_ key: SecretKey) async throws(SessionError) -> [UInt8]? {
        key.kind == .token ? token : try await store.read(key)
    }

    /// Writes into the store.
    package func write(_ secret: [UInt8], for key: SecretKey) async throws(SessionError) {
        try await store.write(secret, for: key)
    }

    /// Removes from the store; a token that the variable gave is not the store's to forget.
    package func remove(_ key: SecretKey) async throws(SessionError) {
        if key.kind != .token { try await store.remove(key) }
    }

    /// Removes from the store.
    package func removeAll(area: String) async throws(SessionError) { try await store.removeAll(area: area) }

    /// As the store.
    package var holdsFolderPasswords: Bool { get async { await store.holdsFolderPasswords } }
}
