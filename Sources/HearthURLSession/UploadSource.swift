import Dispatch
import Foundation
import HearthClient
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A body that is read while it is sent; holds no more than a few pieces.
final class UploadSource: Sendable {
    private struct State {
        var pieces: [[UInt8]] = []
        var isDone = false
        var isAbandoned = false
        var failure: TransportError?
        var pump: Task<Void, Never>?
        var room: CheckedContinuation<Void, Never>?
    }

    private enum Content: Sendable {
        case file(FilePart)
        case stream(TransportBodyStream)
    }

    /// How many pieces of a stream wait to be sent.
    private static let most = 4

    private let content: Content
    private let state = Mutex(State())
    private let filled = DispatchSemaphore(value: 0)

    init(_ part: FilePart) { content = .file(part) }

    init(_ stream: TransportBodyStream) { content = .stream(stream) }

    /// Why the body ended early; nil when it did not.
    var failure: TransportError? { state.withLock { $0.failure } }

    /// What URLSession reads.
    var stream: InputStream {
        #if canImport(Darwin)
        // Apple's URLSession does not take subclasses of InputStream; a bound pair does the same.
        var input: InputStream?
        var output: OutputStream?
        Stream.getBoundStreams(withBufferSize: 1 << 20, inputStream: &input, outputStream: &output)
        guard let input, let output else { return InputStream(data: Data()) }
        let writer = BoundWriter(output, self)
        Thread.detachNewThread { writer.run() }
        return input
        #else
        return SourceStream(self)
        #endif
    }

    /// Ends the body; readers get nothing more.
    func abandon() {
        let (pump, room) = state.withLock { state in
            defer { state.room = nil }
            state.isAbandoned = true
            return (state.pump, state.room)
        }
        pump?.cancel()
        room?.resume()
        filled.signal()
    }

    /// The next piece of a file at an offset in the part, or of the stream; blocks; nil is the end, wanted or not.
    func piece(at offset: Int64, limit: Int) -> [UInt8]? {
        if state.withLock({ $0.isAbandoned || $0.failure != nil }) { return nil }
        switch content {
        case .file(let part): return read(part, offset, limit)
        case .stream(let stream):
            startPump(stream)
            while true {
                filled.wait()
                let (piece, room, isOver) = state.withLock {
                    state -> ([UInt8]?, CheckedContinuation<Void, Never>?, Bool) in
                    if state.isAbandoned { return (nil, nil, true) }
                    guard !state.pieces.isEmpty else { return (nil, nil, state.isDone) }
                    defer { state.room = nil }
                    return (state.pieces.removeFirst(), state.room, false)
                }
                room?.resume()
                if let piece { return piece }
                if isOver {
                    filled.signal()
                    return nil
                }
            }
        }
    }

    private func read(_ part: FilePart, _ offset: Int64, _ limit: Int) -> [UInt8]? {
        let count = Int(min(Int64(limit), part.length - offset))
        guard count > 0 else { return nil }
        var got = 0
        let piece = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            got = pread(part.descriptor, buffer.baseAddress, count, off_t(part.offset + offset))
            filled = max(got, 0)
        }
        guard got > 0 else {
            let error =
                got < 0
                ? TransportError(.sinkFailed, "reading the file failed: errno \(errno)")
                : TransportError(.sourceChanged, "the file became shorter")
            state.withLock { $0.failure = error }
            return nil
        }
        part.progress?(got)
        return piece
    }

    private func startPump(_ stream: TransportBodyStream) {
        state.withLock { state in
            guard state.pump == nil else { return }
            // Owned by this source: ended by the stream's end or by `abandon()`.
            state.pump = Task { await self.pump(stream) }
        }
    }

    private func pump(_ stream: TransportBodyStream) async {
        do {
            while !Task.isCancelled, let piece = try await stream.next() {
                guard !piece.isEmpty else { continue }
                state.withLock { $0.pieces.append(piece) }
                filled.signal()
                await room()
            }
        } catch {
            let failure = error as? TransportError ?? TransportError(.sinkFailed, "\(error)")
            state.withLock { $0.failure = failure }
        }
        state.withLock { $0.isDone = true }
        filled.signal()
    }

    /// Waits until few pieces are left.
    ///
    /// No thread waits with it: on Linux tasks share theirs with dispatch queues.
    private func room() async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if state.isAbandoned || state.pieces.count < Self.most { return true }
                state.room = continuation
                return false
            }
            if isThere { continuation.resume() }
        }
    }
}

#if canImport(Darwin)
/// Writes a source into one end of a bound pair, on a thread of its own.
private final class BoundWriter: @unchecked Sendable {
    // Unchecked: the stream is used by the writer's thread alone.
    private let output: OutputStream
    private let source: UploadSource

    init(_ output: OutputStream, _ source: UploadSource) {
        self.output = output
        self.source = source
    }

    func run() {
        output.open()
        defer { output.close() }
        var offset: Int64 = 0
        while let piece = source.piece(at: offset, limit: 256 << 10) {
            offset += Int64(piece.count)
            var rest = piece[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBufferPointer { buffer in
                    buffer.baseAddress.map { output.write($0, maxLength: buffer.count) } ?? -1
                }
                guard count > 0 else { return }
                rest = rest.dropFirst(count)
            }
        }
    }
}
#else
/// A source as FoundationNetworking reads it; on one thread at a time.
private final class SourceStream: InputStream {
    private let source: UploadSource
    private var offset: Int64 = 0
    private var rest: ArraySlice<UInt8> = []
    private var status = Stream.Status.notOpen

    init(_ source: UploadSource) {
        self.source = source
        super.init(data: Data())
    }

    override var streamStatus: Stream.Status { status }
    override var streamError: (any Error)? { source.failure }
    override var hasBytesAvailable: Bool { status == .open }
    override func open() { status = .open }
    override func close() { status = .closed }

    override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength length: Int) -> Int {
        if rest.isEmpty {
            guard let piece = source.piece(at: offset, limit: length) else {
                status = source.failure == nil ? .atEnd : .error
                return source.failure == nil ? 0 : -1
            }
            offset += Int64(piece.count)
            rest = piece[...]
        }
        let count = min(length, rest.count)
        for (index, byte) in rest.prefix(count).enumerated() { buffer[index] = byte }
        rest = rest.dropFirst(count)
        return count
    }
}
#endif
