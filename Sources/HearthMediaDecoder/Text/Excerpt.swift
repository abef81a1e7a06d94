/// Makes what a list shows of a text.
enum Excerpt {
    /// Bytes of UTF-8 at most.
    static let maximumBytes = 512
    /// Lines at most.
    static let maximumLines = 8

    /// The first lines of a text, cut between two characters as people see them.
    ///
    /// Left out: control characters, escape sequences of terminals, and what is invisible but changes how the rest is
    /// shown (a list shows this beside other people's names: a text must not turn those around). Empty lines before the
    /// first that has something, and blanks at the ends of lines.
    ///
    /// - Returns: nil where nothing is left.
    static func make(of text: String) -> String? {
        let lines = cleaned(text).split(separator: "\n", omittingEmptySubsequences: false)
            .map { withoutTrailingBlanks(Substring($0)) }
            .drop { $0.isEmpty }
            .prefix(maximumLines)
        var excerpt = ""
        var bytes = 0
        for character in lines.joined(separator: "\n") {
            bytes += character.utf8.count
            guard bytes <= maximumBytes else { break }
            excerpt.append(character)
        }
        while excerpt.last?.isWhitespace == true { excerpt.removeLast() }
        return excerpt.isEmpty ? nil : excerpt
    }

    private static func withoutTrailingBlanks(_ line: Substring) -> Substring {
        var line = line
        while line.last?.isWhitespace == true { line.removeLast() }
        return line
    }

    /// The text with line feeds alone between lines, and nothing that is not shown.
    private static func cleaned(_ text: String) -> Substring.UnicodeScalarView {
        var result = String.UnicodeScalarView()
        var sequence = EscapeSequence.none
        var previous: Unicode.Scalar?
        for scalar in text.unicodeScalars {
            defer { previous = scalar }
            if sequence.takes(scalar) { continue }
            switch scalar {
            case "\n" where previous == "\r": break
            case "\n", "\r", "\u{0B}", "\u{0C}", "\u{85}", "\u{2028}", "\u{2029}": result.append("\n")
            case "\t": result.append(contentsOf: "  ".unicodeScalars)
            default:
                if isShown(scalar) { result.append(scalar) }
            }
        }
        return result[...]
    }

    private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .surrogate: false
        // Of those that are not seen themselves only what joins letters and emoji, and the number signs of Arabic.
        case .format: scalar.value == 0x200C || scalar.value == 0x200D || (0x600...0x605) ~= scalar.value
        default: !scalar.properties.isNoncharacterCodePoint
        }
    }

    /// What a program wrote to a terminal: ESC [ … letter (ECMA-48, 5.4), or ESC and one more.
    private enum EscapeSequence {
        case none
        case begun
        case control

        mutating func takes(_ scalar: Unicode.Scalar) -> Bool {
            switch self {
            case .none:
                guard scalar == "\u{1B}" else { return false }
                self = .begun
            case .begun:
                self = scalar == "[" ? .control : .none
                return scalar.value >= 0x20
            case .control:
                switch scalar.value {
                case 0x20...0x3F: break
                case 0x40...0x7E: self = .none
                default:
                    self = .none
                    return false
                }
            }
            return true
        }
    }
}
