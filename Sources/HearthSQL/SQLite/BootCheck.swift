import Glibc
import HearthConcurrency
import HearthLog
import Synchronization

/// Checks the file after the machine was started anew.
///
/// A killed process leaves nothing to check (WAL); a power cut on a disk that lies about its cache may. The boot id
/// of the last good check is a row; while it differs from the kernel's, a check is due.
final class BootCheck: Sendable {
    private struct State {
        var connection: SQLiteConnection?
        var isCancelled = false
        var hasEnded = false
        var whenEnded: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State(hasEnded: true))

    /// The id of this start of the kernel; nil where there is none.
    static func bootID(path: String) -> String? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        let bytes = [UInt8](unsafeUninitializedCapacity: 64) { buffer, count in
            count = max(0, read(descriptor, buffer.baseAddress, buffer.count))
        }
        let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
        return line.isEmpty ? nil : String(decoding: line, as: UTF8.self)
    }

    /// Starts the check in the background.
    ///
    /// - Parameters:
    ///   - path: the database.
    ///   - condition: told of the outcome.
    ///   - passed: runs on the checking thread when nothing was found.
    func start(path: String, condition: SQLiteCondition, passed: @escaping @Sendable () -> Void) {
        condition.checking()
        state.withLock { $0.hasEnded = false }
        let started = startThread(named: "sql-check") { [self] in
            if check(path, condition) {
                condition.checked()
                passed()
            }
            end()
        }
        if !started { end() }
    }

    /// Returns when no check runs.
    func ended() async {
        await withCheckedContinuation { continuation in
            let hasEnded = state.withLock { state in
                if !state.hasEnded { state.whenEnded.append(continuation) }
                return state.hasEnded
            }
            if hasEnded { continuation.resume() }
        }
    }

    /// Stops a running check without a result: it is made at the next start.
    func cancel() {
        state.withLock { state in
            state.isCancelled = true
            state.connection?.interrupt()
        }
    }

    /// Whether the file is sound.
    private func check(_ path: String, _ condition: SQLiteCondition) -> Bool {
        do throws(SQLError) {
            let connection = try SQLiteConnection(path: path, role: .reader)
            let isCancelled = state.withLock { state in
                state.connection = connection
                return state.isCancelled
            }
            // The connection is forgotten before it closes: an interrupt must not meet a closed one.
            defer { state.withLock { $0.connection = nil } }
            if isCancelled { return false }
            let finding =
                try connection.first("PRAGMA quick_check(1)")?.text(0) ?? "no answer from quick_check"
            if finding == "ok" { return true }
            condition.damaged(finding)
        } catch {
            if error.code == .corrupt { condition.damaged(error.message) } else { condition.notice(error) }
        }
        return false
    }

    private func end() {
        let waiting = state.withLock { state in
            state.hasEnded = true
            defer { state.whenEnded = [] }
            return state.whenEnded
        }
        for continuation in waiting { continuation.resume() }
    }
}
