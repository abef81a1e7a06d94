/// A value of the configuration file, of a flag or of a variable.
package enum SettingValue: Sendable, Hashable {
    /// Text.
    case text(String)
    /// A whole number.
    case integer(Int)
    /// On or off.
    case boolean(Bool)
    /// Several texts.
    case list([String])

    /// What it is, for error texts.
    package var kindName: String {
        switch self {
        case .text: "a string"
        case .integer: "a number"
        case .boolean: "true or false"
        case .list: "an array of strings"
        }
    }

    /// As it stands in `config.toml`.
    package var toml: String {
        switch self {
        case .text(let text): Self.quoted(text)
        case .integer(let number): String(number)
        case .boolean(let flag): flag ? "true" : "false"
        case .list(let items): "[" + items.map(Self.quoted).joined(separator: ", ") + "]"
        }
    }

    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": result += "\\\(scalar)"
            case "\n": result += "\\n"
            case "\t": result += "\\t"
            // TOML has no other control character as it is; names of homes come from servers.
            case _ where scalar.value < 0x20 || scalar.value == 0x7F:
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
