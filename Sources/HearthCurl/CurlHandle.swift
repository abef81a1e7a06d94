import CCurl
import Glibc
import HearthClient

/// One easy handle and the lists that it points to; used by its lane's thread alone.
///
/// Thread rule (https://curl.se/libcurl/c/threadsafe.html): any thread, one at a time.
final class CurlHandle {
    let easy: UnsafeMutableRawPointer
    private var fields: UnsafeMutablePointer<curl_slist>?
    private let words: UnsafeMutablePointer<CChar>

    init?() {
        guard let easy = curl_easy_init() else { return nil }
        self.easy = easy
        words = .allocate(capacity: Int(CURL_ERROR_SIZE))
        words.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    }

    deinit {
        curl_easy_cleanup(easy)
        curl_slist_free_all(fields)
        words.deallocate()
    }

    /// Forgets the last request.
    func reset() {
        curl_easy_reset(easy)
        curl_slist_free_all(fields)
        fields = nil
        words[0] = 0
    }

    /// libcurl's own words about the last failure.
    var detail: String { String(cString: words) }

    /// Prepares a request whose callbacks reach `exchange`, which must outlive the transfer.
    ///
    /// - Returns: false when the server could not be checked as it has to be: the request must not be made.
    func prepare(_ exchange: CurlExchange, _ configuration: CurlConfiguration) -> Bool {
        let request = exchange.request
        set(CURLOPT_ERRORBUFFER, words)
        set(CURLOPT_URL, request.url)
        set(CURLOPT_PATH_AS_IS, 1)
        set(CURLOPT_NOSIGNAL, 1)
        // A name that is still being looked up must not hold its lane when its request is cancelled.
        set(CURLOPT_QUICK_EXIT, 1)
        set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        set(CURLOPT_NOPROXY, configuration.noProxy)
        set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
        set(CURLOPT_TCP_NODELAY, 1)
        set(CURLOPT_TCP_KEEPALIVE, 1)
        set(CURLOPT_EXPECT_100_TIMEOUT_MS, 500)
        // Ours are exact and say what they mean; libcurl's own limit of 300 s for a connection must not be shorter.
        set(CURLOPT_CONNECTTIMEOUT_MS, Int(min(request.idleTimeout, 86_400) * 1_000) + 1_000)
        guard trust(request.trust, configuration) else { return false }
        let pointer = Unmanaged.passUnretained(exchange).toOpaque()
        connectCallbacks(pointer)
        if exchange.probe != nil {
            guard prepareProbe() else { return false }
        } else {
            limit(request)
            body(request, pointer)
            headers(request, configuration)
        }
        return true
    }

    func set(_ option: CURLoption, _ value: Int) { hearth_curl_set_long(easy, option, value) }

    func set(_ option: CURLoption, _ value: String) { hearth_curl_set_pointer(easy, option, value) }

    func set(_ option: CURLoption, _ value: UnsafeRawPointer?) {
        hearth_curl_set_pointer(easy, option, value)
    }

    func setLarge(_ option: CURLoption, _ value: Int64) {
        hearth_curl_set_offset(easy, option, curl_off_t(value))
    }

    /// Bytes of body that have left for the network.
    var uploaded: Int64 {
        var count: curl_off_t = 0
        hearth_curl_get_offset(easy, CURLINFO_SIZE_UPLOAD_T, &count)
        return Int64(count)
    }

    /// The errno of the last failure of a system call.
    var systemError: Int32 {
        var value = 0
        hearth_curl_get_long(easy, CURLINFO_OS_ERRNO, &value)
        return Int32(truncatingIfNeeded: value)
    }

    /// Buffers as large as the request can use: each is memory while it is under way.
    private func limit(_ request: TransportRequest) {
        // A buffer goes at once: many of them, and large ones, would be a burst.
        let bandwidth = request.budget.map { $0.bandwidth / 4 } ?? request.bandwidth
        let share = bandwidth.map { max(16 << 10, $0 / 8) } ?? Int.max
        let download = request.sink != nil ? 512 << 10 : request.body.length == 0 ? 128 << 10 : 16 << 10
        set(CURLOPT_BUFFERSIZE, min(download, share))
        let length = Int(clamping: request.body.length ?? Int64.max)
        set(CURLOPT_UPLOAD_BUFFERSIZE, min(max(length, 16 << 10), 1 << 20, share))
    }

    private func body(_ request: TransportRequest, _ pointer: UnsafeMutableRawPointer) {
        let length = request.body.length
        switch request.method {
        case "HEAD" where length == 0: set(CURLOPT_NOBODY, 1)
        case "GET" where length == 0: set(CURLOPT_HTTPGET, 1)
        case "POST" where length == 0, "PUT" where length == 0, "PATCH" where length == 0:
            // Says Content-Length: 0.
            set(CURLOPT_POST, 1)
            setLarge(CURLOPT_POSTFIELDSIZE_LARGE, 0)
            set(CURLOPT_COPYPOSTFIELDS, "")
            set(CURLOPT_CUSTOMREQUEST, request.method)
        case _ where length == 0:
            set(CURLOPT_HTTPGET, 1)
            set(CURLOPT_CUSTOMREQUEST, request.method)
        default: content(request, pointer)
        }
    }

    private func content(_ request: TransportRequest, _ pointer: UnsafeMutableRawPointer) {
        if case .bytes(let bytes) = request.body, bytes.count <= 16 << 10, request.bandwidth == nil,
            request.budget == nil
        {
            // Travels in one packet with the head.
            set(CURLOPT_POST, 1)
            setLarge(CURLOPT_POSTFIELDSIZE_LARGE, Int64(bytes.count))
            bytes.withUnsafeBytes { set(CURLOPT_COPYPOSTFIELDS, $0.baseAddress) }
        } else {
            set(CURLOPT_UPLOAD, 1)
            setLarge(CURLOPT_INFILESIZE_LARGE, request.body.length ?? -1)
            hearth_curl_set_read(easy, readBody, pointer)
            hearth_curl_set_seek(easy, seekBody, pointer)
        }
        set(CURLOPT_CUSTOMREQUEST, request.method)
    }

    private func headers(_ request: TransportRequest, _ configuration: CurlConfiguration) {
        // These three are libcurl's ideas: a wait for 100 before a body, a type that a form would have.
        if request.headers["Expect"] == nil { append("Expect:") }
        if request.headers["Content-Type"] == nil { append("Content-Type:") }
        if request.headers["Accept"] == nil { append("Accept: */*") }
        if request.headers["User-Agent"] == nil, let agent = configuration.userAgent {
            append("User-Agent: " + agent)
        }
        let own = ["host", "content-length", "connection", "transfer-encoding"]
        for field in request.headers.fields where !own.contains(field.name.lowercased()) {
            append(field.value.isEmpty ? field.name + ";" : field.name + ": " + field.value)
        }
        hearth_curl_set_pointer(easy, CURLOPT_HTTPHEADER, fields)
    }

    private func append(_ line: String) {
        // Without memory the old list stays as it is.
        if let longer = curl_slist_append(fields, line) { fields = longer }
    }
}
