import CLinux
import Glibc
import HearthTesting
import Synchronization
import Testing

/// Runs tests that need mounts: on a thread with mounts of its own, which go with it.
///
/// Only root can.
enum ThreadMounts {
    /// Whether that works here; the reason to skip otherwise.
    static let available: Bool = {
        let result = Atomic(false)
        ThreadGroup.run(count: 1) { _ in result.store(hearth_private_mounts() == 0, ordering: .relaxed) }
        return result.load(ordering: .relaxed)
    }()

    static let reason: Comment = "needs root and a mount namespace"

    /// Runs the body with private mounts; what it throws is recorded.
    static func run(_ body: @escaping @Sendable () throws -> Void) throws {
        let failure = Mutex<(any Error)?>(nil)
        ThreadGroup.run(count: 1) { _ in
            guard hearth_private_mounts() == 0 else { return }
            do { try body() } catch { failure.withLock { $0 = error } }
        }
        if let error = failure.withLock({ $0 }) { throw error }
    }
}
