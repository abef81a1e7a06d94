/// A first-in first-out queue that grows by doubling and reuses its slots.
package struct RingBuffer<Element> {
    private var slots: [Element?]
    private var head = 0

    /// The number of elements waiting.
    package private(set) var count = 0

    /// An empty queue.
    ///
    /// - Parameter capacity: slots to start with; rounded up to a power of two.
    package init(capacity: Int = 64) {
        var rounded = 1
        while rounded < capacity { rounded <<= 1 }
        slots = Array(repeating: nil, count: rounded)
    }

    /// True when nothing waits.
    package var isEmpty: Bool { count == 0 }

    /// Adds an element behind all others.
    package mutating func append(_ element: Element) {
        if count == slots.count { grow() }
        slots[(head &+ count) & (slots.count &- 1)] = element
        count &+= 1
    }

    /// Takes the oldest element, or nil when nothing waits.
    package mutating func popFirst() -> Element? {
        guard count > 0 else { return nil }
        let element = slots[head]
        slots[head] = nil
        head = (head &+ 1) & (slots.count &- 1)
        count &-= 1
        return element
    }

    private mutating func grow() {
        var bigger: [Element?] = []
        bigger.reserveCapacity(slots.count * 2)
        for offset in 0..<count { bigger.append(slots[(head + offset) & (slots.count - 1)]) }
        bigger.append(contentsOf: repeatElement(nil, count: slots.count * 2 - count))
        slots = bigger
        head = 0
    }
}
