import Glibc
import HearthClient
import Synchronization

/// One request on its way and its response.
///
/// `@unchecked Sendable`: the `let`s and what is behind the mutex belong to everybody; every other property is touched
/// by the lane's thread alone, between ``CurlLoop``'s taking the exchange over and its ``finish(_:)``.
final class CurlExchange: @unchecked Sendable {
    typealias Outcome = Result<TransportResponse.Head, TransportError>

    private struct Shared {
        var continuation: UnsafeContinuation<Outcome, Never>?
        var loop: CurlLoop?
        var isCancelled = false
    }

    let request: TransportRequest
    /// Carries the body, unless a sink takes it.
    let response: ResponsePipe
    /// Carries the request's body where it is a stream.
    let upload: UploadPipe?
    /// Takes the place of the request: connect, look at the certificate, and go.
    let probe: (@Sendable (CurlHandle, TransportError?) -> Void)?
    private let shared: Mutex<Shared>

    // The lane's thread alone from here on.

    /// The request's file, a duplicate: its owner may close the original as soon as it has the response.
    var descriptor: Int32 = -1
    /// Bytes of the request's body that libcurl has fetched.
    var sent: Int64 = 0
    /// Bytes that went out as the owner of the file knows them.
    var reported: Int64 = 0
    /// Set by a callback that ends the exchange; wins over libcurl's own words.
    var failure: TransportError?
    /// The head as it comes in; complete when ``isHeadComplete``.
    var head = TransportResponse.Head(status: 0)
    var isHeadComplete = false
    private var isHeadSettled = false
    /// Whether the body goes to the request's sink.
    var usesSink = false
    /// Whether libcurl has stopped because the reader or the source is slow; then no time-out runs.
    var isReceivePaused = false
    var isSendPaused = false
    /// Keeps the request's bandwidth; nil without one.
    var pace: CurlPace?
    /// Monotonic seconds.
    var started: Double = 0
    var lastActivity: Double = 0
    /// Bytes in both directions at ``lastActivity``.
    var activity: Int64 = 0
    private var pump: Task<Void, Never>?

    /// - Throws: `.badURL` for what is no `http` or `https` URL, `.other` for headers that cannot be sent.
    convenience init(_ request: TransportRequest, readAhead: Int) throws(TransportError) {
        try self.init(request, readAhead: readAhead, probe: nil)
    }

    init(
        _ request: TransportRequest,
        readAhead: Int,
        probe: (@Sendable (CurlHandle, TransportError?) -> Void)?
    ) throws(TransportError) {
        try Self.check(request)
        self.request = request
        self.probe = probe
        let shared = WeakExchange()
        response = ResponsePipe(limit: readAhead) { shared.exchange?.post { $0.resumeReceiving($1) } }
        if case .stream = request.body {
            upload = UploadPipe { shared.exchange?.post { $0.resumeSending($1) } }
        } else {
            upload = nil
        }
        self.shared = Mutex(Shared())
        shared.exchange = self
    }

    /// Registers who waits for the head.
    func await(_ continuation: UnsafeContinuation<Outcome, Never>) {
        shared.withLock { $0.continuation = continuation }
    }

    /// Tells the exchange its lane.
    func belongs(to loop: CurlLoop) {
        shared.withLock { $0.loop = loop }
    }

    /// Whether somebody has cancelled it.
    var isCancelled: Bool { shared.withLock { $0.isCancelled } }

    /// Ends the exchange; the waiting task hears of it when the lane's thread has let go of everything.
    func cancel() {
        let loop = shared.withLock { shared in
            shared.isCancelled = true
            return shared.loop
        }
        loop?.post { $0.cancel(self) }
    }

    /// Gives the waiting task its answer, once.
    func settle(_ outcome: Outcome) {
        let continuation = shared.withLock { shared in
            defer { shared.continuation = nil }
            return shared.continuation
        }
        continuation?.resume(returning: outcome)
    }

    /// Lets the waiting task go on with the head, while the body is still coming.
    func settleHead() {
        guard !isHeadSettled else { return }
        isHeadSettled = true
        settle(.success(head))
    }

    /// Opens what the request needs.
    func begin(at now: Double) throws(TransportError) {
        started = now
        pace = CurlPace(request)
        lastActivity = now
        switch request.body {
        case .file(let part) where part.length > 0:
            descriptor = fcntl(part.descriptor, F_DUPFD_CLOEXEC, 3)
            if descriptor < 0 {
                throw TransportError(.other, "the file cannot be opened again: errno \(errno)")
            }
        case .stream(let stream):
            guard let upload else { return }
            // Ended by finish(_:), which every exchange that began comes to.
            pump = Task { await upload.pump(stream) }
        default: break
        }
    }

    /// Lets go of everything and tells those who wait.
    func finish(_ error: TransportError?) {
        pump?.cancel()
        pump = nil
        upload?.close()
        if descriptor >= 0 { close(descriptor) }
        descriptor = -1
        shared.withLock { $0.loop = nil }
        if let error {
            settle(.failure(error))
            response.finish(.failure(error))
        } else {
            response.finish(.success(()))
            settle(.success(head))
        }
    }

    private func post(_ command: @escaping @Sendable (CurlLoop, CurlExchange) -> Void) {
        shared.withLock { $0.loop }?.post { command($0, self) }
    }

    private static func check(_ request: TransportRequest) throws(TransportError) {
        let url = request.url.utf8
        let scheme = request.url.prefix { $0 != ":" }.lowercased()
        guard ["http", "https"].contains(scheme), !url.contains(where: { $0 <= 0x20 || $0 == 0x7F }) else {
            throw TransportError(.badURL, "only http and https URLs without blanks can be sent")
        }
        let fields = request.headers.fields.flatMap { [$0.name, $0.value] } + [request.method]
        guard fields.allSatisfy({ !$0.utf8.contains { $0 == 0x0A || $0 == 0x0D || $0 == 0 } }) else {
            throw TransportError(.other, "a header with a line end cannot be sent")
        }
    }
}

/// Lets a pipe call its exchange without keeping it alive.
private final class WeakExchange: @unchecked Sendable {
    /// Set once, before the pipe is used; reading a weak reference is safe from any thread.
    weak var exchange: CurlExchange?
}
