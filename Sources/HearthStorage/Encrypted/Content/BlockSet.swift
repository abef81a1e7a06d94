/// Numbers of blocks as sorted ranges; may forget some when they lie too scattered.
///
/// Bounded, whatever the size of the file: 1 024 ranges of 16 bytes. Forgetting is safe where it is used: a forgotten
/// block is looked at once more.
struct BlockSet {
    private static let limit = 1_024
    private var ranges: [Range<Int64>] = []

    /// Adds blocks.
    mutating func insert(_ range: Range<Int64>) {
        guard !range.isEmpty else { return }
        // Those that overlap or touch the new one become one with it.
        let first = position { $0.upperBound >= range.lowerBound }
        let last = position { $0.lowerBound > range.upperBound }
        var merged = range
        if first < last {
            merged =
                min(
                    range.lowerBound,
                    ranges[first].lowerBound
                )..<max(
                    range.upperBound,
                    ranges[last - 1].upperBound
                )
        }
        ranges.replaceSubrange(first..<last, with: CollectionOfOne(merged))
        if ranges.count > Self.limit,
            let shortest = ranges.indices.min(by: { ranges[$0].count < ranges[$1].count })
        {
            ranges.remove(at: shortest)
        }
    }

    /// Forgets all from a number on.
    mutating func remove(from number: Int64) {
        let first = position { $0.upperBound > number }
        let rest = first < ranges.count ? ranges[first].lowerBound : number
        ranges.removeSubrange(first...)
        insert(rest..<max(rest, number))
    }

    /// Whether a number is known.
    func contains(_ number: Int64) -> Bool {
        let index = position { $0.upperBound > number }
        return index < ranges.count && ranges[index].contains(number)
    }

    /// The first number from `start` on that is not known, and where the unknown ones end; nil when all below `end`
    /// are known.
    func gap(from start: Int64, below end: Int64) -> Range<Int64>? {
        guard start < end else { return nil }
        var index = position { $0.upperBound > start }
        var position = start
        if index < ranges.count, ranges[index].contains(start) {
            position = ranges[index].upperBound
            index += 1
        }
        guard position < end else { return nil }
        return position..<(index < ranges.count ? min(end, ranges[index].lowerBound) : end)
    }

    /// The index of the first range for which something holds that holds for all after it.
    private func position(_ holds: (Range<Int64>) -> Bool) -> Int {
        var (low, high) = (0, ranges.count)
        while low < high {
            let middle = (low + high) / 2
            if holds(ranges[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
