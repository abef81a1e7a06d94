#if canImport(Glibc)
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Dispatch
import Glibc
import Synchronization

/// The desktop's store of secrets (freedesktop.org Secret Service), through libsecret.
///
/// Its calls block, so they have a thread of their own and 3 seconds each: a service that asks for a password on a
/// screen nobody looks at would wait for ever. After a call that ran out of time no further one is made.
public final class SecretService: SecretStore {
    /// Why there is no service to use.
    public struct Absence: Error, Sendable, Hashable {
        /// In English, for the notice.
        public let reason: String
        /// Whether there is a service, and it does not do its work: a secret may well be in it.
        public let isFault: Bool
    }

    private let library: LibSecret
    private let limit: Double
    private let queue = DispatchQueue(label: "hearth.client.secrets")
    private let isStuck = Mutex(false)

    private init(library: LibSecret, limit: Double) {
        self.library = library
        self.limit = limit
    }

    /// Finds the service, and asks it for something that is not there, to see it answer.
    ///
    /// - Parameters:
    ///   - environment: says whether there is a session bus; nil for the process's own, which GLib looks at anyway.
    ///   - limit: seconds for each call.
    /// - Returns: a service that has answered.
    /// - Throws: why there is none.
    public static func open(
        environment: [String: String]? = nil,
        limit: Double = 3
    ) async throws(Absence) -> SecretService {
        guard hasSessionBus(environment ?? ProcessInfo.processInfo.environment) else {
            throw Absence(reason: "there is no session bus", isFault: false)
        }
        // Loading reads files: not on a thread of Swift's tasks.
        guard let library = await BlockingWork.run({ LibSecret.shared }) else {
            throw Absence(reason: "libsecret is not installed", isFault: false)
        }
        let service = SecretService(library: library, limit: limit)
        switch await service.lookUp([("area", ""), ("kind", "none")]) {
        case .success: return service
        case .failure(let failure):
            throw Absence(reason: failure.message, isFault: !failure.meansAbsent)
        }
    }

    /// The secret.
    public func read(_ key: SecretKey) async throws(SessionError) -> [UInt8]? {
        guard let text = try await value(of: lookUp(Self.attributes(key))) else { return nil }
        guard let data = Data(base64Encoded: text) else {
            throw SessionError(.secretStore("the secret for \(key) is not what was written"))
        }
        return Array(data)
    }

    /// Adds or replaces a secret in the default collection.
    public func write(_ secret: [UInt8], for key: SecretKey) async throws(SessionError) {
        let text = Data(secret).base64EncodedString()
        let label = "Hearth: \(key)"
        let library = library
        let result = await call { cancellable, error -> Bool in
            library.withAttributes(Self.attributes(key)) { table in
                library.store(library.schema, table, "default", label, text, cancellable, error) != 0
            }
        }
        guard try value(of: result) else { throw SessionError(.secretStore("the secret was not stored")) }
    }

    /// Forgets a secret.
    public func remove(_ key: SecretKey) async throws(SessionError) { try await clear(Self.attributes(key)) }

    /// Forgets every secret of an area.
    public func removeAll(area: String) async throws(SessionError) { try await clear([("area", area)]) }

    /// The service encrypts what it keeps.
    public var holdsFolderPasswords: Bool { true }

    /// Whether a bus is there to be asked; starting one is not ours to do.
    static func hasSessionBus(_ environment: [String: String]) -> Bool {
        if environment["DBUS_SESSION_BUS_ADDRESS"]?.isEmpty == false { return true }
        guard let folder = environment["XDG_RUNTIME_DIR"], !folder.isEmpty else { return false }
        return access(folder + "/bus", F_OK) == 0
    }

    private static func attributes(_ key: SecretKey) -> [(String, String)] {
        [("area", key.area), ("kind", key.kindText)]
    }

    private func lookUp(_ attributes: [(String, String)]) async -> Result<String?, Failure> {
        let library = library
        return await call { cancellable, error -> String? in
            library.withAttributes(attributes) { table -> String? in
                guard let secret = library.lookup(library.schema, table, cancellable, error) else {
                    return nil
                }
                defer { library.freeSecret(secret) }
                return String(cString: secret)
            }
        }
    }

    private func clear(_ attributes: [(String, String)]) async throws(SessionError) {
        let library = library
        let result = await call { cancellable, error -> Bool in
            library.withAttributes(attributes) { table in
                // Says false, and no error, when there was nothing.
                library.clear(library.schema, table, cancellable, error) != 0
            }
        }
        _ = try value(of: result)
    }

    private func value<Value>(of result: Result<Value, Failure>) throws(SessionError) -> Value {
        switch result {
        case .success(let value): return value
        case .failure(let failure): throw SessionError(.secretStore(failure.message))
        }
    }
}

extension SecretService {
    /// What the library said.
    private struct Failure: Error {
        let message: String
        /// Nobody offers the service.
        let meansAbsent: Bool
    }

    /// Runs one call of the library on the service's thread, for no longer than the limit.
    private func call<Value: Sendable>(
        _ body: @escaping @Sendable (LibSecret.Pointer?, LibSecret.ErrorSlot) -> Value
    ) async -> Result<Value, Failure> {
        guard !isStuck.withLock({ $0 }) else { return .failure(Self.tooLate) }
        let library = library
        let cancellable = Cancellable(library)
        let answer = Answer<Result<Value, Failure>>()
        return await withCheckedContinuation { continuation in
            answer.wait(continuation)
            queue.async {
                var error: UnsafeMutablePointer<LibSecret.GError>?
                let value = body(cancellable.object, &error)
                answer.give(error.map { .failure(Self.failure($0, library)) } ?? .success(value))
            }
            DispatchQueue.global().asyncAfter(deadline: .now() + limit) { [weak self] in
                guard answer.give(.failure(Self.tooLate)) else { return }
                self?.isStuck.withLock { $0 = true }
                cancellable.cancel()
            }
        }
    }

    private static let tooLate = Failure(message: "the secret service does not answer", meansAbsent: false)

    /// Copies and frees an error.
    private static func failure(
        _ error: UnsafeMutablePointer<LibSecret.GError>,
        _ library: LibSecret
    ) -> Failure {
        defer { library.freeError(error) }
        let message = error.pointee.message.map { String(cString: $0) } ?? "unknown error"
        let domain = library.quarkText(error.pointee.domain).map { String(cString: $0) } ?? ""
        // GDBusError: 2 and 3 nobody has the name, 11 no bus, 23 to 34 it could not be started. A bus that cannot be
        // reached is one of GIO's own errors.
        let isMissing = [2, 3, 11].contains(error.pointee.code) || (23...34).contains(error.pointee.code)
        return Failure(
            message: message,
            meansAbsent: domain == "g-dbus-error-quark" ? isMissing : domain == "g-io-error-quark"
        )
    }

    /// Owns a `GCancellable`.
    private final class Cancellable: Sendable {
        // GCancellable is safe to use from any thread (GIO manual).
        nonisolated(unsafe) let object: LibSecret.Pointer
        private let library: LibSecret

        init(_ library: LibSecret) {
            self.library = library
            object = library.newCancellable()
        }

        func cancel() { library.cancel(object) }

        deinit { library.freeObject(object) }
    }

    /// Takes the first of two answers.
    private final class Answer<Value: Sendable>: Sendable {
        private let waiting = Mutex<CheckedContinuation<Value, Never>?>(nil)

        func wait(_ continuation: CheckedContinuation<Value, Never>) {
            waiting.withLock { $0 = continuation }
        }

        /// Returns whether this answer was the first.
        @discardableResult
        func give(_ value: Value) -> Bool {
            let continuation = waiting.withLock { waiting in
                defer { waiting = nil }
                return waiting
            }
            continuation?.resume(returning: value)
            return continuation != nil
        }
    }
}
#endif
