import CLinux
import Glibc
package import HearthConcurrency
package import HearthLog
package import HearthMetrics
import Synchronization

/// An HTTP/1.1 server on one socket.
package final class HTTPServer: Sendable {
    /// Answers a request; never throws, runs on the server's pool.
    package typealias Responder = @Sendable (HTTPRequest) async -> HTTPResponse
    /// Makes the answer to an error; without a request the error came before routing, and its true status is due.
    package typealias ErrorResponder = @Sendable (any Error, HTTPRequest?) -> HTTPResponse

    /// Answers a request that came without TLS to a listener with a certificate.
    ///
    /// The second value says whether it came from this machine or a trusted proxy.
    package typealias PlainResponder = @Sendable (HTTPRequest, Bool) async -> HTTPResponse

    private struct State {
        var connections: [ObjectIdentifier: Slot] = [:]
        var listener: Slot?
        var nextWarning: Int64 = 0
        /// Closed when the last connection has ended during a stop.
        var drained: Slot?
    }

    let configuration: HTTPServerConfiguration
    let limits: EngineLimits
    let pool: ThreadPool
    let respond: Responder
    let onError: ErrorResponder
    let respondPlainly: PlainResponder?
    let metrics: ServerMetrics
    let reactor: Reactor
    let admission: Admission
    let logger: Logger
    let buffers = BufferPool(keeping: 16)
    let dates = DateCache()
    private let accessLog: AccessLog?
    private let tls: Mutex<TLSContext?>
    private let state = Mutex(State())
    private let stopping = Atomic<Bool>(false)
    private let lastRequestID = Atomic<UInt64>(0)
    private let refusals = Atomic<Int>(0)

    /// Prepares a server; nothing is opened but the event loop, and the certificate is read.
    ///
    /// - Parameters:
    ///   - configuration: where to listen and what to allow.
    ///   - pool: runs every connection's task; 2 threads per core.
    ///   - respond: the router.
    ///   - onError: for framing errors, time-outs and limits, before routing.
    ///   - respondPlainly: for those who come without TLS where there is a certificate; nil leaves them to TLS, which
    ///     ends the connection.
    ///   - metrics: gets the server's figures.
    ///   - logger: gets what an operator should know.
    ///   - accessLog: gets one line per request; nil for none.
    /// - Throws: `.io` when the certificate cannot be used or the system is out of descriptors.
    package init(
        configuration: HTTPServerConfiguration,
        pool: ThreadPool,
        respond: @escaping Responder,
        onError: @escaping ErrorResponder,
        respondPlainly: PlainResponder? = nil,
        metrics: MetricsRegistry,
        logger: Logger,
        accessLog: (any LogSink)? = nil
    ) throws(HTTPError) {
        self.configuration = configuration
        self.pool = pool
        self.respond = respond
        self.onError = onError
        self.respondPlainly = respondPlainly
        self.logger = logger
        limits = EngineLimits(configuration.limits)
        admission = Admission(limits: configuration.limits, proxies: configuration.trustedProxies)
        self.metrics = ServerMetrics(metrics)
        let dates = dates
        self.accessLog = accessLog.map {
            AccessLog(sink: $0, dates: dates, redact: configuration.redactTarget)
        }
        if let tls = configuration.tls {
            self.tls = Mutex(try TLSContext(tls))
        } else {
            tls = Mutex(nil)
        }
        reactor = try Reactor()
    }

    deinit { reactor.stop() }

    /// Opens the socket and begins to accept.
    ///
    /// Raises the process's limit of descriptors as far as the system allows and ignores `SIGPIPE`.
    ///
    /// - Returns: the port, which the kernel chose when the configuration says 0.
    /// - Throws: `.io` when the address cannot be used.
    package func start() throws(HTTPError) -> Int {
        raiseDescriptorLimit()
        signal(SIGPIPE, SIG_IGN)
        let (descriptor, port) = try Listener.open(host: configuration.host, port: configuration.port)
        let listener = reactor.adopt(descriptor)
        state.withLock { $0.listener = listener }
        // Owned by this server: closing the listener's slot ends it.
        Task(executorPreference: pool) { await self.accept(on: listener) }
        return port
    }

    /// Stops: no new connections, idle ones end at once, running requests may finish.
    ///
    /// - Parameter grace: after this what still runs is cut off. Handlers are not cancelled, they fail on their next
    ///   read or write.
    package func shutdown(grace: Duration = .seconds(10)) async {
        guard !stopping.exchange(true, ordering: .sequentiallyConsistent) else { return }
        let drained = reactor.adopt(eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK)))
        let (listener, slots) = state.withLock { state in
            state.drained = drained
            if state.connections.isEmpty { drained.close() }
            return (state.listener, Array(state.connections.values))
        }
        if let listener {
            // Refuses connections from here on, whoever still holds a reference to the slot.
            _ = CLinux.shutdown(listener.descriptor, Int32(SHUT_RDWR))
            listener.close()
        }
        for slot in slots { slot.closeWhenIdle() }
        let milliseconds =
            grace.components.seconds * 1000 + grace.components.attoseconds / 1_000_000_000_000_000
        if case .timedOut = await drained.wait(0, until: reactor.now + milliseconds) {
            let rest = state.withLock { Array($0.connections.values) }
            logger.warning("cutting off requests", ["connections": .number(rest.count)])
            for slot in rest {
                slot.close()
                _ = CLinux.shutdown(slot.descriptor, Int32(SHUT_RDWR))
            }
            _ = await drained.wait(0, until: reactor.now + 2000)
        }
        reactor.remove(drained)
        reactor.stop()
    }

    /// Reads certificate and key again; connections that are open keep the old ones.
    ///
    /// - Throws: `.io` when the new files cannot be used; the old ones stay in force then.
    package func reloadTLS() throws(HTTPError) {
        guard let files = configuration.tls else { return }
        let fresh = try TLSContext(files)
        tls.withLock { $0 = fresh }
    }

    /// Takes a certificate and its key for the connections to come, in the place of what there was.
    ///
    /// - Throws: `.io` when the files cannot be used; nothing changes then.
    package func useTLS(_ files: TLSConfiguration) throws(HTTPError) {
        let fresh = try TLSContext(files)
        tls.withLock { $0 = fresh }
    }

    /// Whether there is a certificate.
    package var usesTLS: Bool { tlsContext != nil }

    // MARK: For connections

    var isStopping: Bool { stopping.load(ordering: .relaxed) }

    func nextRequestID() -> UInt64 { lastRequestID.add(1, ordering: .relaxed).newValue }

    var tlsContext: TLSContext? { tls.withLock { $0 } }

    /// Books a finished request.
    func finished(
        _ request: HTTPRequest,
        _ status: Int,
        _ received: Int64,
        _ sent: Int64,
        since started: Int64
    ) {
        let nanoseconds = max(0, Uptime.nanoseconds - started)
        metrics.received(Int(received))
        metrics.finished(status: status, nanoseconds: nanoseconds)
        accessLog?.write(request, status: status, received: received, sent: sent, nanoseconds: nanoseconds)
    }

    /// Keeps an open connection in sight of ``shutdown(grace:)``.
    func opened(_ slot: Slot) {
        metrics.opened()
        state.withLock { $0.connections[ObjectIdentifier(slot)] = slot }
        if isStopping { slot.closeWhenIdle() }
    }

    /// Forgets a connection that has ended.
    func ended(_ slot: Slot) {
        reactor.remove(slot)
        metrics.closed()
        state.withLock { state in
            state.connections[ObjectIdentifier(slot)] = nil
            return state.connections.isEmpty ? state.drained : nil
        }?.close()
    }

    /// Forgets the listener once it accepts no more.
    func forgetListener() { state.withLock { $0.listener = nil } }

    /// True at most every 10 seconds, for warnings that would repeat.
    func isWarningDue(at now: Int64) -> Bool {
        state.withLock { state in
            guard now >= state.nextWarning else { return false }
            state.nextWarning = now + 10_000
            return true
        }
    }

    /// Whether one more connection over a limit may hold a descriptor for its answer.
    func mayRefuseInWords() -> Bool {
        if refusals.add(1, ordering: .relaxed).newValue <= 256 { return true }
        refusals.subtract(1, ordering: .relaxed)
        return false
    }

    /// Ends what ``mayRefuseInWords()`` allowed.
    func refusedInWords() { refusals.subtract(1, ordering: .relaxed) }

    private func raiseDescriptorLimit() {
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return }
        if limit.rlim_cur < limit.rlim_max {
            limit.rlim_cur = limit.rlim_max
            setrlimit(resource, &limit)
        }
        // Each connection may have a file open besides its socket.
        let wanted = 2 * configuration.limits.connections + 64
        if limit.rlim_max < rlim_t(wanted) {
            logger.warning(
                "the limit of open files is below what the connections may need",
                ["limit": .number(limit.rlim_max), "wanted": .number(wanted)]
            )
        }
    }
}
