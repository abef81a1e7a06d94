import Synchronization

/// Stands before a sink: keeps envelopes out of files, and knows whether bytes went in.
final class SinkGate: Sendable {
    private struct State {
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
                    state.holds = holds
                    state.held = []
                    if !holds { state.hasBegun = true }
                }
                if !holds { try self.inner.begin(head) }
            },
            write: { piece in
                let isHeld = try self.state.withLock { state in
                    guard state.holds else { return false }
                    guard state.held.count + piece.count <= Self.limit else {
                        throw TransportError(.tooLarge, "JSON where a file was expected")
                    }
                    state.held += piece
                    return true
                }
                if !isHeld { try self.inner.write(piece) }
            }
        )
    }
}
