/// The texts and whole numbers of one JSON object (RFC 8259), as key files and tokens hold them.
///
/// Strict: one object and nothing around it but white space, UTF-8, no name twice, at most 16 levels. Values of other
/// kinds must be well formed and are passed over.
struct FlatJSON: Sendable {
    /// The largest input in bytes.
    static let longestInput = 64 << 10
    private static let deepest = 16

    /// What an object can hold here.
    private enum Value {
        case text(String)
        case number(Int64)
        case other
    }

    private var values: [String: Value] = [:]

    /// Reads an object.
    ///
    /// - Throws: `.invalidInput`; the message holds nothing of the input.
    init(_ input: [UInt8]) throws(CryptoError) {
        guard input.count <= Self.longestInput else { throw CryptoError(.invalidInput, "JSON is too long") }
        guard String(validating: input, as: UTF8.self) != nil else {
            throw CryptoError(.invalidInput, "JSON is not UTF-8")
        }
        var reader = Reader(input: input)
        guard let values = Self.object(&reader, depth: 1), reader.isAtEnd else {
            throw CryptoError(.invalidInput, "JSON is damaged")
        }
        self.values = values
    }

    /// The text of that name; nil when there is none or it is something else.
    func text(_ name: String) -> String? {
        if case .text(let text) = values[name] { text } else { nil }
    }

    /// The whole number of that name; nil when there is none or it is something else.
    func number(_ name: String) -> Int64? {
        if case .number(let number) = values[name] { number } else { nil }
    }

    /// Whether there is anything of that name.
    func contains(_ name: String) -> Bool { values[name] != nil }

    /// Quotes a text for JSON; only for texts of printable ASCII without quotes and backslashes.
    static func quote(_ text: some StringProtocol) -> String { "\"\(text)\"" }

    private static func object(_ reader: inout Reader, depth: Int) -> [String: Value]? {
        guard reader.take("{") else { return nil }
        var values: [String: Value] = [:]
        if reader.take("}") { return values }
        repeat {
            guard let name = reader.text(), reader.take(":"), let value = value(&reader, depth: depth),
                values.updateValue(value, forKey: name) == nil
            else { return nil }
        } while reader.take(",")
        return reader.take("}") ? values : nil
    }

    private static func value(_ reader: inout Reader, depth: Int) -> Value? {
        switch reader.next {
        case UInt8(ascii: "\""): return reader.text().map(Value.text)
        case UInt8(ascii: "{"):
            guard depth < deepest else { return nil }
            return object(&reader, depth: depth + 1).map { _ in .other }
        case UInt8(ascii: "["):
            guard depth < deepest else { return nil }
            return array(&reader, depth: depth + 1)
        case UInt8(ascii: "t"): return reader.take(word: "true") ? .other : nil
        case UInt8(ascii: "f"): return reader.take(word: "false") ? .other : nil
        case UInt8(ascii: "n"): return reader.take(word: "null") ? .other : nil
        default:
            guard let digits = reader.number() else { return nil }
            return Int64(digits).map(Value.number) ?? .other
        }
    }

    private static func array(_ reader: inout Reader, depth: Int) -> Value? {
        guard reader.take("[") else { return nil }
        if reader.take("]") { return .other }
        repeat {
            guard value(&reader, depth: depth) != nil else { return nil }
        } while reader.take(",")
        return reader.take("]") ? .other : nil
    }
}

extension FlatJSON {
    /// A place in the input.
    fileprivate struct Reader {
        let input: [UInt8]
        var position = 0

        /// The next byte that is no white space, which stays.
        var next: UInt8? {
            mutating get {
                while position < input.count, [0x20, 0x09, 0x0A, 0x0D].contains(input[position]) {
                    position += 1
                }
                return position < input.count ? input[position] : nil
            }
        }

        var isAtEnd: Bool { mutating get { next == nil } }

        mutating func take(_ character: Unicode.Scalar) -> Bool {
            guard next == UInt8(ascii: character) else { return false }
            position += 1
            return true
        }

        mutating func take(word: String) -> Bool {
            guard input[position...].starts(with: word.utf8) else { return false }
            position += word.utf8.count
            return true
        }

        /// The characters of a number in the grammar of RFC 8259, section 6.
        mutating func number() -> String? {
            _ = next
            let start = position
            if peek == UInt8(ascii: "-") { position += 1 }
            let first = peek
            guard let whole = digits(), whole == 1 || first != UInt8(ascii: "0") else { return nil }
            if peek == UInt8(ascii: ".") {
                position += 1
                guard digits() != nil else { return nil }
            }
            if peek == UInt8(ascii: "e") || peek == UInt8(ascii: "E") {
                position += 1
                if peek == UInt8(ascii: "+") || peek == UInt8(ascii: "-") { position += 1 }
                guard digits() != nil else { return nil }
            }
            return String(decoding: input[start..<position], as: UTF8.self)
        }

        private var peek: UInt8? { position < input.count ? input[position] : nil }

        private mutating func digits() -> Int? {
            let start = position
            while let byte = peek, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { position += 1 }
            return position > start ? position - start : nil
        }

        /// A quoted text.
        mutating func text() -> String? {
            guard take("\"") else { return nil }
            var bytes: [UInt8] = []
            while let byte = peek {
                position += 1
                switch byte {
                case UInt8(ascii: "\""): return String(validating: bytes, as: UTF8.self)
                case UInt8(ascii: "\\"):
                    guard let scalar = escape() else { return nil }
                    bytes.append(contentsOf: Array(String(Character(scalar)).utf8))
                case 0..<0x20: return nil
                default: bytes.append(byte)
                }
            }
            return nil
        }

        private mutating func escape() -> Unicode.Scalar? {
            guard let byte = peek else { return nil }
            position += 1
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
            case UInt8(ascii: "b"): return "\u{8}"
            case UInt8(ascii: "f"): return "\u{C}"
            case UInt8(ascii: "n"): return "\n"
            case UInt8(ascii: "r"): return "\r"
            case UInt8(ascii: "t"): return "\t"
            case UInt8(ascii: "u"):
                guard let high = unit() else { return nil }
                guard (0xD800..<0xDC00).contains(high) else { return Unicode.Scalar(high) }
                guard take(word: "\\u"), let low = unit(), (0xDC00..<0xE000).contains(low) else { return nil }
                return Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
            default: return nil
            }
        }

        private mutating func unit() -> UInt32? {
            guard position + 4 <= input.count,
                let bytes = Hex.decode(String(decoding: input[position..<position + 4], as: UTF8.self))
            else { return nil }
            position += 4
            return UInt32(bytes[0]) << 8 | UInt32(bytes[1])
        }
    }
}
