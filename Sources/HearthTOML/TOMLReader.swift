/// Why a configuration file cannot be read.
package struct TOMLError: Error, Sendable, Hashable {
    /// Counted from 1.
    package let line: Int
    /// What is wrong and what is expected instead.
    package let message: String

    /// Takes both as they are.
    package init(line: Int, message: String) {
        self.line = line
        self.message = message
    }
}

/// One `key = value` of a file.
package struct TOMLEntry: Sendable, Hashable {
    /// Section and key, joined with dots.
    package let key: String
    /// The value.
    package let value: SettingValue
    /// Where the key stands, counted from 1.
    package let line: Int
}

/// Reads the part of TOML 1.0 that Hearth's configuration uses.
///
/// Sections, bare and dotted keys, one-line strings, whole numbers, booleans, arrays of strings, comments. All else
/// is refused with its line rather than guessed at.
package struct TOMLReader {
    private let bytes: [UInt8]
    private var position = 0
    private var line = 1

    private init(bytes: [UInt8]) { self.bytes = bytes }

    /// Reads a whole file.
    ///
    /// - Parameter bytes: UTF-8; a byte order mark is skipped.
    /// - Returns: the entries in the order of the file; no key stands twice.
    /// - Throws: the first fault.
    package static func entries(of bytes: [UInt8]) throws(TOMLError) -> [TOMLEntry] {
        if String(validating: bytes, as: UTF8.self) == nil {
            throw TOMLError(line: 1, message: "the file is not UTF-8 text")
        }
        var reader = TOMLReader(bytes: bytes)
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { reader.position = 3 }
        return try reader.document()
    }

    private mutating func document() throws(TOMLError) -> [TOMLEntry] {
        var entries: [TOMLEntry] = []
        var lines: [String: Int] = [:]
        var sections: Set<String> = []
        var section = ""
        while true {
            skipBlankLines()
            guard let byte = peek else { return entries }
            if byte == UInt8(ascii: "[") {
                section = try sectionName()
                if !sections.insert(section).inserted { throw fault("the section [\(section)] stands twice") }
            } else {
                let start = line
                let name = try key()
                let full = section.isEmpty ? name : section + "." + name
                skipSpace()
                guard take(UInt8(ascii: "=")) else { throw fault("expected = after the key \(name)") }
                skipSpace()
                let value = try value()
                if let first = lines[full] {
                    throw fault("\(full) was set in line \(first) already", at: start)
                }
                lines[full] = start
                entries.append(TOMLEntry(key: full, value: value, line: start))
            }
            try endOfLine()
        }
    }

    // MARK: Keys

    private mutating func sectionName() throws(TOMLError) -> String {
        position += 1
        if peek == UInt8(ascii: "[") { throw fault("arrays of tables [[…]] are not understood") }
        skipSpace()
        let name = try key()
        skipSpace()
        guard take(UInt8(ascii: "]")) else { throw fault("expected ] after the section's name") }
        return name
    }

    private mutating func key() throws(TOMLError) -> String {
        var parts: [String] = []
        while true {
            let start = position
            while let byte = peek, Self.isBare(byte) { position += 1 }
            if start == position {
                throw fault("expected a name made of letters, digits, - and _")
            }
            parts.append(String(decoding: bytes[start..<position], as: UTF8.self))
            guard take(UInt8(ascii: ".")) else { return parts.joined(separator: ".") }
        }
    }

    private static func isBare(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    // MARK: Values

    private mutating func value() throws(TOMLError) -> SettingValue {
        switch peek {
        case UInt8(ascii: "\""), UInt8(ascii: "'"): return .text(try string())
        case UInt8(ascii: "["): return .list(try array())
        case UInt8(ascii: "{"): throw fault("inline tables {…} are not understood; write a [section]")
        case nil, UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "#"):
            throw fault("the value is missing")
        default: return try word()
        }
    }

    private mutating func word() throws(TOMLError) -> SettingValue {
        let start = position
        while let byte = peek, !Self.endsWord(byte) { position += 1 }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        if text == "true" { return .boolean(true) }
        if text == "false" { return .boolean(false) }
        if let number = Self.integer(text) { return .integer(number) }
        guard let first = text.utf8.first,
            first == UInt8(ascii: "-") || first == UInt8(ascii: "+")
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first)
        else { throw fault("\(text) needs quotation marks: \"\(text)\"") }
        throw fault("\(text) is not a whole number; text needs quotation marks")
    }

    private static func endsWord(_ byte: UInt8) -> Bool {
        byte <= UInt8(ascii: " ") || byte == UInt8(ascii: "#") || byte == UInt8(ascii: ",")
            || byte == UInt8(ascii: "]")
    }

    /// Decimal with an optional sign and single underscores between digits, without leading zeros.
    private static func integer(_ text: String) -> Int? {
        var digits = Substring(text)
        if digits.hasPrefix("-") || digits.hasPrefix("+") { digits.removeFirst() }
        let groups = digits.split(separator: "_", omittingEmptySubsequences: false)
        guard groups.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (48...57).contains($0) } }) else {
            return nil
        }
        let plain = groups.joined()
        if plain.count > 1, plain.hasPrefix("0") { return nil }
        return Int((text.hasPrefix("-") ? "-" : "") + plain)
    }

    private mutating func array() throws(TOMLError) -> [String] {
        let opening = line
        position += 1
        var items: [String] = []
        while true {
            skipBlankLines()
            switch peek {
            case nil: throw fault("the array that begins here has no ]", at: opening)
            case UInt8(ascii: "]"):
                position += 1
                return items
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                items.append(try string())
                skipBlankLines()
                guard take(UInt8(ascii: ",")) || peek == UInt8(ascii: "]") else {
                    throw fault("expected , or ] after an element")
                }
            default: throw fault("arrays hold strings in quotation marks only")
            }
        }
    }

    private mutating func string() throws(TOMLError) -> String {
        let quote = bytes[position]
        position += 1
        if peek == quote, position + 1 < bytes.count, bytes[position + 1] == quote {
            throw fault("strings over several lines are not understood")
        }
        var text: [UInt8] = []
        while let byte = peek {
            position += 1
            if byte == quote { return String(decoding: text, as: UTF8.self) }
            if byte == UInt8(ascii: "\\"), quote == UInt8(ascii: "\"") {
                text.append(contentsOf: try escape())
            } else if byte == 0x7F || (byte < 0x20 && byte != 0x09) {
                position -= 1
                break
            } else {
                text.append(byte)
            }
        }
        throw fault("the string has no closing quotation mark on this line")
    }

    private mutating func escape() throws(TOMLError) -> [UInt8] {
        guard let byte = peek else { throw fault("the string ends after a backslash") }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): return [byte]
        case UInt8(ascii: "n"): return [0x0A]
        case UInt8(ascii: "t"): return [0x09]
        case UInt8(ascii: "r"): return [0x0D]
        case UInt8(ascii: "b"): return [0x08]
        case UInt8(ascii: "f"): return [0x0C]
        case UInt8(ascii: "u"): return try scalar(digits: 4)
        case UInt8(ascii: "U"): return try scalar(digits: 8)
        default:
            throw fault("\\\(Character(UnicodeScalar(byte))) is no escape; write \\\\ for a backslash")
        }
    }

    private mutating func scalar(digits: Int) throws(TOMLError) -> [UInt8] {
        let end = position + digits
        guard end <= bytes.count,
            bytes[position..<end].allSatisfy({ Character(UnicodeScalar($0)).isHexDigit }),
            let number = UInt32(String(decoding: bytes[position..<end], as: UTF8.self), radix: 16),
            let scalar = UnicodeScalar(number)
        else { throw fault("\\u takes 4 and \\U 8 hexadecimal digits of a character") }
        position = end
        return Array(String(Character(scalar)).utf8)
    }

    // MARK: Space

    private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard peek == byte else { return false }
        position += 1
        return true
    }

    private mutating func skipSpace() {
        while let byte = peek, byte == 0x20 || byte == 0x09 { position += 1 }
    }

    private mutating func skipBlankLines() {
        while let byte = peek {
            switch byte {
            case 0x20, 0x09, 0x0D: position += 1
            case 0x0A:
                position += 1
                line += 1
            case UInt8(ascii: "#"):
                while let byte = peek, byte != 0x0A { position += 1 }
            default: return
            }
        }
    }

    private mutating func endOfLine() throws(TOMLError) {
        skipSpace()
        switch peek {
        case nil, 0x0A, 0x0D, UInt8(ascii: "#"): return
        default: throw fault("something follows that does not belong on this line")
        }
    }

    private func fault(_ message: String, at line: Int? = nil) -> TOMLError {
        TOMLError(line: line ?? self.line, message: message)
    }
}
