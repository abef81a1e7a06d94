import Synchronization

/// The exit codes of what failed, gathered from whoever tells of it.
final class FailureList: Sendable {
    private let list = Mutex<[ExitCode]>([])

    /// Adds one.
    func add(_ code: ExitCode) { list.withLock { $0.append(code) } }

    /// All so far.
    var codes: [ExitCode] { list.withLock { $0 } }
}
