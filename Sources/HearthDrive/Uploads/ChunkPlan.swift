import HearthWire
/// How a file is cut into chunks: number n, 1-based, lies at (n − 1) × 8 MiB (wangpan-api, 7.1).
package struct ChunkPlan: Sendable, Hashable {
    /// 8 MiB, fixed on both sides.
    package static let chunkSize: Int64 = 8 << 20
    /// Largest file that is taken: 1 PiB, so that chunk numbers and offsets stay far from overflow.
    package static let largestFile: Int64 = 1 << 50

    /// Bytes of the whole file; nil when the client did not say.
    package let size: Int64?
    /// Number of chunks; nil when neither size nor count is known.
    package let count: Int?

    /// Checks that size and count agree.
    ///
    /// - Throws: 10014 when they do not; 10015 beyond the largest file.
    package init(size: Int64?, count: Int?) throws {
        if let size {
            guard size >= 0 else { throw DriveError(.illegalParameter, argument: "total_size") }
            guard size <= Self.largestFile else { throw DriveError(.fileTooLarge) }
            let needed = Int((size + Self.chunkSize - 1) / Self.chunkSize)
            // A file of no bytes is said to have no chunk by some clients and one by others.
            if let count, count != needed, !(size == 0 && count == 1) { throw DriveError(.chunksIncomplete) }
            self.size = size
            self.count = count ?? needed
        } else {
            if let count, count < 0 || Int64(count) > Self.largestFile / Self.chunkSize {
                throw DriveError(.chunksIncomplete)
            }
            self.size = nil
            self.count = count
        }
    }

    /// Where a chunk lies.
    package static func offset(of n: Int) -> Int64 { Int64(n - 1) * chunkSize }

    /// What a chunk may hold: exactly one length when the size is known, otherwise a range.
    ///
    /// - Throws: 10014 for a number outside the plan.
    package func lengths(of n: Int) throws -> ClosedRange<Int64> {
        guard n >= 1, Int64(n) <= Self.largestFile / Self.chunkSize else {
            throw DriveError(.chunksIncomplete)
        }
        if let count, n > max(count, size == 0 ? 1 : 0) { throw DriveError(.chunksIncomplete) }
        guard let size else {
            if let count, n < count { return Self.chunkSize...Self.chunkSize }
            return 0...Self.chunkSize
        }
        let length = min(Self.chunkSize, size - Self.offset(of: n))
        return length...length
    }

    /// The size of the finished file.
    ///
    /// - Parameter chunks: length by number, as recorded.
    /// - Returns: bytes.
    /// - Throws: 10014 when one is missing, surplus or of the wrong length.
    package func finishedSize(_ chunks: [Int: Int64]) throws -> Int64 {
        let last = count ?? chunks.keys.max() ?? 0
        var total: Int64 = 0
        if last > 0 {
            for n in 1...last {
                guard let length = chunks[n] else {
                    if size == 0 { continue }
                    throw DriveError(.chunksIncomplete)
                }
                if n < last, length != Self.chunkSize { throw DriveError(.chunksIncomplete) }
                total += length
            }
        }
        guard chunks.keys.allSatisfy({ $0 <= max(last, 1) }) else { throw DriveError(.chunksIncomplete) }
        if let size, size != total { throw DriveError(.chunksIncomplete) }
        return total
    }
}
