import Synchronization

/// A function that is set once, after its owner was made, and called from any thread.
///
/// A function that lies in a `Mutex` by itself is wrapped once more with every look at it, because the lock is generic:
/// a server that looks often enough would overflow a stack. Within a type of its own it stays as it is.
package final class Hook<Argument>: Sendable {
    private struct Slot {
        var function: (@Sendable (Argument) -> Void)?
    }

    private let slot = Mutex(Slot())

    /// Makes one that does nothing until it is set.
    package init() {}

    /// Says what a call does from now on.
    package func set(_ function: @escaping @Sendable (Argument) -> Void) {
        slot.withLock { $0.function = function }
    }

    /// Calls the function, without the lock; nothing where none is set.
    package func callAsFunction(_ argument: Argument) {
        let function = slot.withLock { $0.function }
        function?(argument)
    }
}
