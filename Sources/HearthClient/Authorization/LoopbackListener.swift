#if canImport(Glibc) || canImport(Darwin)
#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif
import Dispatch
public import HearthWire
import Synchronization

/// Takes the browser's way back on this machine: one request at a port of 127.0.0.1 (RFC 8252, section 7.3).
///
/// Nothing outside this machine can reach it. Requests that do not bring the attempt's state are turned away.
public final class LoopbackListener: RedirectReceiver {
    /// The path of the redirect address.
    private static let path = "/callback"

    private let descriptor = Mutex<Int32>(-1)
    private let isStopped = Atomic<Bool>(false)
    private let queue = DispatchQueue(label: "hearth.client.loopback")

    /// Makes one; it does not listen yet.
    public init() {}

    deinit { closeDescriptor() }

    /// Listens at a port of the system's choice.
    public func start() async throws(SessionError) -> String {
        try await BlockingWork.run { [self] () throws(SessionError) in try listenNow() }
    }

    /// Waits for the redirect; anything else that comes to the port is answered with an error.
    public func receive(
        state: String,
        timeout: Double,
        language: WireLanguage
    ) async throws(SessionError) -> String {
        let result: Result<String, SessionError> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                // A thread of its own: it waits for minutes.
                queue.async { [self] in
                    continuation.resume(
                        returning: Result { () throws(SessionError) in
                            try wait(state, timeout, language)
                        }
                    )
                }
            }
        } onCancel: {
            isStopped.store(true, ordering: .sequentiallyConsistent)
        }
        return try result.get()
    }

    /// Closes the port.
    public func stop() async {
        isStopped.store(true, ordering: .sequentiallyConsistent)
        // Behind whatever waits there, so that the descriptor is not closed under its hands.
        await withCheckedContinuation { continuation in
            queue.async { [self] in
                closeDescriptor()
                continuation.resume()
            }
        }
    }

    private func listenNow() throws(SessionError) -> String {
        let failure = SessionError(.storage("no port of this machine could be opened"))
        let opened = SocketCalls.stream()
        guard opened >= 0 else { throw failure }
        var address = SocketCalls.loopback
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        var length = size
        let port: Int? = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { general in
                guard bind(opened, general, size) == 0, listen(opened, 8) == 0,
                    getsockname(opened, general, &length) == 0
                else { return nil }
                return general.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                    Int(UInt16(bigEndian: $0.pointee.sin_port))
                }
            }
        }
        guard let port else {
            close(opened)
            throw failure
        }
        closeDescriptor()
        descriptor.withLock { $0 = opened }
        isStopped.store(false, ordering: .sequentiallyConsistent)
        return "http://127.0.0.1:\(port)\(Self.path)"
    }

    private func wait(
        _ state: String,
        _ timeout: Double,
        _ language: WireLanguage
    ) throws(SessionError) -> String {
        let listening = descriptor.withLock { $0 }
        guard listening >= 0 else { throw SessionError(.cancelled) }
        let deadline = ContinuousClock.now + .seconds(timeout)
        while true {
            guard !isStopped.load(ordering: .sequentiallyConsistent) else { throw SessionError(.cancelled) }
            guard ContinuousClock.now < deadline else { throw SessionError(.expired) }
            guard SocketCalls.isReadable(listening, milliseconds: 100) else { continue }
            let connection = accept(listening, nil, nil)
            guard connection >= 0 else { continue }
            defer { close(connection) }
            guard let target = SocketCalls.requestTarget(connection) else { continue }
            let answer = RedirectAnswer(target)
            let isOurs = target.prefix { $0 != "?" } == Self.path && answer["state"] == state
            let outcome: LoopbackPage.Outcome =
                !isOurs ? .strange : answer["error"] == nil ? .done : .denied
            SocketCalls.send(LoopbackPage(outcome: outcome, language: language).response, to: connection)
            if isOurs { return target }
        }
    }

    private func closeDescriptor() {
        descriptor.withLock { descriptor in
            if descriptor >= 0 { close(descriptor) }
            descriptor = -1
        }
    }
}
#endif
