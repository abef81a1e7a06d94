import CCurl
import COpenSSL
import HearthClient

extension CurlHandle {
    /// Sets how the server proves who it is.
    ///
    /// - Returns: false when libcurl does not take it; then nothing may be sent, because it would check less than was
    ///   asked for.
    func trust(_ trust: ServerTrust, _ configuration: CurlConfiguration) -> Bool {
        guard takes(CURLOPT_PROTOCOLS_STR, "http,https"), takes(CURLOPT_DISALLOW_USERNAME_IN_URL, 1),
            takes(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
        else {
            return false
        }
        return switch trust {
        case .system: systemRoots(configuration)
        case .authorities(let pem): roots(pem)
        // The checks of the chain are turned off only where the pin is there.
        case .pinned(let key):
            pin(key) && takes(CURLOPT_SSL_VERIFYPEER, 0) && takes(CURLOPT_SSL_VERIFYHOST, 0)
        case .pinnedUnder(let pem, let key): roots(pem) && pin(key)
        }
    }

    /// Connects, looks at the certificate and hangs up: the handshake goes on whatever is wrong with the chain, and
    /// libcurl judges it afterwards.
    ///
    /// - Returns: false when libcurl would send a request, or could not show the certificate.
    func prepareProbe() -> Bool {
        guard takes(CURLOPT_CONNECT_ONLY, 1), takes(CURLOPT_CERTINFO, 1),
            takes(CURLOPT_SSL_SESSIONID_CACHE, 0)
        else {
            return false
        }
        let code = hearth_curl_set_tls(
            easy,
            { _, context, _ in
                SSL_CTX_set_verify(OpaquePointer(context), SSL_VERIFY_PEER, { _, _ in 1 })
                return CURLE_OK
            },
            nil
        )
        return code == CURLE_OK
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

    private func systemRoots(_ configuration: CurlConfiguration) -> Bool {
        if let file = configuration.rootsFile, !takes(CURLOPT_CAINFO, file) { return false }
        if let folder = configuration.rootsFolder { return takes(CURLOPT_CAPATH, folder) }
        return configuration.rootsFile == nil || takesNothing(CURLOPT_CAPATH)
    }

    /// These roots and no others: without the second line libcurl would add the system's folder.
    private func roots(_ pem: String) -> Bool {
        var pem = pem
        let code = pem.withUTF8 { hearth_curl_set_blob(easy, CURLOPT_CAINFO_BLOB, $0.baseAddress, $0.count) }
        return code == CURLE_OK && takesNothing(CURLOPT_CAPATH)
    }

    private func pin(_ key: KeyFingerprint) -> Bool {
        // So that a refusal can say which key it found.
        set(CURLOPT_CERTINFO, 1)
        return takes(CURLOPT_PINNEDPUBLICKEY, key.curlPin)
    }

    private func takes(_ option: CURLoption, _ value: Int) -> Bool {
        hearth_curl_set_long(easy, option, value) == CURLE_OK
    }

    private func takes(_ option: CURLoption, _ value: String) -> Bool {
        hearth_curl_set_pointer(easy, option, value) == CURLE_OK
    }

    private func takesNothing(_ option: CURLoption) -> Bool {
        hearth_curl_set_pointer(easy, option, nil) == CURLE_OK
    }
}
