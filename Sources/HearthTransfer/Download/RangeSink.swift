import HearthClient
import Synchronization

/// Takes the bytes of one response into a file, if they are of the right version.
final class RangeSink: Sendable {
    /// Why a response was not taken.
    enum Refusal: Sendable, Hashable {
        /// Another version of the file.
        case replaced
        /// Not the bytes that were asked for.
        case wrongRange
        /// Writing here failed.
        case local(TransferFailure)
    }

    private struct State {
        var head: DownloadHead?
        var position: Int64
        var refusal: Refusal?
        var localError: TransferError?
        /// Where the bytes must end; nil for the whole file.
        var end: Int64?
    }

    private let file: LocalFile
    private let range: Range<Int64>?
    private let accepts: @Sendable (DownloadHead) -> Bool
    private let advanced: @Sendable (Int64) -> Void
    private let attempt: TransferMeter.Attempt
    private let state: Mutex<State>

    /// Prepares for one response.
    ///
    /// - Parameters:
    ///   - file: open for writing.
    ///   - range: the bytes that were asked for; nil for the whole file.
    ///   - attempt: counts what comes.
    ///   - accepts: whether the head's version is the right one.
    ///   - advanced: is told how far the bytes are written, without a gap from the start of the range.
    init(
        _ file: LocalFile,
        range: Range<Int64>?,
        attempt: TransferMeter.Attempt,
        accepts: @escaping @Sendable (DownloadHead) -> Bool,
        advanced: @escaping @Sendable (Int64) -> Void = { _ in }
    ) {
        self.file = file
        self.range = range
        self.attempt = attempt
        self.accepts = accepts
        self.advanced = advanced
        state = Mutex(State(position: range?.lowerBound ?? 0, end: range?.upperBound))
    }

    /// The head that was taken; nil before it came.
    var head: DownloadHead? { state.withLock { $0.head } }

    /// Where the next byte would go.
    var position: Int64 { state.withLock { $0.position } }

    /// Why the response was not taken; nil when it was.
    var refusal: Refusal? { state.withLock { $0.refusal } }

    /// What writing here failed with.
    var localError: TransferError? { state.withLock { $0.localError } }

    private struct Refused: Error {}

    /// What the transport gets.
    var sink: TransportSink {
        TransportSink(
            begin: { [self] head in
                guard let found = DownloadHead(head), found.start == range?.lowerBound ?? 0 else {
                    // The whole file in the place of a range is another version (RFC 9110, section 13.1.5).
                    let other = DownloadHead(head)
                    state.withLock {
                        $0.refusal = head.status == 200 ? .replaced : .wrongRange
                        $0.head = other
                    }
                    throw Refused()
                }
                let isRight = accepts(found)
                state.withLock {
                    $0.head = found
                    // A response may begin anew on another connection.
                    $0.position = found.start
                    // A server that knows no ranges sends everything.
                    if head.status == 200 { $0.end = nil }
                    if !isRight { $0.refusal = .replaced }
                }
                guard isRight else { throw Refused() }
            },
            write: { [self] piece in
                let (position, end) = state.withLock { ($0.position, $0.end) }
                if let end, position + Int64(piece.count) > end {
                    state.withLock { $0.refusal = .wrongRange }
                    throw Refused()
                }
                do throws(TransferError) {
                    try file.write(piece, at: position)
                } catch {
                    state.withLock {
                        $0.refusal = .local(TransferFailure(error))
                        $0.localError = error
                    }
                    throw error
                }
                let reached = position + Int64(piece.count)
                state.withLock { $0.position = reached }
                attempt.add(piece.count)
                advanced(reached)
            }
        )
    }
}
