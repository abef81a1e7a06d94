/// The body of the request that a connection is serving.
///
/// Bytes with a known length go from the socket to the reader without passing the parser. No buffer is held while
/// it waits for the client.
final class ConnectionBody: HTTPBodySource, @unchecked Sendable {  // The gate lets one task in at a time.
    let length: Int64?
    private let connection: Connection
    private let gate = Gate()
    private var pace: BodyPace

    /// Bytes still to come; stays 0 for chunks.
    private var remaining: Int64
    private var isComplete: Bool
    private var failure: HTTPError?
    private var owesContinue: Bool
    private var hasAnswerBegun = false

    /// Decoded bytes at the front of the connection's input.
    private var decoded = 0
    /// Framing between those and what follows them.
    private var framing = 0
    private var hasFedInput = false
    private var decodedTotal: Int64 = 0
    private var framingTotal: Int64 = 0
    private var framingRun = 0

    /// Body bytes that have arrived, for the log.
    private(set) var received: Int64 = 0

    init(connection: Connection, length: Int64?, expectsContinue: Bool) {
        self.connection = connection
        self.length = length
        remaining = length ?? 0
        isComplete = length == 0
        owesContinue = expectsContinue
        pace = BodyPace(connection.server.limits)
    }

    // MARK: For the handler

    func read(upTo limit: Int) async throws(HTTPError) -> [UInt8]? {
        try gate.enter()
        defer { gate.leave() }
        let limit = max(1, min(limit, BufferPool.size))
        while true {
            try checkFailure()
            if let piece = takeBuffered(limit) { return piece }
            if isComplete { return nil }
            try await sendContinueIfOwed()
            if length == nil {
                try await receiveChunks()
            } else if let piece = try await receivePiece(limit) {
                return piece
            }
        }
    }

    func drain(_ sink: (UnsafeRawBufferPointer) throws -> Void) async throws {
        try gate.enter()
        defer { gate.leave() }
        while true {
            try checkFailure()
            if try passBuffered(to: sink) { continue }
            if isComplete { return }
            try await sendContinueIfOwed()
            if length == nil { try await receiveChunks() } else { try await passReceived(to: sink) }
        }
    }

    // MARK: For the connection

    /// Whether an answer that begins now may announce that the connection stays open.
    var allowsKeepAlive: Bool {
        guard failure == nil else { return false }
        if isComplete { return true }
        return !owesContinue && remaining <= Int64(connection.server.limits.drainBytes)
    }

    /// The answer has begun: an interim one may not follow.
    func answerHasBegun() { hasAnswerBegun = true }

    /// Refuses further reads of a body whose connection ends.
    func abandon() { _ = gate.close() }

    /// Reads a small rest away after the answer.
    ///
    /// - Returns: true when the next request may follow on this connection; false also when the handler has let
    ///   the body escape to a task that still reads it.
    func finish() async -> Bool {
        guard gate.close(), failure == nil else { return false }
        if isComplete && decoded == 0 {
            dropFraming()
            return true
        }
        guard allowsKeepAlive else { return false }
        pace.deadline = connection.server.reactor.now + connection.server.limits.lingerTime
        var left = connection.server.limits.drainBytes
        do throws(HTTPError) {
            while left > 0 {
                if let piece = takeBuffered(BufferPool.size) {
                    left -= piece.count
                } else if isComplete {
                    return true
                } else if length == nil {
                    try await receiveChunks()
                } else if let piece = try await receivePiece(BufferPool.size) {
                    left -= piece.count
                }
            }
        } catch { return false }
        return isComplete && decoded == 0
    }

    // MARK: Steps

    private func checkFailure() throws(HTTPError) { if let failure { throw failure } }

    private func fail(_ error: HTTPError) -> HTTPError {
        failure = error
        return error
    }

    private func sendContinueIfOwed() async throws(HTTPError) {
        guard owesContinue, !hasAnswerBegun else { return }
        owesContinue = false
        // Unnecessary when the client did not wait.
        guard connection.input.count == 0 else { return }
        do { try await connection.transport.send(continueLine) } catch { throw fail(error) }
    }

    /// Bytes that are here already, as an array.
    private func takeBuffered(_ limit: Int) -> [UInt8]? {
        let count = bufferedCount(limit)
        guard count > 0 else { return nil }
        let piece = Array(connection.input.bytes.prefix(count))
        consume(count)
        return piece
    }

    private func passBuffered(to sink: (UnsafeRawBufferPointer) throws -> Void) throws -> Bool {
        let count = bufferedCount(BufferPool.size)
        guard count > 0 else { return false }
        defer { consume(count) }
        try sink(UnsafeRawBufferPointer(rebasing: connection.input.bytes.prefix(count)))
        return true
    }

    private func bufferedCount(_ limit: Int) -> Int {
        length == nil
            ? min(limit, decoded) : Int(min(Int64(limit), remaining, Int64(connection.input.count)))
    }

    private func consume(_ count: Int) {
        connection.input.consume(count)
        if length == nil {
            decoded -= count
            if decoded == 0 { dropFraming() }
        } else {
            arrived(count)
        }
    }

    private func dropFraming() {
        connection.input.consume(framing)
        framing = 0
    }

    private func arrived(_ count: Int) {
        remaining -= Int64(count)
        received += Int64(count)
        pace.received(count)
        if remaining == 0 { isComplete = true }
    }

    /// Tries the socket once; nil after a wait.
    private func receivePiece(_ limit: Int) async throws(HTTPError) -> [UInt8]? {
        var attempt = IOAttempt.failed
        let want = Int(min(Int64(limit), remaining))
        let piece = [UInt8](unsafeUninitializedCapacity: want) { buffer, count in
            attempt = connection.transport.receive(
                UnsafeMutableRawBufferPointer(start: buffer.baseAddress, count: want)
            )
            if case .done(let received) = attempt { count = received }
        }
        guard let count = try await settle(attempt) else { return nil }
        arrived(count)
        await yieldIfDue(count)
        return piece
    }

    private func passReceived(to sink: (UnsafeRawBufferPointer) throws -> Void) async throws {
        var blocked: IOAttempt?
        do {
            let buffer = connection.server.buffers.lend()
            while blocked == nil, remaining > 0 {
                let attempt = connection.transport.receive(
                    buffer.space(Int(min(Int64(BufferPool.size), remaining)))
                )
                guard case .done(let count) = attempt, count > 0 else {
                    blocked = attempt
                    break
                }
                buffer.count = count
                arrived(count)
                try buffer.withBytes(sink)
                await yieldIfDue(count)
            }
        }
        // The buffer has gone back to the pool.
        if let blocked { _ = try await settle(blocked) }
    }

    private func receiveChunks() async throws(HTTPError) {
        if !hasFedInput, connection.input.count > 0 {
            hasFedInput = true
            return try feed()
        }
        hasFedInput = true
        connection.input.reserve(total: 64 << 10)
        let attempt = connection.transport.receive(connection.input.space)
        if case .done(let count) = attempt, count > 0 {
            connection.input.append(count)
            pace.received(count)
            try feed()
            await yieldIfDue(count)
        } else {
            connection.input.releaseIfEmpty()
            _ = try await settle(attempt)
        }
    }

    private func feed() throws(HTTPError) {
        let chunks: MessageParser.Chunks
        do { chunks = try connection.parser.feedChunks(connection.input.bytes) } catch { throw fail(error) }
        decoded = chunks.decoded
        framing = chunks.used - chunks.decoded
        isComplete = chunks.isComplete
        received += Int64(decoded)
        decodedTotal += Int64(decoded)
        framingTotal += Int64(framing)
        framingRun = decoded == 0 ? framingRun + framing : 0
        let limit = connection.server.limits.chunkFramingBytes
        if framingRun > limit || framingTotal > Int64(limit) + 8 * decodedTotal {
            throw fail(HTTPError(.badRequest, "too much chunk framing"))
        }
        if decoded == 0 { dropFraming() }
    }

    /// The bytes of a successful try; nil after waiting out an unsuccessful one.
    private func settle(_ attempt: IOAttempt) async throws(HTTPError) -> Int? {
        switch attempt {
        case .done(let count) where count > 0: return count
        case .done: throw fail(HTTPError(.closed, "the client ended in the middle of a body"))
        case .failed: throw fail(HTTPError(.closed, "the client is gone"))
        case .wait(let events):
            do {
                let before = connection.server.reactor.now
                try await connection.transport.wait(events, until: pace.nextDeadline(at: before))
                try pace.waited(connection.server.reactor.now - before)
            } catch { throw fail(error) }
            return nil
        }
    }

    private func yieldIfDue(_ count: Int) async {
        if pace.isYieldDue(count) { await connection.transport.yieldToOthers() }
    }
}

private let continueLine = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)
