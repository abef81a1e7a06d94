import CCurl
import Glibc
import HearthClient

/// Translates libcurl's results; the only place that knows its codes.
enum CurlFailure {
    /// What a result means; `handle` is the one that failed, not yet reset.
    static func error(_ code: CURLcode, of handle: CurlHandle, _ request: TransportRequest) -> TransportError
    {
        let detail = handle.detail.isEmpty ? String(cString: curl_easy_strerror(code)) : handle.detail
        return TransportError(kind(code, handle, request), "curl \(code.rawValue): \(detail)")
    }

    private static func kind(
        _ code: CURLcode,
        _ handle: CurlHandle,
        _ request: TransportRequest
    ) -> TransportError.Kind {
        switch code {
        case CURLE_URL_MALFORMAT, CURLE_LOGIN_DENIED: .badURL
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: .nameNotFound
        case CURLE_COULDNT_CONNECT, CURLE_INTERFACE_FAILED, CURLE_PROXY: .unreachable
        case CURLE_PARTIAL_FILE, CURLE_GOT_NOTHING, CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_HTTP2_STREAM,
            CURLE_SEND_FAIL_REWIND, CURLE_SSL_SHUTDOWN_FAILED:
            .interrupted
        case CURLE_OPERATION_TIMEDOUT: .timedOut
        case CURLE_SSL_CONNECT_ERROR: handshake(handle)
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR,
            CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_CERTPROBLEM:
            .untrusted
        case CURLE_SSL_PINNEDPUBKEYNOTMATCH: keyChanged(handle, request)
        // The scheme is checked before: what remains is an answer that is no HTTP/1 or 2.
        case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY, CURLE_HTTP2, CURLE_BAD_CONTENT_ENCODING:
            .invalidResponse
        case CURLE_FILESIZE_EXCEEDED: .tooLarge
        case CURLE_ABORTED_BY_CALLBACK: .cancelled
        default: .other
        }
    }

    /// A handshake fails because the connection broke, or because the other side speaks something else.
    private static func handshake(_ handle: CurlHandle) -> TransportError.Kind {
        let detail = handle.detail
        if [ECONNRESET, EPIPE, ETIMEDOUT].contains(handle.systemError)
            || ["SSL_ERROR_SYSCALL", "unexpected eof", "Connection reset"].contains(where: detail.contains)
        {
            return .interrupted
        }
        return .invalidResponse
    }

    private static func keyChanged(_ handle: CurlHandle, _ request: TransportRequest) -> TransportError.Kind {
        switch request.trust {
        case .pinned(let expected), .pinnedUnder(_, let expected):
            .keyChanged(
                expected: expected,
                found: handle.certificate.flatMap(Certificate.init(pem:))?.fingerprint
            )
        default: .untrusted
        }
    }
}
