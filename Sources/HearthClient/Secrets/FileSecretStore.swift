#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Secrets in a JSON file of mode 0600, replaced whole, shared by any number of programs.
///
/// Never holds passwords of encrypted folders: the file lies beside what they protect, readable for whoever takes the
/// disk.
public final class FileSecretStore: SecretStore {
    /// By area, then by ``SecretKey/kindText``; base64.
    private struct Content: Codable, Equatable {
        var version = 1
        var areas: [String: [String: String]] = [:]
    }

    private let path: String

    /// Takes the file's path; its folder must exist when a secret is written.
    public init(path: String) { self.path = path }

    /// Reads the file anew each time: another program may have signed in meanwhile.
    public func read(_ key: SecretKey) async throws(SessionError) -> [UInt8]? {
        let content = try await BlockingWork.run { [path] () throws(SessionError) in try Self.load(path) }
        guard let text = content.areas[key.area]?[key.kindText] else { return nil }
        guard let data = Data(base64Encoded: text) else { throw SessionError(.corrupt(path: path)) }
        return Array(data)
    }

    /// Replaces the file.
    public func write(_ secret: [UInt8], for key: SecretKey) async throws(SessionError) {
        if case .folderPassword = key.kind {
            throw SessionError(.secretStore("passwords of folders are not kept in a file"))
        }
        let text = Data(secret).base64EncodedString()
        try await change { $0.areas[key.area, default: [:]][key.kindText] = text }
    }

    /// Replaces the file when the secret is in it.
    public func remove(_ key: SecretKey) async throws(SessionError) {
        try await change { content in
            content.areas[key.area]?[key.kindText] = nil
            if content.areas[key.area]?.isEmpty == true { content.areas[key.area] = nil }
        }
    }

    /// Replaces the file when it holds something of the area.
    public func removeAll(area: String) async throws(SessionError) {
        try await change { $0.areas[area] = nil }
    }

    /// Compares and replaces the file under the lock that every writer takes.
    public func removeAll(area: String, whereTokenIs token: [UInt8]) async throws(SessionError) -> Bool {
        let text = Data(token).base64EncodedString()
        let kind = SecretKey.token(area: area).kindText
        return try await change { content in
            guard content.areas[area]?[kind] == text else { return false }
            content.areas[area] = nil
            return true
        }
    }

    /// Never.
    public var holdsFolderPasswords: Bool { false }

    private func change<Result: Sendable>(
        _ change: @escaping @Sendable (inout Content) -> Result
    ) async throws(SessionError) -> Result {
        try await BlockingWork.run { [path] () throws(SessionError) in
            try PrivateFile.locked(path) { () throws(SessionError) in
                // A file that cannot be read is never written over: it may hold the only copy of a token.
                var content = try Self.load(path)
                let before = content
                let result = change(&content)
                if content != before { try Self.save(content, path) }
                return result
            }
        }
    }

    private static func load(_ path: String) throws(SessionError) -> Content {
        guard let bytes = try PrivateFile.read(path) else { return Content() }
        guard let content = try? JSONDecoder().decode(Content.self, from: Data(bytes)), content.version == 1
        else { throw SessionError(.corrupt(path: path)) }
        return content
    }

    private static func save(_ content: Content, _ path: String) throws(SessionError) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(content) else {
            throw SessionError(.storage("the secrets cannot be written as JSON"))
        }
        try PrivateFile.replace(path, with: Array(data) + [0x0A])
    }
}
