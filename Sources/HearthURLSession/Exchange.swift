import Dispatch
import Foundation
import HearthClient
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// One request and what has come of it so far.
///
/// URLSession's delegate queue writes; the caller's task reads.
final class Exchange: Sendable {
    private struct State {
        var task: URLSessionTask?
        var headWaiter: CheckedContinuation<Result<TransportResponse.Head, TransportError>, Never>?
        var pieceWaiter: CheckedContinuation<Result<[UInt8]?, TransportError>, Never>?
        var head: TransportResponse.Head?
        var usesSink = false
        var pieces: [[UInt8]] = []
        var buffered = 0
        var isSuspended = false
        var received: Int64 = 0
        var expected: Int64?
        var lastActivity = ContinuousClock.now
        var end: Result<Void, TransportError>?
    }

    /// Above this a body's reader is waited for, in bytes.
    private static let highWater = 4 << 20

    private let state: Mutex<State>
    private let request: TransportRequest
    private let source: UploadSource?

    init(task: URLSessionTask, request: TransportRequest, source: UploadSource?) {
        state = Mutex(State(task: task))
        self.request = request
        self.source = source
    }

    /// Begins, and waits for the head, or with a sink for the end.
    func start() async -> Result<TransportResponse.Head, TransportError> {
        await withCheckedContinuation { waiter in
            let task = state.withLock { state -> URLSessionTask? in
                if case .failure(let error) = state.end {
                    waiter.resume(returning: .failure(error))
                    return state.task
                }
                state.headWaiter = waiter
                return state.task
            }
            state.withLock { $0.lastActivity = .now }
            task?.resume()
            watch(after: request.idleTimeout)
            guard let seconds = request.totalTimeout else { return }
            DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { [weak self] in
                self?.fail(TransportError(.timedOut, "not done within \(seconds) s"))
            }
        }
    }

    /// Notes that bytes went in either direction.
    func noteActivity() { state.withLock { $0.lastActivity = .now } }

    /// Ends the request when nothing has moved for the idle time.
    ///
    /// URLSession has such a time-out of its own; on Linux it does not fire in every state.
    private func watch(after seconds: Double) {
        DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { [weak self] in
            guard let self else { return }
            let rest = state.withLock { state -> Double? in
                guard state.end == nil else { return nil }
                // Nothing moves while the reader is waited for; that is not the network's fault.
                if state.isSuspended { return request.idleTimeout }
                return request.idleTimeout - Double((ContinuousClock.now - state.lastActivity) / .seconds(1))
            }
            guard let rest else { return }
            if rest > 0 {
                watch(after: rest)
            } else {
                fail(TransportError(.timedOut, "nothing for \(request.idleTimeout) s"))
            }
        }
    }

    /// The body as the caller reads it.
    var body: TransportResponseBody {
        TransportResponseBody(
            pull: { () async throws(TransportError) -> [UInt8]? in
                let result = await withTaskCancellationHandler {
                    await withCheckedContinuation { self.take($0) }
                } onCancel: {
                    self.fail(TransportError(.cancelled))
                }
                return try result.get()
            },
            abandon: { self.fail(TransportError(.cancelled)) }
        )
    }

    /// Ends the request with a failure, unless it has ended.
    func fail(_ error: TransportError) {
        source?.abandon()
        finish(.failure(error))?.cancel()
    }

    // MARK: From URLSession

    /// Takes the head; false refuses the body.
    func received(_ response: URLResponse) -> Bool {
        noteActivity()
        guard let response = response as? HTTPURLResponse else {
            fail(TransportError(.invalidResponse, "no HTTP"))
            return false
        }
        var head = TransportResponse.Head(status: response.statusCode)
        for (name, value) in response.allHeaderFields {
            guard let name = name as? String else { continue }
            head.headers.append(name, value as? String ?? "\(value)")
        }
        let usesSink = request.sink != nil && (200..<300).contains(head.status)
        if usesSink {
            do {
                try request.sink?.begin(head)
            } catch {
                fail(TransportError(.sinkFailed, "\(error)"))
                return false
            }
        }
        let waiter = state.withLock { state in
            state.head = head
            state.usesSink = usesSink
            if request.method != "HEAD", ![204, 304].contains(head.status) {
                state.expected = head.headers["Content-Length"].flatMap { Int64($0) }
            }
            if usesSink {
                return nil as CheckedContinuation<Result<TransportResponse.Head, TransportError>, Never>?
            }
            defer { state.headWaiter = nil }
            return state.headWaiter
        }
        waiter?.resume(returning: .success(head))
        return true
    }

    /// Takes a piece of the body.
    func received(_ data: Data) {
        let usesSink = state.withLock { state in
            state.received += Int64(data.count)
            state.lastActivity = .now
            return state.usesSink
        }
        if usesSink {
            do {
                try data.withUnsafeBytes { try request.sink?.write($0) }
            } catch {
                fail(TransportError(.sinkFailed, "\(error)"))
            }
            return
        }
        let piece = Array(data)
        guard !piece.isEmpty else { return }
        let waiter = state.withLock { state in
            guard let waiter = state.pieceWaiter else {
                state.pieces.append(piece)
                state.buffered += piece.count
                if state.buffered > Self.highWater, !state.isSuspended {
                    state.isSuspended = true
                    state.task?.suspend()
                }
                return nil as CheckedContinuation<Result<[UInt8]?, TransportError>, Never>?
            }
            state.pieceWaiter = nil
            return waiter
        }
        waiter?.resume(returning: .success(piece))
    }

    /// Takes the end.
    func completed(_ error: (any Error)?) {
        let (hasHead, isShort) = state.withLock { state in
            (state.head != nil, state.expected.map { state.received < $0 } ?? false)
        }
        let sourceFailure = source?.failure
        // Nobody reads the rest of it: its pump must not wait for room.
        source?.abandon()
        if let failure = sourceFailure {
            _ = finish(.failure(failure))
        } else if let error {
            _ = finish(.failure(TransportError(error, hasHead: hasHead)))
        } else if isShort {
            _ = finish(.failure(TransportError(.interrupted, "the body is shorter than announced")))
        } else if !hasHead {
            _ = finish(.failure(TransportError(.interrupted, "the connection ended without a response")))
        } else {
            _ = finish(.success(()))
        }
    }

    // MARK: Inside

    private func take(_ waiter: CheckedContinuation<Result<[UInt8]?, TransportError>, Never>) {
        let result = state.withLock { state -> Result<[UInt8]?, TransportError>? in
            if case .failure(let error) = state.end { return .failure(error) }
            guard state.pieces.isEmpty else {
                let piece = state.pieces.removeFirst()
                state.buffered -= piece.count
                if state.isSuspended, state.buffered < Self.highWater / 2 {
                    state.isSuspended = false
                    state.task?.resume()
                }
                return .success(piece)
            }
            if state.end != nil { return .success(nil) }
            state.pieceWaiter = waiter
            return nil
        }
        if let result { waiter.resume(returning: result) }
    }

    /// Notes the end and wakes who waits.
    ///
    /// - Returns: the task, when this was the end.
    private func finish(_ end: Result<Void, TransportError>) -> URLSessionTask? {
        let (head, piece, headResult, task) = state.withLock { state in
            guard state.end == nil else {
                return (nil, nil, nil, nil)
                    as (
                        CheckedContinuation<Result<TransportResponse.Head, TransportError>, Never>?,
                        CheckedContinuation<Result<[UInt8]?, TransportError>, Never>?,
                        Result<TransportResponse.Head, TransportError>?, URLSessionTask?
                    )
            }
            state.end = end
            let result: Result<TransportResponse.Head, TransportError> =
                switch end {
                case .failure(let error): .failure(error)
                case .success:
                    state.head.map { .success($0) } ?? .failure(TransportError(.interrupted, "no head"))
                }
            if case .failure = end { state.pieces = [] }
            defer {
                state.headWaiter = nil
                state.pieceWaiter = nil
                state.task = nil
            }
            return (state.headWaiter, state.pieceWaiter, result, state.task)
        }
        if let headResult { head?.resume(returning: headResult) }
        switch end {
        case .success: piece?.resume(returning: .success(nil))
        case .failure(let error): piece?.resume(returning: .failure(error))
        }
        return task
    }
}
