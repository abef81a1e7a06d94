/// Numbers of blocks, kept as ranges: a torn file has many bad blocks in a row.
struct BlockRanges {
    /// The ranges that are kept; more are only counted.
    private static let limit = 16

    private(set) var count: Int64 = 0
    private var ranges: [ClosedRange<Int64>] = []
    private var isCut = false

    /// Adds a block with a higher number than those before.
    mutating func add(_ number: Int64) {
        count += 1
        if !isCut, let last = ranges.last, last.upperBound + 1 == number {
            ranges[ranges.count - 1] = last.lowerBound...number
        } else if ranges.count < Self.limit {
            ranges.append(number...number)
        } else {
            isCut = true
        }
    }

    /// Such as `3, 7–9`.
    var text: String {
        let texts = ranges.map { range in
            range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound)–\(range.upperBound)"
        }
        return texts.joined(separator: ", ") + (isCut ? " and more" : "")
    }
}
