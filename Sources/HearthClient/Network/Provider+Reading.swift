import HearthWire

extension Provider {
    /// Reads a response as its target's format says.
    func read(
        _ response: TransportResponse,
        _ target: some Target,
        _ info: TargetInfo,
        _ gate: SinkGate?,
        isStreamed: Bool
    ) async throws(ClientError) -> ProviderReply {
        let head = response.head
        var reply = ProviderReply(head: head, body: response.body, endpoint: info.endpoint)
        let isSuccess = target.validation.allows(head.status)
        let mayRefuse = EnvelopeCheck.mayBeRefusal(head)
        if isSuccess, target.format == .bytes, isStreamed || gate != nil, !mayRefuse { return reply }
        if let held = gate?.held {
            reply.bytes = held
        } else {
            do throws(TransportError) {
                reply.bytes = try await response.body.all(limit: configuration.replyLimit)
            } catch {
                throw ClientError(error)
            }
        }
        reply.body = isStreamed ? .bytes(reply.bytes) : .empty
        let check = EnvelopeCheck(reply.bytes, head, language: configuration.language)
        if target.format == .bytes, isSuccess {
            if mayRefuse, let refusal = check.refusal { throw refusal }
            guard let gate else { return reply }
            do {
                try gate.release()
            } catch {
                throw ClientError(TransportError(.sinkFailed, "\(error)"))
            }
            reply.bytes = []
            return reply
        }
        if let refusal = check.refusal { throw refusal }
        guard isSuccess else {
            throw ClientError(
                .http(status: head.status),
                httpStatus: head.status,
                retryAfter: EnvelopeCheck.retryAfter(head)
            )
        }
        if head.status == 204 || reply.bytes.isEmpty { return reply }
        guard let envelope = check.envelope else {
            if check.isTorn {
                throw ClientError(TransportError(.interrupted, "the reply ends within its JSON"))
            }
            throw ClientError(.invalidEnvelope, httpStatus: head.status)
        }
        reply.envelope = envelope
        return reply
    }
}
