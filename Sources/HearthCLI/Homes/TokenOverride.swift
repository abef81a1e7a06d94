package import HearthClient

/// A store of secrets in which `$HEARTH_TOKEN` is the token of every area, for what speaks to servers.
///
/// A server that refuses the variable's token says nothing of the session that is kept: its end forgets nothing.
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

    /// Writes into the store; a token that was given for one process is kept nowhere.
    package func write(_ secret: [UInt8], for key: SecretKey) async throws(SessionError) {
        if key.kind != .token { try await store.write(secret, for: key) }
    }

    /// Removes from the store; a token that the variable gave is not the store's to forget.
    package func remove(_ key: SecretKey) async throws(SessionError) {
        if key.kind != .token { try await store.remove(key) }
    }

    /// Does nothing: what ends is the variable's session, and everything in the store belongs to another one.
    package func removeAll(area: String) async throws(SessionError) {}

    /// As the store.
    package var holdsFolderPasswords: Bool { get async { await store.holdsFolderPasswords } }
}
