import HearthConcurrency

extension Connection {
    /// How sending an answer went.
    struct Outcome {
        /// Content bytes sent.
        var sent: Int64 = 0
        /// What follows.
        var next: Next
    }

    /// Sends an answer with the framing its body needs.
    func send(_ response: HTTPResponse, isHead: Bool, isVersion11: Bool, mayKeep: Bool) async -> Outcome {
        guard (200...999).contains(response.status) else { return Outcome(next: .cut) }
        let framing = framing(of: response, isVersion11: isVersion11)
        let isKept =
            mayKeep && framing != .untilClose && !response.headers.hasToken("close", in: "Connection")
        let head = ResponseHead.bytes(
            response,
            framing: isHead && response.hasNoBody ? .none : framing,
            connection: isKept ? (isVersion11 ? nil : "keep-alive") : "close",
            date: server.dates.http
        )
        server.metrics.sent(head.count)
        var sent: Int64 = 0
        var isWhole = true
        do {
            if isHead || framing == .none {
                try await transport.send(head)
            } else {
                (sent, isWhole) = try await sendContent(response.body, head: head, framing: framing)
            }
        } catch {
            isWhole = false
        }
        server.metrics.sent(Int(sent))
        return Outcome(sent: sent, next: !isWhole ? .cut : isKept ? .keep : .close)
    }

    private func framing(of response: HTTPResponse, isVersion11: Bool) -> Framing {
        if response.status == 204 || response.status == 304 { return .none }
        if let length = response.contentLength { return .length(length) }
        return isVersion11 ? .chunked : .untilClose
    }

    /// Sends head and content; what was sent, and whether it is all.
    private func sendContent(
        _ body: HTTPResponse.Body,
        head: [UInt8],
        framing: Framing
    ) async throws(HTTPError) -> (Int64, Bool) {
        switch body {
        case .none:
            try await transport.send(head)
            return (0, true)
        case .bytes(let bytes):
            try await transport.send(head, bytes)
            return (Int64(bytes.count), true)
        case .stream(_, let produce):
            try await transport.send(head)
            let writer = StreamWriter(transport: transport, framing: framing)
            do { try await produce(writer) } catch { return (writer.abandon(), false) }
            return await writer.finish()
        case .file(let content, let parts):
            return try await FileSender(transport: transport, content: content, buffers: server.buffers)
                .send(parts, head: head)
        }
    }
}

extension HTTPResponse {
    /// True when the handler gave no content at all.
    fileprivate var hasNoBody: Bool { if case .none = body { true } else { false } }
}
