import HearthWire

/// One small exchange outside a provider: before there is an area, or to find a channel for one.
struct DirectCall: Sendable {
    /// A reply that was read whole.
    struct Reply: Sendable {
        let status: Int
        let headers: HeaderFields
        /// The body as JSON; nil when it is none.
        let json: JSONValue?

        /// The code in the contract's frame; nil when the body is no envelope.
        var code: WireCode? {
            guard let status = json?["status"] else { return nil }
            return (status.int.flatMap { Int(exactly: $0) } ?? status.string.flatMap { Int($0) })
                .map { WireCode(rawValue: $0) }
        }

        /// The envelope's data.
        ///
        /// - Throws: `.server` for a refusal, `.http` and `.notADrive` for what is no envelope.
        func data() throws(SessionError) -> JSONValue {
            guard let code else {
                throw SessionError((200..<300).contains(status) ? .notADrive : .http(status: status))
            }
            guard code == .ok else {
                throw SessionError(.server(code: code, reason: json?["reason"]?.string ?? ""))
            }
            return json?["data"] ?? .null
        }
    }

    var transport: any Transport
    var trust: ServerTrust
    /// Seconds for the whole exchange.
    var timeout: Double = 30

    /// Sends a request and reads its reply, up to 1 MiB.
    ///
    /// - Throws: `.transport`, `.cancelled`; never for a status or a code.
    func send(
        _ method: TargetMethod,
        _ url: String,
        headers: HeaderFields = [:],
        body: [UInt8]? = nil,
        contentType: String = "application/json"
    ) async throws(SessionError) -> Reply {
        var request = TransportRequest(
            url: url,
            method: method.rawValue,
            headers: headers,
            trust: trust,
            idleTimeout: timeout,
            totalTimeout: timeout
        )
        request.headers["Accept"] = "application/json"
        if let body {
            request.body = .bytes(body)
            request.headers["Content-Type"] = contentType
        }
        do throws(TransportError) {
            let response = try await transport.send(request)
            let bytes = try await response.body.all(limit: 1 << 20)
            return Reply(
                status: response.head.status,
                headers: response.head.headers,
                json: bytes.isEmpty ? nil : try? JSONValue(parsing: bytes)
            )
        } catch {
            throw SessionError(error.kind == .cancelled ? .cancelled : .transport(error))
        }
    }

    /// Sends a form (`application/x-www-form-urlencoded`).
    func post(_ url: String, form: [(String, String)]) async throws(SessionError) -> Reply {
        try await send(
            .post,
            url,
            body: Array(PercentEncoding.encode(query: form).utf8),
            contentType: "application/x-www-form-urlencoded"
        )
    }
}

extension JSONValue {
    /// A whole number, also where a server sends it as text.
    var lenientInt: Int? { int.flatMap { Int(exactly: $0) } ?? string.flatMap { Int($0) } }

    /// Text, also where a server sends a number; nil for anything else.
    var lenientText: String? { string ?? int.map { String($0) } }
}
