import COpenSSL

/// OpenSSL's settings for one certificate; sessions made from it keep it alive.
///
/// Thread rule (OpenSSL 3, `SSL_CTX` manual): may be shared by threads once it is set up.
final class TLSContext: @unchecked Sendable {  // The context is not changed after the initialiser.
    private let context: OpaquePointer

    /// Reads certificate and key.
    ///
    /// - Throws: `.io` with OpenSSL's reason when a file cannot be read or the two do not belong together.
    init(_ configuration: TLSConfiguration) throws(HTTPError) {
        ERR_clear_error()
        guard let method = TLS_server_method(), let context = SSL_CTX_new(method) else {
            throw HTTPError(.io, "no TLS context: \(TLSContext.lastError())")
        }
        self.context = context
        SSL_CTX_ctrl(context, SSL_CTRL_SET_MIN_PROTO_VERSION, Int(TLS1_2_VERSION), nil)
        SSL_CTX_ctrl(context, SSL_CTRL_SET_MAX_PROTO_VERSION, Int(TLS1_3_VERSION), nil)
        let mode =
            SSL_MODE_RELEASE_BUFFERS | SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER
        SSL_CTX_ctrl(context, SSL_CTRL_MODE, Int(mode), nil)
        SSL_CTX_ctrl(context, SSL_CTRL_SET_SESS_CACHE_MODE, Int(SSL_SESS_CACHE_OFF), nil)
        SSL_CTX_ctrl(context, SSL_CTRL_SET_READ_AHEAD, 1, nil)
        SSL_CTX_set_default_read_buffer_len(context, 64 << 10)
        SSL_CTX_set_options(context, hearth_tls_options())
        SSL_CTX_set_alpn_select_cb(context, selectProtocol, nil)
        guard SSL_CTX_use_certificate_chain_file(context, configuration.certificatePath) == 1 else {
            throw HTTPError(.io, "certificate \(configuration.certificatePath): \(TLSContext.lastError())")
        }
        guard SSL_CTX_use_PrivateKey_file(context, configuration.keyPath, SSL_FILETYPE_PEM) == 1 else {
            throw HTTPError(.io, "private key \(configuration.keyPath): \(TLSContext.lastError())")
        }
        guard SSL_CTX_check_private_key(context) == 1 else {
            throw HTTPError(.io, "certificate and key do not belong together: \(TLSContext.lastError())")
        }
    }

    deinit { SSL_CTX_free(context) }

    /// A session on a connected, non-blocking socket, or nil when there is no memory.
    func makeSession(descriptor: Int32) -> TLSSession? {
        guard let session = SSL_new(context) else { return nil }
        guard SSL_set_fd(session, descriptor) == 1 else {
            SSL_free(session)
            return nil
        }
        SSL_set_accept_state(session)
        return TLSSession(owning: session)
    }

    /// OpenSSL's text for the oldest failure of this thread; empties its list.
    static func lastError() -> String {
        let code = ERR_get_error()
        ERR_clear_error()
        guard code != 0 else { return "unknown reason" }
        var text = [CChar](repeating: 0, count: 256)
        ERR_error_string_n(code, &text, text.count)
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

/// Chooses `http/1.1` where the client offers protocols; a client that offers only others gets none.
private func selectProtocol(
    _ session: OpaquePointer?,
    _ chosen: UnsafeMutablePointer<UnsafePointer<UInt8>?>?,
    _ chosenLength: UnsafeMutablePointer<UInt8>?,
    _ offered: UnsafePointer<UInt8>?,
    _ offeredLength: UInt32,
    _ context: UnsafeMutableRawPointer?
) -> Int32 {
    guard let offered else { return SSL_TLSEXT_ERR_NOACK }
    var offset = 0
    while offset < Int(offeredLength) {
        let length = Int(offered[offset])
        guard offset + 1 + length <= Int(offeredLength) else { break }
        if UnsafeBufferPointer(start: offered + offset + 1, count: length).elementsEqual("http/1.1".utf8) {
            chosen?.pointee = offered + offset + 1
            chosenLength?.pointee = UInt8(length)
            return SSL_TLSEXT_ERR_OK
        }
        offset += 1 + length
    }
    return SSL_TLSEXT_ERR_NOACK
}
