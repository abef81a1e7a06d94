import Synchronization

/// Sends what a handler's closure writes, in chunks or up to a length.
final class StreamWriter: HTTPBodyWriter {
    private struct State {
        /// Content bytes still owed; nil without a length.
        var owed: Int64?
        var sent: Int64 = 0
        var hasFailed = false
        var watchesHangUp = false
        var sinceYield = 0
    }

    private let transport: Transport
    private let isChunked: Bool
    private let gate = Gate()
    private let state: Mutex<State>

    init(transport: Transport, framing: Framing) {
        self.transport = transport
        isChunked = framing == .chunked
        if case .length(let length) = framing {
            state = Mutex(State(owed: length))
        } else {
            state = Mutex(State())
        }
    }

    func write(_ bytes: [UInt8]) async throws(HTTPError) {
        guard !bytes.isEmpty else { return }
        try gate.enter()
        defer { gate.leave() }
        let isRefused = state.withLock { state in
            if let owed = state.owed, owed < bytes.count { state.hasFailed = true }
            return state.hasFailed
        }
        if isRefused { throw HTTPError(.closed, "nothing more can be written to this answer") }
        do throws(HTTPError) {
            if isChunked {
                try await transport.send(Self.chunkHead(bytes.count), bytes + Self.lineEnd)
            } else {
                try await transport.send(bytes)
            }
        } catch {
            state.withLock { $0.hasFailed = true }
            throw error
        }
        let (watchesHangUp, isYieldDue) = state.withLock { state in
            state.sent += Int64(bytes.count)
            if let owed = state.owed { state.owed = owed - Int64(bytes.count) }
            state.sinceYield += bytes.count
            defer { if state.sinceYield >= 4 << 20 { state.sinceYield = 0 } }
            return (state.watchesHangUp, state.sinceYield >= 4 << 20)
        }
        if watchesHangUp { transport.slot.rearmHangUp() }
        if isYieldDue { await transport.yieldToOthers() }
    }

    func onHangUp(_ action: @escaping @Sendable () -> Void) {
        state.withLock { $0.watchesHangUp = true }
        transport.slot.watchHangUp(action)
    }

    /// Ends the stream after its closure has returned.
    ///
    /// - Returns: content bytes sent, and whether all that was promised has gone out.
    func finish() async -> (sent: Int64, isWhole: Bool) {
        transport.slot.watchHangUp(nil)
        let isQuiet = gate.close()
        let (sent, isComplete) = state.withLock { ($0.sent, !$0.hasFailed && ($0.owed ?? 0) == 0) }
        guard isQuiet, isComplete else { return (sent, false) }
        if isChunked {
            do throws(HTTPError) { try await transport.send(Self.lastChunk) } catch { return (sent, false) }
        }
        return (sent, true)
    }

    /// Content bytes sent so far, for a stream that is cut.
    func abandon() -> Int64 {
        transport.slot.watchHangUp(nil)
        _ = gate.close()
        return state.withLock { $0.sent }
    }

    private static let lineEnd: [UInt8] = [0x0D, 0x0A]
    private static let lastChunk = Array("0\r\n\r\n".utf8)

    private static func chunkHead(_ count: Int) -> [UInt8] { Array("\(String(count, radix: 16))\r\n".utf8) }
}
