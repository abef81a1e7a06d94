import CLinux
import Glibc
import HearthConcurrency
import HearthLog

extension HTTPServer {
    /// Takes connections until the listener's slot is closed.
    func accept(on listener: Slot) async {
        defer {
            reactor.remove(listener)
            forgetListener()
        }
        var inRow = 0
        while !isStopping {
            var storage = sockaddr_storage()
            var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
            let descriptor = withUnsafeMutableBytes(of: &storage) { bytes in
                hearth_accept(
                    listener.descriptor,
                    bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self),
                    &length
                )
            }
            if descriptor >= 0 {
                begin(descriptor, storage)
                inRow += 1
                if inRow % 64 == 0 { await Task.yield() }
                continue
            }
            inRow = 0
            let outcome: WaitOutcome
            switch errno {
            case EAGAIN: outcome = await listener.wait(EPOLLIN.rawValue, until: .max)
            case EMFILE, ENFILE, ENOBUFS, ENOMEM:
                warnOfExhaustion(errno)
                outcome = await listener.wait(0, until: reactor.now + 250)
            case EINTR, ECONNABORTED, EPROTO: outcome = .ready
            default:
                logger.error("accepting failed", ["errno": .number(errno)])
                outcome = await listener.wait(0, until: reactor.now + 250)
            }
            if case .closed = outcome { return }
        }
    }

    /// Says that connections must wait, at most every 10 seconds.
    private func warnOfExhaustion(_ code: Int32) {
        guard isWarningDue(at: reactor.now) else { return }
        logger.warning("no descriptor left for a connection", ["errno": .number(code)])
    }

    private func begin(_ descriptor: Int32, _ storage: sockaddr_storage) {
        let slot = reactor.adopt(descriptor)
        guard let address = SocketAddress(storage) else {
            reactor.remove(slot)
            return
        }
        let isAdmitted = admission.admit(address)
        opened(slot)
        // Owned by this server: it ends with the connection, which shutdown(grace:) closes.
        Task(executorPreference: pool) {
            if isAdmitted {
                await self.serve(slot, address)
                self.admission.leave(address)
            } else {
                await self.refuseBusy(slot, address)
            }
            self.ended(slot)
        }
    }

    private func serve(_ slot: Slot, _ address: SocketAddress) async {
        let accepted = reactor.now
        var session: TLSSession?
        var isPlainBesideTLS = false
        if let context = tlsContext {
            if respondPlainly != nil {
                guard let isPlain = await beginsPlainly(slot) else { return }
                isPlainBesideTLS = isPlain
            }
            if !isPlainBesideTLS {
                session = context.makeSession(descriptor: slot.descriptor)
                if session == nil { return }
            }
        }
        let transport = Transport(slot: slot, tls: session, pool: pool, stallTime: limits.writeStallTime)
        await Connection(
            server: self,
            transport: transport,
            address: address,
            accepted: accepted,
            isPlainBesideTLS: isPlainBesideTLS
        ).serve()
    }

    /// Whether a client begins with the letter of a method instead of a TLS record, whose first byte is 22 (RFC 8446,
    /// 5.1); looks without taking anything.
    ///
    /// Nil when nothing came in time, or the server stops meanwhile.
    private func beginsPlainly(_ slot: Slot) async -> Bool? {
        let deadline = reactor.now + limits.headerTime
        while true {
            var byte: UInt8 = 0
            if recv(slot.descriptor, &byte, 1, Int32(MSG_PEEK)) >= 0 {
                return (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
            }
            guard errno == EAGAIN || errno == EINTR else { return nil }
            guard case .ready = await slot.wait(EPOLLIN.rawValue, until: deadline, isIdle: true) else {
                return nil
            }
        }
    }

    /// Answers 503 to a connection over a limit; with TLS there is no answer, a handshake would cost too much.
    private func refuseBusy(_ slot: Slot, _ address: SocketAddress) async {
        metrics.wasRefused()
        guard tlsContext == nil, mayRefuseInWords() else { return }
        defer { refusedInWords() }
        let transport = Transport(slot: slot, tls: nil, pool: pool, stallTime: limits.lingerTime)
        await Connection(server: self, transport: transport, address: address)
            .serveOnly(HTTPError(.busy, "too many connections"))
    }
}
