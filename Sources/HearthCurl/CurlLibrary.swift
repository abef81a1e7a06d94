import CCurl
import COpenSSL

/// libcurl itself, set up once for the process.
enum CurlLibrary {
    /// False when libcurl cannot run here.
    static let isReady: Bool = {
        // libcrypto would free its tables at the end of the process, while threads of ours still end: glibc then stops
        // the program with "invalid pointer". The system takes the memory back anyway. Whoever used libcrypto before
        // has decided for himself already.
        _ = OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_ATEXIT), nil)
        return curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK
    }()
}
