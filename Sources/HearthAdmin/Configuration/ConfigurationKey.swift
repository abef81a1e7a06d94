package import HearthTOML
/// One setting: its name, what it takes and where it goes.
package struct ConfigurationKey: Sendable {
    /// What a setting takes.
    package enum Kind: Sendable {
        /// Any string; the setting itself says what is wrong with one.
        case text
        /// A whole number within a range.
        case integer(ClosedRange<Int>)
        /// On or off.
        case boolean
        /// Several strings.
        case list
    }

    /// Section and key, `limits.header_bytes`.
    package let name: String
    /// What it takes.
    package let kind: Kind
    /// What stands for the value in help texts.
    package let placeholder: String
    /// One sentence, without a full stop.
    package let summary: String
    /// Reads the setting back.
    package let value: @Sendable (Configuration) -> SettingValue
    /// Takes a value of the right kind; returns what is wrong with it, or nil.
    let store: @Sendable (SettingValue, inout Configuration) -> String?

    /// The flag that sets it, without dashes: `limits-header-bytes`.
    package var flag: String { respelled("-") }

    /// The variable that sets it: `HEARTH_SERVER_LIMITS_HEADER_BYTES`.
    package var variable: String { "HEARTH_SERVER_" + respelled("_").uppercased() }

    /// The variable's name before the client had variables of its own; still read.
    package var oldVariable: String { "HEARTH_" + respelled("_").uppercased() }

    private func respelled(_ separator: String) -> String {
        String(name.flatMap { $0 == "." || $0 == "_" ? separator : String($0) })
    }

    /// Sets it.
    ///
    /// - Returns: what is wrong with the value, or nil when it was taken.
    package func set(_ value: SettingValue, in configuration: inout Configuration) -> String? {
        switch (kind, value) {
        case (.text, .text), (.boolean, .boolean), (.list, .list): return store(value, &configuration)
        case (.integer(let range), .integer(let number)):
            if range.contains(number) { return store(value, &configuration) }
            return "\(number) is out of range: \(range.lowerBound) to \(range.upperBound)"
        case (.text, _): return "expected a string in quotation marks, not \(value.kindName)"
        case (.integer, _): return "expected a whole number, not \(value.kindName)"
        case (.boolean, _): return "expected true or false, not \(value.kindName)"
        case (.list, _): return "expected an array of strings, not \(value.kindName)"
        }
    }

    /// Sets it from a flag or a variable.
    ///
    /// Lists are separated by commas; on, yes and 1 mean true.
    package func set(text: String, in configuration: inout Configuration) -> String? {
        switch kind {
        case .text: return set(.text(text), in: &configuration)
        case .integer:
            guard let number = Int(text) else { return "\(text) is not a whole number" }
            return set(.integer(number), in: &configuration)
        case .boolean:
            switch text.lowercased() {
            case "on", "true", "yes", "1": return set(.boolean(true), in: &configuration)
            case "off", "false", "no", "0": return set(.boolean(false), in: &configuration)
            default: return "\(text) is neither on nor off"
            }
        case .list:
            let items = text.split(separator: ",").map { item in
                String(item.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
            }
            return set(.list(items.filter { !$0.isEmpty }), in: &configuration)
        }
    }
}
