import CLinux
import Glibc
import HearthConcurrency

/// One client's connection, served by one task: read a head, run the handler, write the answer, again.
final class Connection: @unchecked Sendable {
    // The connection's task owns all that can change, and waits while its child answers a request; the body of the present request borrows `input` and `parser`
    // under its gate, and after a body that would not give them back the connection touches neither.

    /// What follows an answer.
    enum Next {
        /// The next request.
        case keep
        /// An orderly end, in which the client gets all that was sent.
        case close
        /// An abrupt end that shows the client its answer is broken.
        case cut
    }

    let server: HTTPServer
    let transport: Transport
    let parser = MessageParser()
    var input = InputBuffer()

    let address: SocketAddress
    let addressText: String
    private let accepted: Int64
    private let isPlainBesideTLS: Bool
    private var isFirst = true

    /// A connection on a socket that is open.
    ///
    /// - Parameters:
    ///   - server: answers.
    ///   - transport: the socket, encrypted or not.
    ///   - address: the client's.
    ///   - accepted: when it came, in the reactor's time; now when left out.
    ///   - isPlainBesideTLS: whether the client does without TLS though there is a certificate.
    init(
        server: HTTPServer,
        transport: Transport,
        address: SocketAddress,
        accepted: Int64? = nil,
        isPlainBesideTLS: Bool = false
    ) {
        self.server = server
        self.transport = transport
        self.address = address
        addressText = address.text
        self.accepted = accepted ?? server.reactor.now
        self.isPlainBesideTLS = isPlainBesideTLS
    }

    /// Serves until either side has had enough.
    func serve() async {
        var next = Next.close
        do throws(HTTPError) {
            try await handshake()
            while let head = try await nextHead() {
                // In a task of its own: what its frames needed is freed with it. A task keeps the memory of its
                // deepest call until it ends, and this one may sleep for long.
                async let answered = answer(head)
                next = await answered
                guard case .keep = next else { break }
                // A client that sends requests in a stream never lets its task wait.
                if input.count > 0 { await transport.yieldToOthers() }
            }
            if case .keep = next { next = .close }
        } catch {
            next = await refuse(error)
        }
        await end(next)
    }

    /// Answers an error whatever the client asks, and ends.
    func serveOnly(_ error: HTTPError) async { await end(await refuse(error)) }

    // MARK: Beginning

    private func handshake() async throws(HTTPError) {
        guard let tls = transport.tls else { return }
        let deadline = accepted + server.limits.headerTime
        while true {
            switch tls.handshake() {
            case .done: return
            case .wait(let events):
                switch await transport.slot.wait(events, until: deadline) {
                case .ready: continue
                case .timedOut, .closed: throw HTTPError(.closed, "the handshake took too long")
                }
            case .failed: throw HTTPError(.closed, "the handshake failed")
            }
        }
    }

    // MARK: Heads

    /// The next request's head, or nil when the connection ends between requests.
    private func nextHead() async throws(HTTPError) -> RequestHead? {
        var deadline =
            isFirst ? accepted + server.limits.headerTime : server.reactor.now + server.limits.idleTime
        if input.count == 0 {
            guard try await receiveFirst(until: deadline) else { return nil }
        }
        if !isFirst { deadline = server.reactor.now + server.limits.headerTime }
        isFirst = false
        parser.reset()
        var fed = 0
        while true {
            if fed < input.count {
                let fresh = UnsafeRawBufferPointer(rebasing: input.bytes[fed...])
                if case .complete(let end) = try parser.feedHead(fresh) { return try takeHead(fed + end) }
                fed = input.count
            }
            guard fed < server.limits.headerBytes else {
                throw HTTPError(.headerTooLarge, "a head of over \(server.limits.headerBytes) bytes")
            }
            input.reserve(
                total: fed < 4096 ? min(4096, server.limits.headerBytes) : server.limits.headerBytes
            )
            switch transport.receive(input.space) {
            case .done(let count) where count > 0: input.append(count)
            case .done, .failed: throw HTTPError(.closed, "the client ended in the middle of a head")
            case .wait(let events):
                do throws(HTTPError) { try await transport.wait(events, until: deadline) } catch {
                    // Some clients send a line end behind a body; that begins no request.
                    if input.bytes.allSatisfy({ $0 == 0x0D || $0 == 0x0A }) { return nil }
                    throw error
                }
            }
        }
    }

    /// Waits without a buffer for the first bytes of a request.
    ///
    /// - Returns: false when the connection ended, or should end, with no request begun.
    private func receiveFirst(until deadline: Int64) async throws(HTTPError) -> Bool {
        var events = EPOLLIN.rawValue
        var isSilent = !transport.hasBufferedInput
        while true {
            if isSilent {
                input.releaseIfEmpty()
                switch await transport.slot.wait(events, until: deadline, isIdle: true) {
                case .ready: break
                case .timedOut, .closed: return false
                }
            }
            input.reserve(total: min(4096, server.limits.headerBytes))
            switch transport.receive(input.space) {
            case .done(let count) where count > 0:
                input.append(count)
                return true
            case .done, .failed: return false
            case .wait(let wanted):
                events = wanted
                isSilent = true
            }
        }
    }

    private func takeHead(_ length: Int) throws(HTTPError) -> RequestHead {
        guard length <= server.limits.headerBytes else {
            throw HTTPError(.headerTooLarge, "a head of over \(server.limits.headerBytes) bytes")
        }
        var reader = RequestHeadReader(
            UnsafeRawBufferPointer(rebasing: input.bytes[..<length]),
            parser: parser,
            fieldLimit: server.limits.headerFields
        )
        let head = try reader.read()
        input.consume(length)
        server.metrics.received(length)
        return head
    }

    // MARK: Requests

    private func answer(_ head: RequestHead) async -> Next {
        let started = Uptime.nanoseconds
        let proxies = server.configuration.trustedProxies
        let body =
            head.hasNoBody
            ? nil
            : ConnectionBody(connection: self, length: head.bodyLength, expectsContinue: head.expectsContinue)
        let request = HTTPRequest(
            method: head.method,
            rawPath: head.path,
            rawQuery: head.query,
            headers: head.fields,
            body: body.map { HTTPRequestBody($0) } ?? .empty,
            peer: proxies.isEmpty
                ? PeerAddress(text: addressText, isLoopback: address.isLoopback)
                : Forwarding.client(
                    socket: address,
                    socketText: addressText,
                    fields: head.fields,
                    proxies: proxies
                ),
            isSecure: transport.tls != nil
                || Forwarding.isSecure(socket: address, fields: head.fields, proxies: proxies),
            id: server.nextRequestID()
        )
        server.metrics.began()
        let response: HTTPResponse
        if isPlainBesideTLS, let respondPlainly = server.respondPlainly {
            let isNeighbour = address.isLoopback || proxies.contains { $0.contains(address) }
            response = await respondPlainly(request, isNeighbour)
        } else {
            response = await server.respond(request)
        }
        let mayKeep = head.allowsKeepAlive && !server.isStopping && body?.allowsKeepAlive ?? true
        body?.answerHasBegun()
        var outcome = await send(
            response,
            isHead: head.method == .head,
            isVersion11: head.isVersion11,
            mayKeep: mayKeep
        )
        server.finished(request, response.status, body?.received ?? 0, outcome.sent, since: started)
        if let body {
            if case .cut = outcome.next {
                body.abandon()
            } else if !(await body.finish()) {
                outcome.next = .close
            }
        }
        return outcome.next
    }

    /// Answers an error that came before any handler.
    private func refuse(_ error: HTTPError) async -> Next {
        guard error.code.status != 0 else { return .close }
        server.metrics.began()
        let started = Uptime.nanoseconds
        let response = server.onError(error, nil)
        let outcome = await send(response, isHead: false, isVersion11: true, mayKeep: false)
        let request = HTTPRequest(
            method: HTTPMethod(rawValue: "-"),
            rawPath: [],
            peer: PeerAddress(text: addressText, isLoopback: address.isLoopback),
            isSecure: transport.tls != nil,
            id: server.nextRequestID()
        )
        server.finished(request, response.status, 0, outcome.sent, since: started)
        return outcome.next
    }

    // MARK: End

    private func end(_ next: Next) async {
        if case .cut = next {
            reset()
        } else {
            transport.tls?.close()
            await readAway()
            // Explicit, because a handler may have kept a reference that holds the descriptor open.
            _ = shutdown(transport.slot.descriptor, Int32(SHUT_RDWR))
        }
        transport.slot.close()
    }

    /// Sends a reset: dissolving a TCP association does, whoever still holds the descriptor (connect(2), AF_UNSPEC).
    private func reset() {
        var nowhere = sockaddr()
        nowhere.sa_family = sa_family_t(AF_UNSPEC)
        _ = connect(transport.slot.descriptor, &nowhere, socklen_t(MemoryLayout<sockaddr>.size))
    }

    /// Ends the sending half and discards what still comes, for a while.
    ///
    /// Closing with unread bytes would reset the connection, and the client could lose the last answer.
    private func readAway() async {
        let descriptor = transport.slot.descriptor
        guard shutdown(descriptor, Int32(SHUT_WR)) == 0 else { return }
        // Long enough for a chunk of 8 MiB that a phone is in the middle of sending: it reads the answer only after.
        // A client that sends nothing is waited for an eighth of that.
        let deadline = server.reactor.now + 8 * server.limits.lingerTime
        var left = 64 << 20
        while left > 0 {
            let attempt: IOAttempt = withUnsafeTemporaryAllocation(byteCount: 16 << 10, alignment: 16) {
                buffer in
                let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
                if count >= 0 { return .done(count) }
                return errno == EAGAIN ? .wait(EPOLLIN.rawValue) : errno == EINTR ? .done(1) : .failed
            }
            switch attempt {
            case .done(let count) where count > 0:
                left -= count
                await transport.yieldToOthers()
            case .wait(let events):
                let silence = min(deadline, server.reactor.now + server.limits.lingerTime)
                guard case .ready = await transport.slot.wait(events, until: silence, isIdle: true) else {
                    return
                }
            case .done, .failed: return
            }
        }
    }
}
