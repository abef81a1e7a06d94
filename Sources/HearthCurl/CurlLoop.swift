import CCurl
import Glibc
import HearthClient
import Synchronization

/// One lane: a multi handle and the thread that alone touches it.
///
/// Thread rule (https://curl.se/libcurl/c/curl_multi_wakeup.html): everything on the loop's thread, but for the wake-up.
///
/// `@unchecked Sendable`: what is behind the mutex belongs to everybody; every other `var` is the thread's own.
final class CurlLoop: @unchecked Sendable {
    typealias Command = @Sendable (CurlLoop) -> Void

    private struct Inbox {
        var commands: [Command] = []
        /// nil before the thread has started and after it has ended.
        var multi: UnsafeMutableRawPointer?
        var isStarted = false
        var isEnded = false
        var waiters: [UnsafeContinuation<Void, Never>] = []
    }

    private let configuration: CurlConfiguration
    private let inbox = Mutex(Inbox())

    // The thread's own from here on.
    private var multi: UnsafeMutableRawPointer?
    private var active: [UnsafeMutableRawPointer: (exchange: CurlExchange, handle: CurlHandle)] = [:]
    private var waiting: [CurlExchange] = []
    private var spare: [CurlHandle] = []
    private var isStopping = false
    private var idleSince = MonotonicTime.now

    init(configuration: CurlConfiguration) {
        self.configuration = configuration
    }

    /// Takes an exchange over; false when the loop has ended and another one is needed.
    func start(_ exchange: CurlExchange) -> Bool {
        exchange.belongs(to: self)
        return post { $0.take(exchange) }
    }

    /// Has the thread do something; false when it has ended.
    @discardableResult
    func post(_ command: @escaping Command) -> Bool {
        inbox.withLock { inbox in
            guard !inbox.isEnded else { return false }
            if !inbox.isStarted {
                guard startThread() else { return false }
                inbox.isStarted = true
            }
            inbox.commands.append(command)
            // Under the lock: the thread takes `multi` away before it frees it.
            if let multi = inbox.multi { curl_multi_wakeup(multi) }
            return true
        }
    }

    /// Ends all exchanges, closes all connections and the thread.
    func stop() {
        post { $0.isStopping = true }
    }

    /// As ``stop()``, and returns when that is done.
    func end() async {
        stop()
        await withUnsafeContinuation { continuation in
            let isOver = inbox.withLock { inbox in
                if inbox.isEnded || !inbox.isStarted { return true }
                inbox.waiters.append(continuation)
                return false
            }
            if isOver { continuation.resume() }
        }
    }

    // MARK: - Commands, on the thread

    /// Ends an exchange as cancelled.
    func cancel(_ exchange: CurlExchange) {
        end(exchange, TransportError(.cancelled))
    }

    /// Goes on with a response whose reader has caught up.
    func resumeReceiving(_ exchange: CurlExchange) {
        guard exchange.isReceivePaused, let handle = handle(of: exchange) else { return }
        exchange.isReceivePaused = false
        unpause(exchange, handle)
    }

    /// Goes on with a request whose source has more.
    func resumeSending(_ exchange: CurlExchange) {
        guard exchange.isSendPaused, let handle = handle(of: exchange) else { return }
        exchange.isSendPaused = false
        unpause(exchange, handle)
    }

    // MARK: - The thread

    private func startThread() -> Bool {
        guard CurlLibrary.isReady else { return false }
        var thread = pthread_t()
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        let box = Unmanaged.passRetained(self)
        let result = pthread_create(
            &thread,
            &attributes,
            { context in
                if let context { Unmanaged<CurlLoop>.fromOpaque(context).takeRetainedValue().run() }
                return nil
            },
            box.toOpaque()
        )
        if result != 0 { box.release() }
        return result == 0
    }

    private func run() {
        blockSignals()
        multi = curl_multi_init()
        if let multi {
            // Each request has a connection to itself (decision 0020).
            hearth_curl_multi_set_long(multi, CURLMOPT_PIPELINING, Int(CURLPIPE_NOTHING))
            hearth_curl_multi_set_long(multi, CURLMOPT_MAXCONNECTS, configuration.requestsPerLane)
        } else {
            isStopping = true
        }
        inbox.withLock { $0.multi = multi }
        repeat {
            turn()
        } while !retire()
        active = [:]
        spare = []
        if let multi { curl_multi_cleanup(multi) }
        multi = nil
        let waiters = inbox.withLock { inbox in
            defer { inbox.waiters = [] }
            return inbox.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    /// SIGPIPE belongs to whoever wrote, and libcurl leaves it alone under NOSIGNAL; others are the main thread's.
    private func blockSignals() {
        var all = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_BLOCK, &all, nil)
    }

    private func turn() {
        for command in inbox.withLock({ inbox in
            defer { inbox.commands = [] }
            return inbox.commands
        }) {
            command(self)
        }
        guard let multi, !isStopping else { return }
        var running: Int32 = 0
        curl_multi_perform(multi, &running)
        deliverHeads()
        collect()
        expire()
        resumeThrottled()
        startWaiting()
        if !active.isEmpty { idleSince = MonotonicTime.now }
        curl_multi_poll(multi, nil, 0, Int32(pause()), nil)
    }

    /// Whether the thread may end: told to, or idle for long with nothing in the inbox.
    private func retire() -> Bool {
        let isIdle =
            active.isEmpty && waiting.isEmpty
            && MonotonicTime.now - idleSince >= configuration.laneLifetime
        guard isStopping || isIdle else { return false }
        let left: [Command]? = inbox.withLock { inbox in
            guard isStopping || inbox.commands.isEmpty else { return nil }
            inbox.isEnded = true
            inbox.multi = nil
            defer { inbox.commands = [] }
            return inbox.commands
        }
        guard let left else { return false }
        // Exchanges that came together with the end are taken, and ended with the others.
        for command in left { command(self) }
        let error = TransportError(.interrupted, "the transport was reset")
        for exchange in active.values.map(\.exchange) + waiting { end(exchange, error) }
        return true
    }

    /// Milliseconds to wait for the network at most.
    private func pause() -> Int {
        let now = MonotonicTime.now
        let next =
            active.values.flatMap { [deadline(of: $0.exchange), $0.exchange.pace?.resumption] }
            .compactMap { $0 }.min()
            ?? (active.isEmpty ? idleSince + configuration.laneLifetime : now + 10)
        return Int(min(max(next - now, 0) * 1_000 + 1, 60_000))
    }

    // MARK: - Exchanges

    private func take(_ exchange: CurlExchange) {
        if exchange.isCancelled {
            exchange.finish(TransportError(.cancelled))
        } else {
            waiting.append(exchange)
            startWaiting()
        }
    }

    private func startWaiting() {
        while active.count < configuration.requestsPerLane, !waiting.isEmpty {
            begin(waiting.removeFirst())
        }
    }

    private func begin(_ exchange: CurlExchange) {
        guard let multi, let handle = spare.popLast() ?? CurlHandle() else {
            exchange.finish(TransportError(.other, "no memory for a request"))
            return
        }
        do {
            try exchange.begin(at: MonotonicTime.now)
        } catch {
            exchange.finish(error)
            return
        }
        guard handle.prepare(exchange, configuration) else {
            exchange.finish(TransportError(.trustPolicyUnsupported, "libcurl does not take it"))
            return
        }
        guard curl_multi_add_handle(multi, handle.easy) == CURLM_OK else {
            exchange.finish(TransportError(.other, "libcurl refused the request"))
            return
        }
        active[handle.easy] = (exchange, handle)
    }

    private func collect() {
        guard let multi else { return }
        var easy: UnsafeMutableRawPointer?
        var code = CURLE_OK
        while hearth_curl_multi_done(multi, &easy, &code) != 0 {
            guard let easy, let (exchange, handle) = active[easy] else { continue }
            var error = exchange.failure
            if error == nil, code != CURLE_OK {
                error = CurlFailure.error(code, of: handle, exchange.request)
            }
            if error == nil, exchange.probe == nil, !exchange.isHeadComplete {
                error = TransportError(.interrupted, "the response ended in its head")
            }
            exchange.probe?(handle, error)
            remove(exchange, handle)
            exchange.finish(error)
        }
    }

    /// Those whose bodies are pulled go on as soon as the head is there; after the turn, so that the body of a small
    /// reply is there too.
    private func deliverHeads() {
        for (exchange, _) in active.values where exchange.isHeadComplete && !exchange.usesSink {
            exchange.settleHead()
        }
    }

    private func expire() {
        let now = MonotonicTime.now
        for (exchange, _) in active.values {
            guard let deadline = deadline(of: exchange), deadline <= now else { continue }
            let total = exchange.request.totalTimeout.map { exchange.started + $0 <= now } ?? false
            end(
                exchange,
                TransportError(
                    .timedOut,
                    total ? "the exchange took too long" : "no byte for \(exchange.request.idleTimeout) s"
                )
            )
        }
    }

    /// When an exchange fails if nothing moves; nil while only our own side is slow.
    private func deadline(of exchange: CurlExchange) -> Double? {
        let total = exchange.request.totalTimeout.map { exchange.started + $0 }
        guard !exchange.isReceivePaused, !exchange.isSendPaused, exchange.pace?.resumption == nil else {
            return total
        }
        let idle = exchange.lastActivity + exchange.request.idleTimeout
        return min(idle, total ?? idle)
    }

    private func resumeThrottled() {
        let now = MonotonicTime.now
        for (exchange, handle) in active.values {
            guard let time = exchange.pace?.resumption, time <= now else { continue }
            exchange.pace?.resumption = nil
            // Who waited for its share was not idle.
            exchange.lastActivity = now
            unpause(exchange, handle)
        }
    }

    private func end(_ exchange: CurlExchange, _ error: TransportError) {
        if let handle = handle(of: exchange) {
            remove(exchange, handle)
            exchange.finish(error)
        } else if let index = waiting.firstIndex(where: { $0 === exchange }) {
            waiting.remove(at: index)
            exchange.finish(error)
        }
    }

    private func handle(of exchange: CurlExchange) -> CurlHandle? {
        active.values.first { $0.exchange === exchange }?.handle
    }

    /// Takes a handle out of libcurl; its exchange is called no more.
    private func remove(_ exchange: CurlExchange, _ handle: CurlHandle) {
        exchange.report(handle.uploaded)
        active[handle.easy] = nil
        if let multi { curl_multi_remove_handle(multi, handle.easy) }
        guard spare.count < 8 else { return }
        handle.reset()
        spare.append(handle)
    }

    private func unpause(_ exchange: CurlExchange, _ handle: CurlHandle) {
        exchange.lastActivity = MonotonicTime.now
        // libcurl may call back at once, and the exchange may pause anew.
        let still =
            (exchange.isReceivePaused ? CURLPAUSE_RECV : 0) | (exchange.isSendPaused ? CURLPAUSE_SEND : 0)
        curl_easy_pause(handle.easy, still)
    }
}
