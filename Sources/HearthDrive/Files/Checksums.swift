import HearthConcurrency
package import HearthCrypto
import HearthSQL
import HearthStorage
import HearthWire
import Synchronization

/// Hashes of files that were not taken when they came: the file is read once for everybody who asks.
///
/// Nothing is written but the hash, so that this work needs no row: after a restart whoever still wants to know asks
/// again. It ends when nobody has asked for a minute.
package final class Checksums: Sendable {
    /// What is known of a file's hash.
    package enum Answer: Sendable {
        /// The hash of `size` bytes, of the version that `etag` names.
        case known(SHA256Digest, size: Int64, etag: String)
        /// So many bytes have been read.
        case reading(done: Int64, total: Int64)
    }

    private struct Key: Hashable {
        var root: Int
        var path: [UInt8]
        var size: Int64
        var inode: UInt64
        var modified: FileTime
        var changed: FileTime
    }

    /// A read under way.
    private final class Reading: Sendable {
        let total: Int64
        private let state = Mutex(State())

        private struct State {
            var done: Int64 = 0
            var asked: Int64 = 0
            var result: Result<SHA256Digest, any Error>?
            var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
            var next = 0
        }

        init(total: Int64) { self.total = total }

        var done: Int64 { state.withLock { $0.done } }
        var result: Result<SHA256Digest, any Error>? { state.withLock { $0.result } }

        func note(_ done: Int64) { state.withLock { $0.done = done } }

        func ask(at second: Int64) { state.withLock { $0.asked = second } }

        func isForgotten(at second: Int64) -> Bool { state.withLock { second - $0.asked > 60 } }

        func end(_ result: Result<SHA256Digest, any Error>) {
            let waiting = state.withLock { state in
                state.result = result
                defer { state.waiting = [:] }
                return Array(state.waiting.values)
            }
            for waiter in waiting { waiter.resume() }
        }

        /// Waits for the end, at most so long.
        func wait(atMost patience: Duration) async {
            let number = state.withLock { state in
                state.next += 1
                return state.next
            }
            var timer: Task<Void, Never>?
            await withCheckedContinuation { continuation in
                let isDone = state.withLock { state in
                    if state.result != nil { return true }
                    state.waiting[number] = continuation
                    return false
                }
                if isDone {
                    continuation.resume()
                } else {
                    // Owned by this call: cancelled when the wait is over. Begun here, so that it finds who waits.
                    timer = Task {
                        try? await Task.sleep(for: patience)
                        self.release(number)
                    }
                }
            }
            timer?.cancel()
        }

        private func release(_ number: Int) {
            state.withLock { $0.waiting.removeValue(forKey: number) }?.resume()
        }
    }

    private let files: Files
    let running: RunningClock
    private let pool: ThreadPool
    private let readings = Mutex<[Key: Reading]>([:])
    /// One file at a time: the disk has others to serve.
    private let turn = AsyncLock()
    /// Files that wait for their turn, each held open.
    private static let limit = 256

    init(files: Files, running: RunningClock, pool: ThreadPool) {
        self.files = files
        self.running = running
        self.pool = pool
    }

    /// The hash of a file, if it is known or can be taken within `patience`.
    ///
    /// - Throws: what opening a file for download throws; 90007 when it changed while it was read, or too many wait.
    package func checksum(
        _ path: ResourcePath,
        _ caller: Caller,
        patience: Duration = .seconds(10)
    ) async throws -> Answer {
        let opened = try await files.open(path, caller)
        let info = opened.file.info
        if let hash = opened.hash { return .known(hash, size: info.size, etag: opened.etag) }
        let key = Key(
            root: opened.resource.root,
            path: opened.resource.path.bytes,
            size: info.size,
            inode: info.inode,
            modified: info.modified,
            changed: info.changed
        )
        let joined: Reading? = readings.withLock { readings in
            if let reading = readings[key] { return reading }
            guard readings.count < Self.limit else { return nil }
            let reading = Reading(total: info.size)
            reading.ask(at: running.now)
            readings[key] = reading
            // Owned by the table: it ends with the file, or when nobody asks any more.
            Task(executorPreference: pool) {
                do {
                    reading.end(.success(try await self.read(opened, reading, caller)))
                } catch {
                    reading.end(.failure(error))
                }
                // What waits has its own reference to the answer.
                self.readings.withLock { $0[key] = nil }
            }
            return reading
        }
        guard let reading = joined else { throw DriveError(.busy, retryAfter: 1) }
        reading.ask(at: running.now)
        await reading.wait(atMost: patience)
        guard let result = reading.result else { return .reading(done: reading.done, total: reading.total) }
        return .known(try result.get(), size: info.size, etag: opened.etag)
    }

    private func read(
        _ opened: Files.Opened,
        _ reading: Reading,
        _ caller: Caller
    ) async throws -> SHA256Digest {
        try await turn.withLock {
            let file = opened.file
            let hash = RunningHash(try SHA256Hasher())
            var position: Int64 = 0
            while position < reading.total {
                if reading.isForgotten(at: running.now) { throw DriveError(.busy, retryAfter: 1) }
                let start = position
                let end = min(reading.total, start + Self.step)
                try await files.blocking.run { try hash.add(file, from: start, to: end) }
                position = end
                reading.note(position)
            }
            let digest = try hash.finish()
            let now = try storage { try file.currentInfo() }
            let info = file.info
            guard now.size == info.size, now.modified == info.modified, now.changed == info.changed else {
                throw DriveError(.busy, retryAfter: 1)
            }
            if !opened.isEncrypted { try await files.learn(digest, of: opened, caller) }
            return digest
        }
    }

    /// The hash of a plain file that nobody waits for: whoever asks goes in between its pieces.
    ///
    /// - Returns: nil when the file changed meanwhile, or the task was cancelled.
    /// - Throws: what reading and the database throw.
    func takeQuietly(_ opened: Files.Opened, _ caller: Caller) async throws -> SHA256Digest? {
        let (file, info) = (opened.file, opened.file.info)
        let hash = RunningHash(try SHA256Hasher())
        var position: Int64 = 0
        while position < info.size {
            if Task.isCancelled { return nil }
            let start = position
            let end = min(info.size, start + Self.step)
            try await turn.withLock {
                try await files.blocking.run { try hash.add(file, from: start, to: end) }
            }
            position = end
        }
        let digest = try hash.finish()
        let now = try storage { try file.currentInfo() }
        guard now.isSameVersion(as: info), now.changed == info.changed else { return nil }
        try await files.learn(digest, of: opened, caller)
        return digest
    }

    /// Read in one go: uploads wait for the same threads.
    private static let step: Int64 = 32 << 20
}

/// A hash that one thread after the other adds to.
private final class RunningHash: Sendable {
    private struct State: ~Copyable {
        var hasher: SHA256Hasher?
    }

    private let state: Mutex<State>

    init(_ hasher: consuming SHA256Hasher) { state = Mutex(State(hasher: hasher)) }

    func add(_ file: any ReadableFile, from start: Int64, to end: Int64) throws {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 4_096)
        defer { buffer.deallocate() }
        var position = start
        while position < end {
            let want = Int(min(Int64(buffer.count), end - position))
            let part = UnsafeMutableRawBufferPointer(rebasing: buffer[..<want])
            let got = try storage { try file.read(into: part, at: position) }
            // Shorter than it was: another version.
            guard got > 0 else { throw DriveError(.busy, retryAfter: 1) }
            try state.withLock { try $0.hasher?.update(UnsafeRawBufferPointer(rebasing: part[..<got])) }
            position += Int64(got)
        }
    }

    func finish() throws -> SHA256Digest {
        try state.withLock { state in
            guard let hasher = state.hasher.take() else { throw DriveError(.internalError) }
            return try hasher.finish()
        }
    }
}

extension Files {
    /// Remembers the hash of a plain file, so that later downloads tell it at once.
    func learn(_ hash: SHA256Digest, of opened: Opened, _ caller: Caller) async throws {
        let root = opened.resource.root
        let path = opened.resource.path
        let info = opened.file.info
        let partition = try await roots.volume(of: root).partitionID
        let user = caller.user.id
        try await database.write { session in
            try FileIndex.learn(
                IndexedFile(
                    partition: partition,
                    root: root,
                    path: path,
                    info: info,
                    hash: hash,
                    identification: "",
                    creator: user
                ),
                session
            )
        }
    }
}
