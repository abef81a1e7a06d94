import Synchronization

/// Says after so many questions that it is over.
final class Countdown: Sendable {
    private let left: Atomic<Int>

    init(_ count: Int) { left = Atomic(count) }

    func isOver() -> Bool { left.subtract(1, ordering: .relaxed).oldValue <= 0 }
}
