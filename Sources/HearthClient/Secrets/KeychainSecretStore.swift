#if canImport(Security)
import Foundation
import Security

/// The keychain of Apple's systems: generic passwords of this app, readable after the first unlock, on this device alone.
public final class KeychainSecretStore: SecretStore {
    private let service: String
    private let accessGroup: String?

    /// Takes a name for the items, and the group that apps share them in.
    public init(service: String = "org.hearth.client", accessGroup: String? = nil) {
        self.service = service
        self.accessGroup = accessGroup
    }

    /// The secret.
    public func read(_ key: SecretKey) async throws(SessionError) -> [UInt8]? {
        try await BlockingWork.run { [self] () throws(SessionError) in
            var query = item(key)
            query[kSecReturnData] = true
            query[kSecMatchLimit] = kSecMatchLimitOne
            var found: CFTypeRef?
            let status = SecItemCopyMatching(query as CFDictionary, &found)
            if status == errSecItemNotFound { return nil }
            guard status == errSecSuccess, let data = found as? Data else { throw failure(status) }
            return Array(data)
        }
    }

    /// Adds or replaces a secret.
    public func write(_ secret: [UInt8], for key: SecretKey) async throws(SessionError) {
        try await BlockingWork.run { [self] () throws(SessionError) in
            let values: [CFString: Any] = [
                kSecValueData: Data(secret),
                kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly,
            ]
            let query = item(key)
            var status = SecItemUpdate(query as CFDictionary, values as CFDictionary)
            if status == errSecItemNotFound {
                status = SecItemAdd(query.merging(values) { $1 } as CFDictionary, nil)
            }
            guard status == errSecSuccess else { throw failure(status) }
        }
    }

    /// Forgets a secret.
    public func remove(_ key: SecretKey) async throws(SessionError) {
        try await BlockingWork.run { [self] () throws(SessionError) in
            let status = SecItemDelete(item(key) as CFDictionary)
            guard status == errSecSuccess || status == errSecItemNotFound else { throw failure(status) }
        }
    }

    /// Forgets every secret of an area; each item's account begins with the area.
    public func removeAll(area: String) async throws(SessionError) {
        try await BlockingWork.run { [self] () throws(SessionError) in
            var query = base
            query[kSecReturnAttributes] = true
            query[kSecMatchLimit] = kSecMatchLimitAll
            var found: CFTypeRef?
            let status = SecItemCopyMatching(query as CFDictionary, &found)
            if status == errSecItemNotFound { return }
            guard status == errSecSuccess, let items = found as? [[CFString: Any]] else {
                throw failure(status)
            }
            for account in items.compactMap({ $0[kSecAttrAccount] as? String })
            where account.hasPrefix(area + "/") {
                var one = base
                one[kSecAttrAccount] = account
                let status = SecItemDelete(one as CFDictionary)
                guard status == errSecSuccess || status == errSecItemNotFound else { throw failure(status) }
            }
        }
    }

    /// The keychain encrypts what it keeps.
    public var holdsFolderPasswords: Bool { true }

    private var base: [CFString: Any] {
        var query: [CFString: Any] = [kSecClass: kSecClassGenericPassword, kSecAttrService: service]
        if let accessGroup { query[kSecAttrAccessGroup] = accessGroup }
        return query
    }

    private func item(_ key: SecretKey) -> [CFString: Any] {
        var query = base
        query[kSecAttrAccount] = "\(key.area)/\(key.kindText)"
        return query
    }

    private func failure(_ status: OSStatus) -> SessionError {
        let text = SecCopyErrorMessageString(status, nil).map { $0 as String } ?? "error \(status)"
        return SessionError(.secretStore(text))
    }
}
#endif
