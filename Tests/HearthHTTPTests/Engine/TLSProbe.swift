import CLinux
import COpenSSL
import Glibc

/// A client with TLS whose calls block; certificates are looked at, not checked.
final class TLSProbe {
    struct Failure: Error { let step: String }

    private let context: OpaquePointer
    private let session: OpaquePointer
    private let descriptor: Int32

    /// Connects and shakes hands.
    init(port: Int, version: Int32 = TLS1_3_VERSION, protocols: [String] = []) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard let context = SSL_CTX_new(TLS_client_method()), let session = SSL_new(context) else {
            throw Failure(step: "SSL_new")
        }
        self.context = context
        self.session = session
        var timeout = timeval(tv_sec: 20, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let result = withUnsafeBytes(of: &address) {
            connect(descriptor, $0.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t($0.count))
        }
        guard result == 0 else { throw Failure(step: "connect") }
        SSL_ctrl(session, SSL_CTRL_SET_MIN_PROTO_VERSION, Int(version), nil)
        SSL_ctrl(session, SSL_CTRL_SET_MAX_PROTO_VERSION, Int(version), nil)
        let offer = protocols.flatMap { [UInt8($0.utf8.count)] + Array($0.utf8) }
        if !offer.isEmpty { SSL_set_alpn_protos(session, offer, UInt32(offer.count)) }
        SSL_set_fd(session, descriptor)
        guard SSL_connect(session) == 1 else { throw Failure(step: "SSL_connect") }
    }

    deinit {
        SSL_free(session)
        SSL_CTX_free(context)
        close(descriptor)
    }

    /// The protocol the server chose; empty when none.
    var chosenProtocol: String {
        var bytes: UnsafePointer<UInt8>?
        var count: UInt32 = 0
        SSL_get0_alpn_selected(session, &bytes, &count)
        return String(decoding: UnsafeBufferPointer(start: bytes, count: Int(count)), as: UTF8.self)
    }

    /// Whom the server's certificate names.
    var commonName: String {
        guard let certificate = SSL_get1_peer_certificate(session) else { return "" }
        defer { X509_free(certificate) }
        var text = [CChar](repeating: 0, count: 100)
        X509_NAME_get_text_by_NID(X509_get_subject_name(certificate), NID_commonName, &text, 100)
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    func send(_ bytes: [UInt8]) throws {
        var offset = 0
        while offset < bytes.count {
            let count = bytes.withUnsafeBytes {
                SSL_write(session, $0.baseAddress.map { $0 + offset }, Int32(bytes.count - offset))
            }
            guard count > 0 else { throw Failure(step: "SSL_write") }
            offset += Int(count)
        }
    }

    func send(_ text: String) throws { try send(Array(text.utf8)) }

    /// What is there; empty at an orderly end.
    func receive() throws -> [UInt8] {
        var result: Int32 = 0
        let piece = [UInt8](unsafeUninitializedCapacity: 64 << 10) { buffer, count in
            result = SSL_read(session, buffer.baseAddress, Int32(buffer.count))
            count = Int(max(0, result))
        }
        guard result > 0 || SSL_get_error(session, result) == SSL_ERROR_ZERO_RETURN else {
            throw Failure(step: "SSL_read")
        }
        return piece
    }

    /// Everything up to an orderly end.
    func receiveAll() throws -> [UInt8] {
        var all: [UInt8] = []
        while true {
            let piece = try receive()
            if piece.isEmpty { return all }
            all += piece
        }
    }
}
