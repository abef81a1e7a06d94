import Synchronization

/// A number that only grows.
package final class Counter: Sendable {
    private let total = Atomic<UInt64>(0)

    init() {}

    /// Adds; one relaxed atomic addition, any thread.
    package func add(_ amount: UInt64 = 1) { total.wrappingAdd(amount, ordering: .relaxed) }

    /// The sum so far.
    package var value: UInt64 { total.load(ordering: .relaxed) }
}
