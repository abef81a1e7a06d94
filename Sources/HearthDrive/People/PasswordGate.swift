import Glibc
package import HearthConcurrency
package import HearthCrypto
import HearthWire
import Synchronization

/// The only door to Argon2: bounds how many derivations run and wait.
///
/// One derivation takes 64 MiB and a core for a sixth of a second; a flood of sign-ins must not take the box with
/// it. The next one beyond the queue is told to come back (90007).
package final class PasswordGate: Sendable {
    /// How many may wait.
    private static let queueLimit = 32
    private let turnstile: Turnstile
    private let parameters: Argon2Parameters
    /// Verified against for unknown accounts, so that both answers take the same time.
    private let decoy = Mutex<String?>(nil)

    /// Two at a time above 4 GiB of memory, otherwise one.
    package init(blocking: ThreadPool, parameters: Argon2Parameters = .standard) {
        self.parameters = parameters
        let pages = sysconf(Int32(_SC_PHYS_PAGES))
        let size = sysconf(Int32(_SC_PAGESIZE))
        turnstile = Turnstile(
            width: pages * size > 4 << 30 ? 2 : 1,
            queue: Self.queueLimit,
            blocking: blocking
        )
    }

    /// The PHC string of a new password.
    package func make(_ password: String) async throws -> String {
        let parameters = parameters
        return try await pass { try PasswordHash.make(Array(password.utf8), parameters: parameters) }
    }

    /// Whether the password fits; an account that does not exist (`phc` nil) costs the same time and never fits.
    package func verify(_ password: String, against phc: String?) async throws -> Bool {
        if let phc { return try await pass { try PasswordHash.verify(Array(password.utf8), against: phc) } }
        let parameters = parameters
        return try await pass { [self] in
            let known = decoy.withLock { $0 }
            guard let known else {
                // The first unknown name pays the same single derivation by making the decoy.
                let made = try PasswordHash.make(SecureRandom.bytes(16), parameters: parameters)
                decoy.withLock { $0 = made }
                return false
            }
            _ = try PasswordHash.verify(Array(password.utf8), against: known)
            return false
        }
    }

    private func pass<T: Sendable>(_ work: @escaping @Sendable () throws -> T) async throws -> T {
        try await turnstile.pass(work)
    }
}
