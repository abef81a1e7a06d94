import CLinux
import Glibc
import HearthConcurrency

/// What one try to receive or send brought.
enum IOAttempt: Sendable {
    /// That many bytes went through; 0 from a receive is the peer's end.
    case done(Int)
    /// Nothing went through; wait for these events and try again.
    case wait(UInt32)
    /// The connection is broken.
    case failed
}

/// A connection's bytes, plain or encrypted; every call tries first and waits only when it must.
///
/// One task at a time; reading and writing are not done at once.
final class Transport: Sendable {
    let slot: Slot
    let tls: TLSSession?
    private let pool: ThreadPool
    private let stallTime: Int64

    /// A client that takes no byte for `stallTime` milliseconds is given up.
    init(slot: Slot, tls: TLSSession?, pool: ThreadPool, stallTime: Int64) {
        self.slot = slot
        self.tls = tls
        self.pool = pool
        self.stallTime = stallTime
    }

    // MARK: Receiving

    /// Tries to fill a buffer; `.done(0)` is the peer's end.
    func receive(_ buffer: UnsafeMutableRawBufferPointer) -> IOAttempt {
        if let tls { return tls.receive(buffer) }
        while true {
            let count = recv(slot.descriptor, buffer.baseAddress, buffer.count, 0)
            if count >= 0 { return .done(count) }
            if errno == EAGAIN { return .wait(EPOLLIN.rawValue) }
            if errno != EINTR { return .failed }
        }
    }

    /// True when a receive may bring bytes though the socket is silent.
    var hasBufferedInput: Bool { tls?.hasPending ?? false }

    /// Waits for events.
    ///
    /// - Throws: `.timeout` at the deadline, `.closed` when the server gave the connection up.
    func wait(_ events: UInt32, until deadline: Int64, isIdle: Bool = false) async throws(HTTPError) {
        switch await slot.wait(events, until: deadline, isIdle: isIdle) {
        case .ready: return
        case .timedOut: throw HTTPError(.timeout, "the client was too slow")
        case .closed: throw HTTPError(.closed, "the server closed the connection")
        }
    }

    // MARK: Sending

    /// Sends all bytes of one or two arrays.
    ///
    /// With `isMore` the kernel need not send a small packet, since more follows at once.
    ///
    /// - Throws: `.closed` when the client is gone or has stalled.
    func send(_ first: [UInt8], _ second: [UInt8] = [], isMore: Bool = false) async throws(HTTPError) {
        if tls != nil { return try await sendEncrypted(first, second) }
        var offset = 0
        let total = first.count + second.count
        while offset < total {
            switch trySend(first, second, from: offset, isMore: isMore) {
            case .done(let count): offset += count
            case .wait(let events): try await waitForWriting(events)
            case .failed: throw HTTPError(.closed, "the client is gone")
            }
        }
    }

    /// Sends bytes of a buffer that stays valid; with TLS in records of 16 KiB.
    func send(_ buffer: LentBuffer) async throws(HTTPError) {
        var offset = 0
        while offset < buffer.count {
            let attempt = buffer.withBytes { bytes in
                trySend(UnsafeRawBufferPointer(rebasing: bytes[offset...]))
            }
            switch attempt {
            case .done(let count): offset += count
            case .wait(let events): try await waitForWriting(events)
            case .failed: throw HTTPError(.closed, "the client is gone")
            }
        }
    }

    /// Lets the kernel send part of a file.
    ///
    /// - Returns: bytes sent; 0 when the file ends before `offset`.
    func sendFile(_ file: Int32, from offset: Int64, count: Int) async throws(HTTPError) -> Int {
        while true {
            var position = off_t(offset)
            let sent = sendfile(slot.descriptor, file, &position, count)
            if sent >= 0 { return sent }
            switch errno {
            case EAGAIN: try await waitForWriting(EPOLLOUT.rawValue)
            case EINTR: continue
            case EIO, EINVAL, EOVERFLOW, ENOMEM:
                throw HTTPError(.io, "sendfile failed with errno \(errno)")
            default: throw HTTPError(.closed, "the client is gone")
            }
        }
    }

    /// Lets other tasks run if any wait for a thread.
    func yieldToOthers() async {
        if pool.hasQueuedWork { await Task.yield() }
    }

    private func waitForWriting(_ events: UInt32) async throws(HTTPError) {
        switch await slot.wait(events, until: Uptime.coarseMilliseconds + stallTime) {
        case .ready: return
        case .timedOut: throw HTTPError(.closed, "the client takes no bytes")
        case .closed: throw HTTPError(.closed, "the server closed the connection")
        }
    }

    private func sendEncrypted(_ first: [UInt8], _ second: [UInt8]) async throws(HTTPError) {
        // Two small parts become one record.
        let isJoined = first.count + second.count <= 16 << 10
        for part in isJoined ? [first + second] : [first, second] {
            var offset = 0
            while offset < part.count {
                let attempt = part.withUnsafeBytes {
                    trySend(UnsafeRawBufferPointer(rebasing: $0[offset...]))
                }
                switch attempt {
                case .done(let count): offset += count
                case .wait(let events): try await waitForWriting(events)
                case .failed: throw HTTPError(.closed, "the client is gone")
                }
            }
        }
    }

    private func trySend(_ bytes: UnsafeRawBufferPointer) -> IOAttempt {
        if let tls { return tls.send(bytes) }
        while true {
            let count = Glibc.send(
                slot.descriptor,
                bytes.baseAddress,
                bytes.count,
                Int32(MSG_NOSIGNAL)
            )
            if count >= 0 { return .done(count) }
            if errno == EAGAIN { return .wait(EPOLLOUT.rawValue) }
            if errno != EINTR { return .failed }
        }
    }

    private func trySend(_ first: [UInt8], _ second: [UInt8], from offset: Int, isMore: Bool) -> IOAttempt {
        first.withUnsafeBytes { first in
            second.withUnsafeBytes { second in
                var parts = (iovec(), iovec())
                if offset < first.count {
                    parts.0 = iovec(
                        iov_base: UnsafeMutableRawPointer(mutating: first.baseAddress.map { $0 + offset }),
                        iov_len: first.count - offset
                    )
                }
                let skipped = max(0, offset - first.count)
                if second.count > skipped {
                    parts.1 = iovec(
                        iov_base: UnsafeMutableRawPointer(mutating: second.baseAddress.map { $0 + skipped }),
                        iov_len: second.count - skipped
                    )
                }
                let flags = Int(MSG_NOSIGNAL) | (isMore ? Int(MSG_MORE) : 0)
                return withUnsafeMutableBytes(of: &parts) { vector in
                    var message = msghdr()
                    message.msg_iov = vector.baseAddress?.assumingMemoryBound(to: iovec.self)
                    message.msg_iovlen = 2
                    while true {
                        let count = sendmsg(slot.descriptor, &message, Int32(flags))
                        if count >= 0 { return .done(count) }
                        if errno == EAGAIN { return .wait(EPOLLOUT.rawValue) }
                        if errno != EINTR { return .failed }
                    }
                }
            }
        }
    }
}
