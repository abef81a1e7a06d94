import HearthArguments

/// Names of others on a terminal: what would steer it is shown, not obeyed.
package enum SafeText {
    /// Control characters, line breaks and direction marks as `\u{…}` or their usual escapes; a backslash stays as it
    /// is, because almost every name with one has nothing to hide.
    ///
    /// A byte that is no UTF-8 becomes `\xff`.
    package static func shown(_ text: String) -> String {
        guard ByteText.hasMarks(text) || text.unicodeScalars.contains(where: steers) else { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            if let byte = ByteText.byte(of: scalar) {
                result += "\\x" + String(byte, radix: 16)
                continue
            }
            switch scalar {
            case _ where !steers(scalar): result.unicodeScalars.append(scalar)
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            default: result += "\\u{\(String(scalar.value, radix: 16))}"
            }
        }
        return result
    }

    /// C0, C1, DEL, line and paragraph separators, and the marks that turn the direction of what follows.
    private static func steers(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F...0x9F, 0x2028, 0x2029, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
