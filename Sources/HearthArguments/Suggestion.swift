/// Finds what somebody may have meant.
enum Suggestion {
    /// The known word with the fewest edits, if they are few for its length.
    static func closest(to word: String, in known: [String]) -> String? {
        let candidates = known.map { (word: $0, edits: distance(word, $0)) }
        guard let best = candidates.min(by: { $0.edits < $1.edits }) else { return nil }
        return best.edits <= max(1, min(word.count, best.word.count) / 3) ? best.word : nil
    }

    /// Insertions, deletions, replacements and swaps of neighbours (optimal string alignment).
    private static func distance(_ a: String, _ b: String) -> Int {
        let (a, b) = (Array(a.prefix(64)), Array(b.prefix(64)))
        var before: [Int] = []
        var last = Array(0...b.count)
        for (i, x) in a.enumerated() {
            var row = [i + 1]
            for (j, y) in b.enumerated() {
                var cost = min(row[j] + 1, last[j + 1] + 1, last[j] + (x == y ? 0 : 1))
                if i > 0, j > 0, x == b[j - 1], a[i - 1] == y { cost = min(cost, before[j - 1] + 1) }
                row.append(cost)
            }
            (before, last) = (last, row)
        }
        return last[b.count]
    }
}
