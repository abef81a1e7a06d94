import CCurl
import COpenSSL
import HearthClient

extension CurlHandle {
    /// Sets how the server proves who it is.
    func trust(_ trust: ServerTrust, _ configuration: CurlConfiguration) {
        switch trust {
        case .system: systemRoots(configuration)
        case .authorities(let pem): roots(pem)
        case .pinned(let key):
            set(CURLOPT_SSL_VERIFYPEER, 0)
            set(CURLOPT_SSL_VERIFYHOST, 0)
            pin(key)
        case .pinnedUnder(let pem, let key):
            roots(pem)
            pin(key)
        }
    }

    /// Connects, looks at the certificate and hangs up: the handshake goes on whatever is wrong with the chain, and
    /// libcurl judges it afterwards.
    func prepareProbe() {
        set(CURLOPT_CONNECT_ONLY, 1)
        set(CURLOPT_CERTINFO, 1)
        set(CURLOPT_SSL_SESSIONID_CACHE, 0)
        hearth_curl_set_tls(
            easy,
            { _, context, _ in
                SSL_CTX_set_verify(OpaquePointer(context), SSL_VERIFY_PEER, { _, _ in 1 })
                return CURLE_OK
            },
            nil
        )
    }

    /// The server's certificate of the last handshake, PEM; nil when none was seen.
    var certificate: String? {
        var found: UnsafeMutablePointer<curl_certinfo>?
        guard hearth_curl_get_certificates(easy, &found) == CURLE_OK, let found = found?.pointee,
            found.num_of_certs > 0
        else {
            return nil
        }
        var entry = found.certinfo?[0]
        while let node = entry?.pointee {
            if let data = node.data {
                let text = String(cString: data)
                if text.hasPrefix("Cert:") { return String(text.dropFirst(5)) }
            }
            entry = node.next
        }
        return nil
    }

    private func systemRoots(_ configuration: CurlConfiguration) {
        if let file = configuration.rootsFile { set(CURLOPT_CAINFO, file) }
        if let folder = configuration.rootsFolder {
            set(CURLOPT_CAPATH, folder)
        } else if configuration.rootsFile != nil {
            set(CURLOPT_CAPATH, UnsafeRawPointer?.none)
        }
    }

    /// These roots and no others: without the second line libcurl would add the system's folder.
    private func roots(_ pem: String) {
        var pem = pem
        _ = pem.withUTF8 { hearth_curl_set_blob(easy, CURLOPT_CAINFO_BLOB, $0.baseAddress, $0.count) }
        set(CURLOPT_CAPATH, UnsafeRawPointer?.none)
    }

    private func pin(_ key: KeyFingerprint) {
        set(CURLOPT_PINNEDPUBLICKEY, key.curlPin)
        // So that a refusal can say which key it found.
        set(CURLOPT_CERTINFO, 1)
    }
}
