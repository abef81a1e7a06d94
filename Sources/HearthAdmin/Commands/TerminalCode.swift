import HearthServer

/// A QR code as text, two modules a character.
struct TerminalCode {
    /// Empty modules around the code; readers need four.
    private static let quiet = 4

    private let code: QRCode

    /// Encodes a text; nil when it is too long.
    init?(_ text: String) {
        guard let code = QRCode(text) else { return nil }
        self.code = code
    }

    /// Its lines.
    ///
    /// - Parameter isColoured: with the codes that make it black on white, whatever the terminal's own colours; plain
    ///   text draws the light modules, as if for a dark terminal.
    /// - Returns: from top to bottom, the quiet zone included.
    func lines(isColoured: Bool) -> [String] {
        let places = -Self.quiet..<code.width + Self.quiet
        return stride(from: places.lowerBound, to: places.upperBound, by: 2).map { row in
            let text = places.map { column in
                Self.character(
                    upper: isLight(row, column),
                    lower: row + 1 < places.upperBound && isLight(row + 1, column)
                )
            }.joined()
            // ECMA-48, 8.3.117, and the bright colours of aixterm: black below, bright white for what is drawn.
            return isColoured ? "\u{1B}[40;97m\(text)\u{1B}[0m" : text
        }
    }

    private func isLight(_ row: Int, _ column: Int) -> Bool { !code.isDark(row: row, column: column) }

    private static func character(upper: Bool, lower: Bool) -> String {
        switch (upper, lower) {
        case (true, true): "█"
        case (true, false): "▀"
        case (false, true): "▄"
        case (false, false): " "
        }
    }
}
