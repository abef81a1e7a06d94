import HearthWire

/// Makes a transport's request of a target.
struct RequestBuilder {
    let configuration: ProviderConfiguration

    func request(_ target: some Target, _ endpoint: Endpoint) throws(ClientError) -> TransportRequest {
        guard target.path.utf8.first == UInt8(ascii: "/") || target.path.isEmpty else {
            throw ClientError(.invalidRequest("the path does not begin with a slash"))
        }
        let task = target.task
        var url = endpoint.baseURL + endpoint.basePath + target.path
        if !task.query.isEmpty {
            url +=
                (url.utf8.contains(UInt8(ascii: "?")) ? "&" : "?") + PercentEncoding.encode(query: task.query)
        }
        var request = TransportRequest(
            url: url,
            method: target.method.rawValue,
            trust: endpoint.trust,
            idleTimeout: target.timeout ?? configuration.timeout,
            lane: target.lane,
            bandwidth: configuration.bandwidth
        )
        request.headers["Accept-Language"] =
            configuration.language == .chinese ? "zh, en;q=0.5" : "en, zh;q=0.5"
        if let agent = configuration.userAgent { request.headers["User-Agent"] = agent }
        fill(&request, with: task)
        for field in target.headers.fields { request.headers[field.name] = field.value }
        return request
    }

    private func fill(_ request: inout TransportRequest, with task: TargetTask) {
        switch task {
        case .plain, .query: break
        case .json(let bytes, _):
            request.headers["Content-Type"] = "application/json; charset=utf-8"
            request.body = .bytes(bytes)
        case .form(let fields):
            request.headers["Content-Type"] = "application/x-www-form-urlencoded"
            request.body = .bytes(Array(PercentEncoding.encode(query: fields).utf8))
        case .multipart(let parts):
            let body = MultipartBody(parts)
            request.headers["Content-Type"] = body.contentType
            request.body = body.transportBody
        case .uploadBytes(let bytes, let type):
            request.headers["Content-Type"] = type
            request.body = .bytes(bytes)
        case .uploadFile(let part, let type):
            request.headers["Content-Type"] = type
            request.body = .file(part)
        case .uploadStream(let stream, let type):
            request.headers["Content-Type"] = type
            request.body = .stream(stream)
        case .download(let sink, _):
            request.sink = sink
        }
    }
}
