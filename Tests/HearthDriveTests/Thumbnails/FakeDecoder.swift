import HearthCrypto
import HearthMedia
import Synchronization

@testable import HearthDrive

/// Makes texts of files instead of images; counts, waits and fails when it is told to.
final class FakeDecoder: MediaDecoding {
    /// What it does with a file.
    enum Behavior: Sendable {
        case make
        /// Facts, and no image.
        case hasNoImage
        case refuse(MediaRefusal)
        case fail(MediaError.Kind)
    }

    /// A job that was begun.
    struct Run: Sendable {
        var job: MediaJob
        var urgency: MediaUrgency
        var hadDescriptor: Bool
    }

    private struct State {
        var behavior = Behavior.make
        var version = "fake 1"
        var runs: [Run] = []
        var isHeld = false
        var held: [CheckedContinuation<Void, Never>] = []
        var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Mutex(State())
    private let neglects = Atomic(false)

    /// How many jobs were begun.
    var count: Int { runs.count }
    var runs: [Run] { state.withLock { $0.runs } }

    func set(_ behavior: Behavior) { state.withLock { $0.behavior = behavior } }
    func set(version: String) { state.withLock { $0.version = version } }

    /// Jobs of the background never have their turn: they end when they are cancelled.
    func neglectBackground() { neglects.store(true, ordering: .relaxed) }

    /// Jobs that begin from now on wait for ``release()``.
    func hold() { state.withLock { $0.isHeld = true } }

    func release() {
        let held = state.withLock { state in
            state.isHeld = false
            defer { state.held = [] }
            return state.held
        }
        for continuation in held { continuation.resume() }
    }

    /// Waits until so many jobs were begun.
    func begun(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if state.runs.count >= count { return true }
                state.watchers.append((count, continuation))
                return false
            }
            if isThere { continuation.resume() }
        }
    }

    func version() async throws(MediaError) -> String { state.withLock { $0.version } }

    func run(
        _ job: MediaJob,
        on input: MediaInput,
        urgency: MediaUrgency
    ) async throws(MediaError) -> MediaOutcome {
        let hadDescriptor = if case .descriptor = input { true } else { false }
        let (behavior, watchers) = state.withLock { state in
            state.runs.append(Run(job: job, urgency: urgency, hadDescriptor: hadDescriptor))
            let count = state.runs.count
            let ready = state.watchers.filter { $0.count <= count }
            state.watchers.removeAll { $0.count <= count }
            return (state.behavior, ready)
        }
        for watcher in watchers { watcher.continuation.resume() }
        if neglects.load(ordering: .relaxed), urgency == .background {
            while !Task.isCancelled { await Task.yield() }
            throw MediaError(.cancelled)
        }
        await withCheckedContinuation { continuation in
            let goesOn = state.withLock { state in
                if !state.isHeld { return true }
                state.held.append(continuation)
                return false
            }
            if goesOn { continuation.resume() }
        }
        let content = try Self.read(input, size: job.size)
        switch behavior {
        case .fail(let kind): throw MediaError(kind)
        case .refuse(let refusal): return .none(refusal)
        case .hasNoImage: return .made(MediaFacts(kind: job.kind, duration: 1.5), job.outputs.map { _ in [] })
        case .make:
            let excerpt = job.kind == .text ? String(decoding: content.prefix(32), as: UTF8.self) : nil
            return .made(
                MediaFacts(kind: job.kind, width: 640, height: 480, excerpt: excerpt),
                job.outputs.map { Self.image($0, of: content) }
            )
        }
    }

    /// What it makes of a content; long enough for several blocks.
    static func image(_ output: MediaOutput, of content: [UInt8]) -> [UInt8] {
        let hash = (try? SHA256.hash(content).hex) ?? ""
        return Array("FakeImage \(output.edge) \(output.format) \(output.isAnimated) \(hash)".utf8)
    }

    private static func read(_ input: MediaInput, size: Int64) throws(MediaError) -> [UInt8] {
        guard case .reader(let reader) = input else { return try readDescriptor(input, size) }
        var content = [UInt8](repeating: 0, count: Int(size))
        var position = 0
        do {
            while position < content.count {
                let got = try content.withUnsafeMutableBytes { bytes in
                    try reader.read(
                        into: UnsafeMutableRawBufferPointer(rebasing: bytes[position...]),
                        at: Int64(position)
                    )
                }
                if got == 0 { break }
                position += got
            }
        } catch {
            throw MediaError(.input, "\(error)")
        }
        return Array(content[..<position])
    }

    private static func readDescriptor(_ input: MediaInput, _ size: Int64) throws(MediaError) -> [UInt8] {
        guard case .descriptor(let number) = input else { return [] }
        // Large ones are sparse files whose beginning is all that differs.
        guard let bytes = Disk.read(number, count: Int(min(size, 1 << 20))) else { throw MediaError(.input) }
        return bytes
    }
}
