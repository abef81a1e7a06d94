/// The cost of one password hash.
package struct Argon2Parameters: Hashable, Sendable {
    /// Memory in KiB.
    package let memory: UInt32
    /// Passes over the memory.
    package let passes: UInt32
    /// Lanes.
    package let lanes: UInt32

    /// 64 MiB, 3 passes, 1 lane: RFC 9106's second choice with fewer lanes, for small machines.
    package static let standard = Argon2Parameters(memory: 64 << 10, passes: 3, lanes: 1)

    /// Takes any numbers; they are checked when they are used.
    package init(memory: UInt32, passes: UInt32, lanes: UInt32) {
        self.memory = memory
        self.passes = passes
        self.lanes = lanes
    }

    /// A stored hash must not make the server take all memory or work for minutes.
    var isAcceptable: Bool {
        (1...16).contains(lanes) && (1...64).contains(passes) && memory >= 8 * lanes && memory <= 1 << 20
    }
}
