import HearthClient
import Synchronization

/// Hashes a file in order on a thread of its own, beside whoever sends or writes it: from the page cache.
final class FileHash: Sendable {
    private struct State {
        /// Bytes that may be read.
        var limit: Int64
        var isCancelled = false
        var waiter: CheckedContinuation<Void, Never>?
    }

    private let file: LocalFile
    private let size: Int64
    private let state: Mutex<State>

    /// Prepares for the first `size` bytes.
    ///
    /// - Parameters:
    ///   - file: open for reading.
    ///   - size: how many bytes.
    ///   - available: how many of them are there already; see ``allow(upTo:)``.
    init(_ file: LocalFile, size: Int64, available: Int64) {
        self.file = file
        self.size = size
        state = Mutex(State(limit: available))
    }

    /// So many bytes from the beginning on are there.
    func allow(upTo limit: Int64) {
        let waiter = state.withLock { state in
            state.limit = max(state.limit, limit)
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume()
    }

    /// Ends the work; ``run()`` throws `.cancelled`.
    func cancel() {
        let waiter = state.withLock { state in
            state.isCancelled = true
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume()
    }

    /// Reads and hashes everything; ends within a moment when its task is cancelled.
    ///
    /// - Returns: 64 lower-case hex digits.
    /// - Throws: ``TransferError/Code/sourceChanged`` for a file that is shorter now.
    func run() async throws(TransferError) -> String {
        // The thread that reads hears of no cancelled task by itself.
        let result = await withTaskCancellationHandler {
            do throws(TransferError) {
                return Result<String, TransferError>.success(try await hashed())
            } catch {
                return .failure(error)
            }
        } onCancel: {
            cancel()
        }
        return try result.get()
    }

    private func hashed() async throws(TransferError) -> String {
        let hasher = SHA256Hasher()
        var position: Int64 = 0
        while position < size {
            let limit = await nextLimit(after: position)
            guard let limit else { throw TransferError(.cancelled) }
            let start = position
            try await WorkThreads.runAlone("hash") { () throws(TransferError) in
                try self.read(from: start, to: limit, hasher)
            }
            position = limit
        }
        return hasher.hexadecimal()
    }

    /// How far may be read now; nil when cancelled.
    private func nextLimit(after position: Int64) async -> Int64? {
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            let isReady = state.withLock { state in
                if state.isCancelled || state.limit > position { return true }
                state.waiter = continuation
                return false
            }
            if isReady { continuation.resume() }
        }
        return state.withLock { $0.isCancelled ? nil : min($0.limit, size) }
    }

    private func read(from start: Int64, to end: Int64, _ hasher: SHA256Hasher) throws(TransferError) {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 4_096)
        defer { buffer.deallocate() }
        var position = start
        while position < end {
            if state.withLock({ $0.isCancelled }) { throw TransferError(.cancelled) }
            let want = Int(min(Int64(buffer.count), end - position))
            let count = try file.read(
                into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<want]),
                at: position
            )
            guard count == want else { throw TransferError(.sourceChanged, file.path.description) }
            hasher.update(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            position += Int64(count)
        }
    }
}
