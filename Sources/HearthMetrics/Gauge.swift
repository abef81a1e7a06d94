import Synchronization

/// A whole number that goes up and down.
package final class Gauge: Sendable {
    private let current = Atomic<Int64>(0)

    init() {}

    /// Replaces the value.
    package func set(_ value: Int64) { current.store(value, ordering: .relaxed) }

    /// Adds, or takes away when negative.
    package func add(_ amount: Int64) { current.wrappingAdd(amount, ordering: .relaxed) }

    /// The value now.
    package var value: Int64 { current.load(ordering: .relaxed) }
}
