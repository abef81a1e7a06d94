/// Columns below each other, as wide as what stands in them.
package struct TextTable: Sendable {
    /// What a column looks like.
    package enum Alignment: Sendable {
        /// Text.
        case left
        /// Numbers.
        case right
    }

    private let alignments: [Alignment]
    private var rows: [[String]] = []

    /// Begins with a heading.
    ///
    /// - Parameter columns: heading and alignment of each column.
    package init(_ columns: [(String, Alignment)]) {
        alignments = columns.map(\.1)
        rows = [columns.map(\.0)]
    }

    /// Adds a row of as many cells as there are columns; cells hold no control characters.
    package mutating func add(_ cells: [String]) { rows.append(cells) }

    /// Heading and rows, two blanks between columns, none at the end of a line.
    ///
    /// - Parameter hasHeading: whether the first line names the columns.
    /// - Returns: a text for each line.
    package func lines(hasHeading: Bool = true) -> [String] {
        let shown = hasHeading ? rows : Array(rows.dropFirst())
        let widths = alignments.indices.map { column in
            shown.map { DisplayWidth.of($0[column]) }.max() ?? 0
        }
        return shown.map { row in
            let cells = row.indices.map { column -> String in
                let gap = String(repeating: " ", count: widths[column] - DisplayWidth.of(row[column]))
                return alignments[column] == .left ? row[column] + gap : gap + row[column]
            }
            var line = cells.joined(separator: "  ")
            while line.last == " " { line.removeLast() }
            return line
        }
    }
}
