/// The cost of one scrypt (RFC 7914).
package struct ScryptCost: Hashable, Sendable {
    /// N, the number of rounds: a power of two from 2.
    package let rounds: UInt64
    /// r, the size of a block in units of 128 bytes.
    package let blockSize: UInt64
    /// p, how many times the whole is done.
    package let parallelism: UInt64

    /// The most memory a derivation may take: 256 MiB.
    package static let mostMemory: UInt64 = 256 << 20
    /// The most work a derivation may be, as N · r · p: some eight times ``standard`` of 2^18.
    static let mostWork: UInt64 = 1 << 21

    /// N = 2^15, r = 8, p = 1: 32 MiB and about a tenth of a second; what Cryptomator uses.
    package static let standard = ScryptCost(rounds: 1 << 15, blockSize: 8)

    /// Takes any numbers; they are checked when they are used.
    package init(rounds: UInt64, blockSize: UInt64, parallelism: UInt64 = 1) {
        self.rounds = rounds
        self.blockSize = blockSize
        self.parallelism = parallelism
    }

    /// The memory in bytes that a derivation takes: 128 · N · r, for acceptable numbers.
    package var memory: UInt64 { 128 * rounds * blockSize }

    /// Whether the numbers are ones of RFC 7914, and cost no more than a server can spend on a file it was given.
    package var isAcceptable: Bool {
        guard (2...1 << 21).contains(rounds), rounds & (rounds - 1) == 0, (1...1024).contains(blockSize),
            (1...64).contains(parallelism)
        else { return false }
        // RFC 7914, section 6: N < 2^(128 · r / 8).
        guard blockSize > 1 || rounds < 1 << 16 else { return false }
        return memory <= Self.mostMemory && rounds * blockSize * parallelism <= Self.mostWork
    }
}
