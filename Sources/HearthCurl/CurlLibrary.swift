import CCurl

/// libcurl itself, set up once for the process.
enum CurlLibrary {
    /// False when libcurl cannot run here.
    static let isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK
}
