#if canImport(Glibc)
public import HearthWire
import Synchronization

/// The store of secrets of a Linux system: the Secret Service where there is one, otherwise a file of mode 0600.
///
/// What was once written to the file is still found there when a service appears later; writing moves it over.
public final class SystemSecretStore: SecretStore {
    private enum Service {
        case there(SecretService)
        case missing(SecretService.Absence)
    }

    private let file: FileSecretStore
    private let path: String
    private let notice: @Sendable (SecretNotice) -> Void
    private let wasNoticed = Mutex(false)
    private let opening: Mutex<Task<Service, Never>?> = Mutex(nil)
    private let open: @Sendable () async throws(SecretService.Absence) -> SecretService

    /// Takes where the file is; looks for the service at the first use.
    ///
    /// - Parameters:
    ///   - path: the file that is used where there is no service; its folder must exist when a secret is written.
    ///   - environment: says whether there is a session bus; nil for the process's own.
    ///   - notice: called once, when a secret goes into the file because there is no service.
    public convenience init(
        path: String,
        environment: [String: String]? = nil,
        notice: @escaping @Sendable (SecretNotice) -> Void
    ) {
        self.init(path: path, notice: notice) { () async throws(SecretService.Absence) in
            try await SecretService.open(environment: environment)
        }
    }

    init(
        path: String,
        notice: @escaping @Sendable (SecretNotice) -> Void,
        open: @escaping @Sendable () async throws(SecretService.Absence) -> SecretService
    ) {
        file = FileSecretStore(path: path)
        self.path = path
        self.notice = notice
        self.open = open
    }

    /// The secret, from the file or the service.
    ///
    /// Whatever is written to the service is taken out of the file, so a copy in the file is the newer one.
    public func read(_ key: SecretKey) async throws(SessionError) -> [UInt8]? {
        if let secret = try await file.read(key) { return secret }
        switch await service() {
        case .there(let service): return try await service.read(key)
        case .missing(let absence):
            guard !absence.isFault else { throw SessionError(.secretStore(absence.reason)) }
            return nil
        }
    }

    /// Writes to the service, and takes an older copy out of the file; to the file when the service fails.
    ///
    /// - Throws: also when an older copy stays in the file, because it is what would be read.
    public func write(_ secret: [UInt8], for key: SecretKey) async throws(SessionError) {
        switch await service() {
        case .there(let service):
            let turn = try await turn()
            defer { withExtendedLifetime(turn) {} }
            do throws(SessionError) {
                try await service.write(secret, for: key)
            } catch {
                guard case .secretStore(let reason) = error.kind else { throw error }
                return try await writeFile(secret, key, reason)
            }
            if try await file.read(key) != nil { try await file.remove(key) }
        case .missing(let absence): try await writeFile(secret, key, absence.reason)
        }
    }

    /// Forgets a secret in both places.
    public func remove(_ key: SecretKey) async throws(SessionError) {
        try await file.remove(key)
        if case .there(let service) = await service() { try await service.remove(key) }
    }

    /// Forgets every secret of an area in both places.
    public func removeAll(area: String) async throws(SessionError) {
        try await file.removeAll(area: area)
        if case .there(let service) = await service() { try await service.removeAll(area: area) }
    }

    /// As ``removeAll(area:)`` when the token is still this one, in one step for all programs.
    public func removeAll(area: String, whereTokenIs token: [UInt8]) async throws(SessionError) -> Bool {
        let key = SecretKey.token(area: area)
        guard case .there(let service) = await service() else {
            return try await file.removeAll(area: area, whereTokenIs: token)
        }
        let turn = try await turn()
        defer { withExtendedLifetime(turn) {} }
        var held = try await file.read(key)
        if held == nil { held = try await service.read(key) }
        guard held == token else { return false }
        try await file.removeAll(area: area)
        try await service.removeAll(area: area)
        return true
    }

    /// Whether the service is there.
    public var holdsFolderPasswords: Bool {
        get async {
            if case .there = await service() { true } else { false }
        }
    }

    /// The service cannot compare and remove in one step: whoever changes something there has the turn.
    private func turn() async throws(SessionError) -> PrivateFile.Lock {
        try await BlockingWork.run { [path] () throws(SessionError) in
            try PrivateFile.Lock(path + ".service")
        }
    }

    private func writeFile(_ secret: [UInt8], _ key: SecretKey, _ reason: String) async throws(SessionError) {
        try await file.write(secret, for: key)
        let isFirst = wasNoticed.withLock { noticed in
            defer { noticed = true }
            return !noticed
        }
        if isFirst { notice(SecretNotice(path: path, reason: reason)) }
    }

    /// The service, looked for once however many ask at a time.
    private func service() async -> Service {
        let task = opening.withLock { opening in
            if let opening { return opening }
            let task = Task { [open] in
                do throws(SecretService.Absence) {
                    return Service.there(try await open())
                } catch {
                    return Service.missing(error)
                }
            }
            opening = task
            return task
        }
        return await task.value
    }
}

/// Says that secrets are in a file, because the system has no store for them.
public struct SecretNotice: Sendable, Hashable {
    /// The file.
    public let path: String
    /// Why, in English.
    public let reason: String

    /// One sentence for people.
    public func text(_ language: WireLanguage) -> String {
        switch language {
        case .chinese: "系统没有可用的密钥服务（\(reason)），登录令牌保存在仅本人可读的文件 \(path) 中。"
        case .english:
            "There is no secret service here (\(reason)); the sign-in token is kept in \(path), readable for you alone."
        }
    }
}
#endif
