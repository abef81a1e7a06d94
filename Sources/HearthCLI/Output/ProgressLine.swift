/// The line that shows how far a transfer is, as wide as the terminal and no wider.
package struct ProgressLine: Sendable {
    /// Bytes that are done.
    package var done: Int64
    /// All bytes; nil while nobody knows.
    package var total: Int64?
    /// Bytes a second; 0 while nobody knows.
    package var speed: Double
    /// Seconds left; nil while nobody knows.
    package var timeLeft: Double?
    /// Files that are done.
    package var files: Int
    /// All files; nil for one alone, or while nobody knows.
    package var allFiles: Int?
    /// What is on its way now.
    package var name: String

    /// Takes the parts as they are.
    package init(
        done: Int64,
        total: Int64?,
        speed: Double = 0,
        timeLeft: Double? = nil,
        files: Int = 0,
        allFiles: Int? = nil,
        name: String = ""
    ) {
        self.done = done
        self.total = total
        self.speed = speed
        self.timeLeft = timeLeft
        self.files = files
        self.allFiles = allFiles
        self.name = name
    }

    /// The line for a number of columns: what matters least goes first where there is little room.
    package func text(columns: Int) -> String {
        var parts: [String] = []
        if let total {
            parts.append("\(percent(of: total))%")
            parts.append("\(Amount.bytes(done)) / \(Amount.bytes(total))")
        } else {
            parts.append(Amount.bytes(done))
        }
        if speed > 0 { parts.append(Amount.speed(speed)) }
        if total != nil, let timeLeft { parts.append(Amount.duration(timeLeft)) }
        if let allFiles, allFiles > 1 { parts.append("\(files)/\(allFiles)") }
        while parts.count > 1, width(of: parts) > columns { parts.removeLast() }
        let rest = columns - width(of: parts)
        var line = parts.joined(separator: "  ")
        if let total, rest >= 14 {
            let bar = min(30, rest > 40 ? rest / 3 : rest - 3)
            line = "[\(Self.bar(Double(done) / Double(max(total, 1)), width: bar))] \(line)"
        }
        let room = columns - DisplayWidth.of(line) - 2
        if room >= 8, !name.isEmpty {
            line += "  " + DisplayWidth.fitted(SafeText.shown(name), to: room)
        }
        return DisplayWidth.fitted(line, to: columns)
    }

    private func width(of parts: [String]) -> Int {
        parts.reduce(0) { $0 + DisplayWidth.of($1) } + 2 * (parts.count - 1)
    }

    private func percent(of total: Int64) -> Int {
        total > 0 ? Int(min(100, Double(max(0, done)) / Double(total) * 100)) : 100
    }

    private static func bar(_ share: Double, width: Int) -> String {
        let filled = Int(Double(width) * min(max(share, 0), 1))
        return String(repeating: "#", count: filled) + String(repeating: "-", count: width - filled)
    }
}
