import HearthConcurrency
import HearthMedia
import Synchronization

/// One making of a content at a time: whoever asks meanwhile waits for it.
final class ThumbnailFlights: Sendable {
    /// What a making gave.
    struct Made: Sendable {
        var record: MediaRecord
        var images: [ThumbnailVariant: [UInt8]] = [:]
    }

    /// How a making ended for somebody who waited for it.
    struct Arrival: Sendable {
        var result: Result<Made, any Error>
        /// Whether it was begun for this caller, and not for another.
        var isOwn: Bool
    }

    private struct Flight {
        var outcome: SharedOutcome<Made>
        var urgency: MediaUrgency
        var task: Task<Void, Never>?
    }

    private struct State {
        var flights: [ContentKey: Flight] = [:]
        var isClosed = false
    }

    private let state = Mutex(State())
    private let pool: ThreadPool

    init(pool: ThreadPool) { self.pool = pool }

    /// Waits for the making of a content, begun now unless one is under way.
    ///
    /// It goes on when the caller gives up. Everybody has the result when `work` settles it; the next making begins when
    /// `work` has returned, so that what is to be kept is kept by then.
    ///
    /// - Parameters:
    ///   - key: the content.
    ///   - urgency: who waits. What was begun for nobody is cancelled when somebody comes: if it waits for its turn, his
    ///     own making has an earlier one; if it has begun, it runs to its end.
    ///   - patience: how long to wait; nil for as long as it takes.
    ///   - work: makes it, and settles the outcome.
    /// - Returns: nil when the patience ended or the waiting task was cancelled.
    func join(
        _ key: ContentKey,
        _ urgency: MediaUrgency,
        patience: Duration?,
        _ work: @escaping @Sendable (SharedOutcome<Made>) async -> Void
    ) async -> Arrival? {
        let (outcome, isOwn) = state.withLock { state -> (SharedOutcome<Made>?, Bool) in
            if let flight = state.flights[key] {
                if urgency == .interactive, flight.urgency == .background { flight.task?.cancel() }
                return (flight.outcome, false)
            }
            if state.isClosed { return (nil, true) }
            let outcome = SharedOutcome<Made>()
            state.flights[key] = Flight(outcome: outcome, urgency: urgency)
            // Owned by the table: ``close()`` cancels it and waits for it.
            let task = Task(executorPreference: pool) {
                await work(outcome)
                outcome.settle(.failure(CancellationError()))
                self.state.withLock { $0.flights[key] = nil }
            }
            state.flights[key]?.task = task
            return (outcome, true)
        }
        guard let outcome else { return Arrival(result: .failure(CancellationError()), isOwn: true) }
        guard let result = await outcome.wait(atMost: patience) else { return nil }
        return Arrival(result: result, isOwn: isOwn)
    }

    /// Waits until what was made of a content is kept, so that another making can begin.
    func end(of key: ContentKey) async { await state.withLock { $0.flights[key]?.task }?.value }

    /// Waits until everything that was made is kept.
    func idle() async {
        for task in state.withLock({ $0.flights.values.compactMap(\.task) }) { await task.value }
    }

    /// Lets nothing more begin, and waits for what is under way.
    func close() async {
        let tasks = state.withLock { state in
            state.isClosed = true
            return state.flights.values.compactMap(\.task)
        }
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
    }
}
