package import HearthConcurrency
import HearthCrypto
package import HearthHTTP
package import HearthLog
import Synchronization

/// Keeps a home's own certificate in use: takes it to the listener, renews it, and says what devices need to trust it.
///
/// Its calls block for short times; they take turns.
package final class CertificateKeeper: Sendable {
    /// Gives the listener certificate and key.
    package typealias Apply = @Sendable (TLSConfiguration) throws(HTTPError) -> Void

    private struct Present {
        var trust: TrustMaterial?
        /// Whether the listener has yet to take what is on the disk: taking it may have failed.
        var isDue = true
        /// What was said already, so that a log does not fill with it.
        var said: Set<String> = []
    }

    private let local: LocalCertificate
    private let apply: Apply
    private let log: Logger
    /// Held during work on the files.
    private let turn = Mutex<Void>(())
    private let present = Mutex(Present())

    /// Does nothing yet.
    ///
    /// - Parameters:
    ///   - local: the files.
    ///   - log: hears of renewals.
    ///   - apply: gives them to the listener.
    package init(local: LocalCertificate, log: Logger, apply: @escaping Apply) {
        self.local = local
        self.log = log
        self.apply = apply
    }

    /// What devices need to trust the certificate; nil while there is none.
    package var trust: TrustMaterial? { present.withLock { $0.trust } }

    /// Renews what is due and gives the listener what it does not have.
    ///
    /// - Parameter always: gives it to the listener though nothing changed.
    /// - Throws: `ServiceError`, `HTTPError`; the listener keeps what it had.
    package func look(always: Bool = false) throws {
        try turn.withLock { _ in
            guard let state = try local.renew() else { return }
            if state.change != .none {
                log.info("renewed this home's certificate", Self.fields(state))
            }
            if !state.leftOut.isEmpty {
                sayOnce(
                    "a name of this machine is not in its certificate: the authority may not vouch for it; see hearth tls init --help",
                    ["names": .string(state.leftOut.joined(separator: " "))]
                )
            }
            try use(state, always: always || state.change != .none)
        }
    }

    /// Makes what is missing, for `hearth tls init` beside a running server.
    ///
    /// - Throws: as `LocalCertificate.make`, and `HTTPError`.
    @discardableResult
    package func make(names: [String]?, force: Bool) throws -> LocalCertificate.State {
        try turn.withLock { _ in
            let state = try local.make(names: names, force: force)
            if state.change != .none { log.info("made a certificate for this home", Self.fields(state)) }
            try use(state, always: true)
            return state
        }
    }

    /// Looks regularly until its task is cancelled; failures are logged once.
    ///
    /// - Parameters:
    ///   - interval: between two looks: how long a new address may be missing.
    ///   - pool: does the blocking work.
    package func run(every interval: Duration, on pool: ThreadPool) async {
        while (try? await Task.sleep(for: interval)) != nil {
            do {
                try await pool.run { try self.look() }
                present.withLock { $0.said = $0.said.filter { !$0.hasPrefix(Self.failure) } }
            } catch is CancellationError {
                return
            } catch {
                sayOnce("\(Self.failure), the old one stays in use", ["error": .string(Self.text(error))])
            }
        }
    }

    private static let failure = "this home's certificate could not be renewed"

    private func use(_ state: LocalCertificate.State, always: Bool) throws {
        let isDue = present.withLock { present in
            if always { present.isDue = true }
            return present.isDue
        }
        guard isDue else { return }
        let material = try TrustMaterial(state)
        try apply(local.files)
        present.withLock { present in
            present.trust = material
            present.isDue = false
        }
    }

    private func sayOnce(_ text: String, _ fields: KeyValuePairs<String, LogValue>) {
        let key = text + fields.map { "\($0.key)\($0.value)" }.joined()
        if present.withLock({ $0.said.insert(key).inserted }) { log.warning(text, fields) }
    }

    private static func fields(_ state: LocalCertificate.State) -> KeyValuePairs<String, LogValue> {
        let names = state.server.names
        let all = names.hosts + names.addresses.compactMap(CertificateNames.text)
        return ["names": .string(all.joined(separator: " ")), "ends": .int(state.server.notAfter)]
    }

    private static func text(_ error: any Error) -> String {
        switch error {
        case let error as ServiceError: error.message
        case let error as HTTPError: error.message
        default: "\(error)"
        }
    }
}
