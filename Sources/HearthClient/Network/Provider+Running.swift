import HearthWire

extension Provider {
    /// All attempts of a call.
    func run(
        _ target: some Target,
        id: RequestID,
        isStreamed: Bool
    ) async throws(ClientError) -> ProviderReply {
        var attempt = Attempt(target, id: id)
        var isFirst = true
        while true {
            do throws(ClientError) {
                attempt.info.endpoint = try await endpoint(for: target)
            } catch {
                if !isFirst {
                    await finish(error, attempt.info)
                    ledger.tell(.failed(error), attempt.info)
                }
                throw error
            }
            configuration.endpointClosure?(&attempt.info.endpoint, attempt.info)
            if isFirst { ledger.tell(.started, attempt.info) }
            isFirst = false
            let result = await once(target, &attempt, isStreamed: isStreamed)
            switch result {
            case .success(let reply):
                await finish(nil, attempt.info)
                ledger.tell(.succeeded(status: reply.status), attempt.info)
                return reply
            case .failure(let error):
                guard let delay = await nextDelay(after: error, &attempt) else {
                    await finish(error, attempt.info)
                    ledger.tell(.failed(error), attempt.info)
                    throw error
                }
                ledger.tell(.repeating(error, delay: delay), attempt.info)
                attempt.info.attempt += 1
                guard delay > 0 else { continue }
                do {
                    try await configuration.sleep(delay)
                } catch {
                    await finish(ClientError(.cancelled), attempt.info)
                    ledger.tell(.failed(ClientError(.cancelled)), attempt.info)
                    throw ClientError(.cancelled)
                }
            }
        }
    }

    private func endpoint(for target: some Target) async throws(ClientError) -> Endpoint {
        let endpoint = try await endpoints.endpoint(for: target.base)
        if target.isHearthOnly, endpoint.family != .hearth { throw ClientError(.unsupported) }
        return endpoint
    }

    /// The seconds before the next attempt; nil where there is none.
    private func nextDelay(after error: ClientError, _ attempt: inout Attempt) async -> Double? {
        guard error.kind != .cancelled, !Task.isCancelled, !attempt.hasBegunBody else { return nil }
        if let cause = error.transport, cause.isTransient, !attempt.hasChangedChannel {
            // A request that never reached a server can go out again, whatever it is.
            let isUnsent = cause.kind == .unreachable || cause.kind == .nameNotFound
            let other = await endpoints.failed(attempt.info.endpoint, cause)
            if other, attempt.info.isRepeatable || (isUnsent && attempt.isBodyRepeatable) {
                attempt.hasChangedChannel = true
                return 0
            }
        }
        guard attempt.info.isRepeatable else { return nil }
        for plugin in plugins.reversed() {
            if let delay = await plugin.retryDelay(after: error, for: attempt.counted) { return delay }
        }
        return nil
    }

    /// One attempt, as the plugins leave it.
    private func once(
        _ target: some Target,
        _ attempt: inout Attempt,
        isStreamed: Bool
    ) async -> Result<ProviderReply, ClientError> {
        let info = attempt.info
        var result: Result<ProviderReply, ClientError>
        do throws(ClientError) {
            var request = try RequestBuilder(configuration: configuration).request(target, info.endpoint)
            for plugin in plugins { try await plugin.prepare(&request, for: info) }
            try await configuration.requestClosure?(&request, info)
            let gate = request.sink.map { SinkGate($0, format: target.format) }
            if let gate { request.sink = gate.sink }
            for plugin in plugins { await plugin.willSend(request, for: info) }
            defer { if gate?.hasBegun == true { attempt.hasBegunBody = true } }
            let response = try await exchange(request, target, info)
            result = .success(try await read(response, target, info, gate, isStreamed: isStreamed))
        } catch {
            result = .failure(error)
        }
        if Task.isCancelled, case .failure = result { result = .failure(ClientError(.cancelled)) }
        for plugin in plugins { await plugin.didReceive(result, for: info) }
        for plugin in plugins { result = await plugin.process(result, for: info) }
        if case .failure(let error) = result, let code = error.code, ClientError.ending.contains(code),
            ledger.endsFirst(info.endpoint)
        {
            await endpoints.ended(info.endpoint, code: code)
        }
        return result
    }

    private func exchange(
        _ request: TransportRequest,
        _ target: some Target,
        _ info: TargetInfo
    ) async throws(ClientError) -> TransportResponse {
        do throws(TransportError) {
            guard let stub = configuration.stubs.stub(for: info, sample: target.sample) else {
                return try await transport.send(request)
            }
            if stub.delay > 0 {
                do {
                    try await configuration.sleep(stub.delay)
                } catch {
                    throw TransportError(.cancelled)
                }
            }
            return try stub.response.response(for: request)
        } catch {
            throw ClientError(error)
        }
    }

    private func finish(_ error: ClientError?, _ info: TargetInfo) async {
        for plugin in plugins { await plugin.didFinish(error, for: info) }
    }
}

/// What is known of a call between its attempts.
private struct Attempt {
    var info: TargetInfo
    var hasChangedChannel = false
    var hasBegunBody = false
    let isBodyRepeatable: Bool

    init(_ target: some Target, id: RequestID) {
        let flags = target.flags
        isBodyRepeatable = target.task.isRepeatable && !flags.contains(.isSentOnce)
        info = TargetInfo(
            id: id,
            name: target.name,
            base: target.base,
            path: target.path,
            method: target.method,
            flags: flags,
            lane: target.lane,
            root: target.root,
            isRepeatable: isBodyRepeatable && (target.method.isIdempotent || flags.contains(.isIdempotent)),
            attempt: 1,
            endpoint: Endpoint(baseURL: "", basePath: "")
        )
    }

    /// The attempts that count against the policy: the one on another channel does not.
    var counted: TargetInfo {
        var info = info
        if hasChangedChannel { info.attempt -= 1 }
        return info
    }
}
