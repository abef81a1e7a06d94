import Synchronization

/// Stands before a sink: keeps envelopes out of files, and knows whether bytes went in.
final class SinkGate: Sendable {
    private struct State {
        var head: TransportResponse.Head?
        var holds = false
        var held: [UInt8] = []
        var hasBegun = false
    }

    private let inner: TransportSink
    private let format: ReplyFormat
    private let state = Mutex(State())
    /// No envelope of a refusal is longer.
    private static let limit = 1 << 20

    init(_ sink: TransportSink, format: ReplyFormat) {
        inner = sink
        self.format = format
    }

    /// Whether the sink was given anything.
    var hasBegun: Bool { state.withLock { $0.hasBegun } }

    /// What was kept out of the sink; nil where nothing was.
    var held: [UInt8]? { state.withLock { $0.holds ? $0.held : nil } }

    /// What the transport gets.
    var sink: TransportSink {
        TransportSink(
            begin: { head in
                let holds = self.format == .envelope || EnvelopeCheck.mayBeRefusal(head)
                self.state.withLock { state in
                    state.head = head
                    state.holds = holds
                    state.held = []
                    if !holds { state.hasBegun = true }
                }
                if !holds { try self.inner.begin(head) }
            },
            write: { piece in
                let fits = self.state.withLock { state in
                    guard state.holds, state.held.count + piece.count <= Self.limit else { return false }
                    state.held += piece
                    return true
                }
                if fits { return }
                if self.format == .envelope { throw TransportError(.tooLarge, "an envelope in a sink") }
                try self.release()
                try self.inner.write(piece)
            }
        )
    }

    /// Lets what was held into the sink: it is a file after all.
    func release() throws {
        let (head, held) = state.withLock { state -> (TransportResponse.Head?, [UInt8]) in
            guard state.holds else { return (nil, []) }
            state.holds = false
            state.hasBegun = true
            defer { state.held = [] }
            return (state.head, state.held)
        }
        guard let head else { return }
        try inner.begin(head)
        if !held.isEmpty { try held.withUnsafeBytes { try inner.write($0) } }
    }
}
