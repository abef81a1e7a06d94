import Synchronization

/// Secrets that go with the process.
public final class MemorySecretStore: SecretStore {
    private let secrets = Mutex<[SecretKey: [UInt8]]>([:])
    private let keepsPasswords: Bool

    /// Starts empty.
    ///
    /// - Parameter holdsFolderPasswords: false to behave like a file in this.
    public init(holdsFolderPasswords: Bool = true) { keepsPasswords = holdsFolderPasswords }

    /// The secret.
    public func read(_ key: SecretKey) async throws(SessionError) -> [UInt8]? {
        secrets.withLock { $0[key] }
    }

    /// Adds or replaces a secret.
    public func write(_ secret: [UInt8], for key: SecretKey) async throws(SessionError) {
        if case .folderPassword = key.kind, !keepsPasswords {
            throw SessionError(.secretStore("passwords of folders are not kept here"))
        }
        secrets.withLock { $0[key] = secret }
    }

    /// Forgets a secret.
    public func remove(_ key: SecretKey) async throws(SessionError) {
        secrets.withLock { _ = $0.removeValue(forKey: key) }
    }

    /// Forgets every secret of an area.
    public func removeAll(area: String) async throws(SessionError) {
        secrets.withLock { $0 = $0.filter { $0.key.area != area } }
    }

    /// Compares and forgets under one lock.
    public func removeAll(area: String, whereTokenIs token: [UInt8]) async throws(SessionError) -> Bool {
        secrets.withLock { secrets in
            guard secrets[.token(area: area)] == token else { return false }
            secrets = secrets.filter { $0.key.area != area }
            return true
        }
    }

    /// As it was made.
    public var holdsFolderPasswords: Bool { keepsPasswords }
}
