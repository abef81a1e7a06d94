/// Suggestions for names that do not exist.
extension Configuration {
    /// The setting that was most likely meant; nil when none is near.
    static func closest(to name: String) -> String? {
        let leaf = name.split(separator: ".").last.map(String.init) ?? name
        var best: (name: String, distance: Int)?
        for key in ConfigurationKey.all {
            let keyLeaf = key.name.split(separator: ".").last.map(String.init) ?? key.name
            // A right key in the wrong section is as near as a slip of the finger.
            let distance = min(editDistance(name, key.name), editDistance(leaf, keyLeaf) + 1)
            if distance < best?.distance ?? Int.max { best = (key.name, distance) }
        }
        guard let best, best.distance <= max(2, leaf.count / 3) else { return nil }
        return best.name
    }

    /// Levenshtein's distance over characters.
    private static func editDistance(_ a: String, _ b: String) -> Int {
        let a = Array(a)
        let b = Array(b)
        var previous = Array(0...b.count)
        for (row, left) in a.enumerated() {
            var current = [row + 1]
            for (column, right) in b.enumerated() {
                let replaced = previous[column] + (left == right ? 0 : 1)
                current.append(min(replaced, previous[column + 1] + 1, current[column] + 1))
            }
            previous = current
        }
        return previous[b.count]
    }
}
