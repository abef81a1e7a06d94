/// Names that people read: what in them cannot be seen, and which of them look alike.
enum VisibleName {
    /// Whether there is something to see, and nothing that turns, breaks or hides the text around it.
    ///
    /// Refused are control characters, line breaks and format characters such as the bidirectional controls. The two
    /// joiners stay: scripts and composed emoji need them, and alone they are nothing to see.
    static func isOne(_ name: String) -> Bool {
        let scalars = name.unicodeScalars
        return scalars.contains(where: isSeen)
            && scalars.allSatisfy { scalar in
                switch scalar.properties.generalCategory {
                case .control, .lineSeparator, .paragraphSeparator: false
                case .format: isJoiner(scalar)
                default: true
                }
            }
    }

    /// The same for names that differ only in case, in space, or in what cannot be seen.
    ///
    /// To be compared with `==`, by which canonically equivalent spellings (NFC, NFD) are one.
    static func folded(_ name: String) -> String {
        // Both ways, since some letters have a partner in one direction only.
        let plain = name.uppercased().lowercased()
        return plain.unicodeScalars.split { $0.properties.isWhitespace }
            .map { word in String(String.UnicodeScalarView(word.filter { !isIgnorable($0) })) }
            .filter { !$0.isEmpty }
            .joined(separator: " ")
    }

    private static func isSeen(_ scalar: Unicode.Scalar) -> Bool {
        !scalar.properties.isWhitespace && !isIgnorable(scalar)
    }

    /// Shown as nothing by itself: fillers and selectors beside the format characters, and the empty Braille pattern.
    private static func isIgnorable(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isDefaultIgnorableCodePoint || scalar.properties.generalCategory == .format
            || scalar.value == 0x2800
    }

    private static func isJoiner(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value == 0x200C || scalar.value == 0x200D
    }
}
