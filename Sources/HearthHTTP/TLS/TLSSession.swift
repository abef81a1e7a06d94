import CLinux
import COpenSSL
import Synchronization

/// One encrypted connection.
///
/// Thread rule (OpenSSL 3, `SSL` manual): any thread, one call at a time; the lock sees to it.
final class TLSSession: Sendable {
    // Safe: the pointer is used under the lock only and freed by the one owner.
    private struct Handle: ~Copyable, @unchecked Sendable {
        let pointer: OpaquePointer
        deinit { SSL_free(pointer) }
    }

    private let handle: Mutex<Handle>

    /// Takes ownership of an `SSL`.
    init(owning session: sending OpaquePointer) { handle = Mutex(Handle(pointer: session)) }

    /// One step of the handshake.
    func handshake() -> IOAttempt { attempt { SSL_do_handshake($0) } }

    /// Decrypts into `buffer` what is there, up to its size.
    ///
    /// Stops when OpenSSL holds no more: asking the socket again just to hear that it is empty costs a call.
    func receive(_ buffer: UnsafeMutableRawBufferPointer) -> IOAttempt {
        var total = 0
        while total < buffer.count, total == 0 || hasPending {
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[total...])
            let result = attempt { SSL_read($0, rest.baseAddress, Int32(min(rest.count, 1 << 30))) }
            guard case .done(let count) = result, count > 0 else { return total > 0 ? .done(total) : result }
            total += count
        }
        return .done(total)
    }

    /// Encrypts from `buffer` until the socket is full.
    func send(_ buffer: UnsafeRawBufferPointer) -> IOAttempt {
        var total = 0
        while total < buffer.count {
            let rest = UnsafeRawBufferPointer(rebasing: buffer[total...])
            let result = attempt { SSL_write($0, rest.baseAddress, Int32(min(rest.count, 1 << 30))) }
            guard case .done(let count) = result else { return total > 0 ? .done(total) : result }
            total += count
        }
        return .done(total)
    }

    /// True when bytes are in OpenSSL's buffers, so that the socket may be silent though there is something to read.
    var hasPending: Bool { handle.withLock { SSL_has_pending($0.pointer) == 1 } }

    /// Tells the client that no more follows, without waiting for an answer.
    func close() {
        handle.withLock { handle in
            ERR_clear_error()
            _ = SSL_shutdown(handle.pointer)
            ERR_clear_error()
        }
    }

    private func attempt(_ call: (OpaquePointer) -> Int32) -> IOAttempt {
        handle.withLock { handle in
            ERR_clear_error()
            let result = call(handle.pointer)
            if result > 0 { return .done(Int(result)) }
            switch SSL_get_error(handle.pointer, result) {
            case SSL_ERROR_WANT_READ: return .wait(EPOLLIN.rawValue)
            case SSL_ERROR_WANT_WRITE: return .wait(EPOLLOUT.rawValue)
            case SSL_ERROR_ZERO_RETURN: return .done(0)
            default:
                ERR_clear_error()
                return .failed
            }
        }
    }
}
