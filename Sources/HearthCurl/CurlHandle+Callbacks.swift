import CCurl
import Glibc

extension CurlHandle {
    /// Leads libcurl's calls to the exchange behind `pointer`.
    func connectCallbacks(_ pointer: UnsafeMutableRawPointer) {
        hearth_curl_set_write(
            easy,
            { bytes, size, count, context in
                guard let exchange = exchange(context) else { return 0 }
                return exchange.receive(UnsafeRawBufferPointer(start: bytes, count: size * count))
            },
            pointer
        )
        hearth_curl_set_header(
            easy,
            { bytes, size, count, context in
                guard let exchange = exchange(context) else { return 0 }
                return exchange.receiveHeader(UnsafeRawBufferPointer(start: bytes, count: size * count))
            },
            pointer
        )
        hearth_curl_set_progress(
            easy,
            { context, _, received, _, sent in
                exchange(context)?.progress(received: Int64(received), sent: Int64(sent))
                return 0
            },
            pointer
        )
        hearth_curl_set_socket(
            easy,
            { _, socket, _ in
                // Programs that we start inherit no connection.
                _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
                // What waits in the kernel counts as sent: with little of it a slow link is not taken for a dead one.
                var unsent: Int32 = 256 << 10
                setsockopt(
                    socket,
                    Int32(IPPROTO_TCP),
                    TCP_NOTSENT_LOWAT,
                    &unsent,
                    socklen_t(MemoryLayout<Int32>.size)
                )
                return CURL_SOCKOPT_OK
            },
            nil
        )
    }
}

/// Asked for more of the request's body.
let readBody: curl_read_callback = { buffer, size, count, context in
    guard let exchange = exchange(context) else { return CurlExchange.Signal.abortReading }
    return exchange.fill(UnsafeMutableRawBufferPointer(start: buffer, count: size * count))
}

/// Asked to begin the request's body anew.
let seekBody: curl_seek_callback = { context, offset, origin in
    guard origin == SEEK_SET, let exchange = exchange(context), exchange.seek(to: Int64(offset)) else {
        return CURL_SEEKFUNC_CANTSEEK
    }
    return CURL_SEEKFUNC_OK
}

/// The loop keeps an exchange alive as long as libcurl may call.
private func exchange(_ context: UnsafeMutableRawPointer?) -> CurlExchange? {
    context.map { Unmanaged<CurlExchange>.fromOpaque($0).takeUnretainedValue() }
}
