/// Why bytes are not JSON.
public struct JSONError: Error, Sendable, Hashable {
    /// What was wrong; holds nothing of the input.
    public let message: String
    /// Zero-based position in bytes.
    public let offset: Int
}

extension JSONValue {
    /// Reads one JSON text (RFC 8259), strictly.
    ///
    /// No trailing commas, no comments, no control characters in strings, no lone surrogates, valid UTF-8 only; a
    /// byte order mark is skipped.
    ///
    /// - Parameters:
    ///   - bytes: the whole text; the caller limits its size.
    ///   - maximumDepth: how deep arrays and objects may nest.
    /// - Throws: ``JSONError`` for the first fault.
    public init(parsing bytes: [UInt8], maximumDepth: Int = 32) throws(JSONError) {
        var reader = JSONReader(bytes: bytes, maximumDepth: maximumDepth)
        self = try reader.document()
    }
}

struct JSONReader {
    private let bytes: [UInt8]
    private let maximumDepth: Int
    private var position = 0

    init(bytes: [UInt8], maximumDepth: Int) {
        self.bytes = bytes
        self.maximumDepth = maximumDepth
    }

    mutating func document() throws(JSONError) -> JSONValue {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
        let value = try value(depth: 0)
        skipSpace()
        guard position == bytes.count else { throw error("something follows the value") }
        return value
    }

    private mutating func value(depth: Int) throws(JSONError) -> JSONValue {
        skipSpace()
        switch peek {
        case UInt8(ascii: "{"): return .object(try object(depth: depth + 1))
        case UInt8(ascii: "["): return .array(try array(depth: depth + 1))
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        case UInt8(ascii: "-"), .some(UInt8(ascii: "0")...UInt8(ascii: "9")): return try number()
        case nil: throw error("the text ends early")
        default: throw error("not the start of a value")
        }
    }

    private mutating func object(depth: Int) throws(JSONError) -> [String: JSONValue] {
        guard depth <= maximumDepth else { throw error("nested too deeply") }
        position += 1
        var members: [String: JSONValue] = [:]
        skipSpace()
        if take(UInt8(ascii: "}")) { return members }
        while true {
            skipSpace()
            guard peek == UInt8(ascii: "\"") else { throw error("a member's name is missing") }
            let name = try string()
            skipSpace()
            guard take(UInt8(ascii: ":")) else { throw error("a colon is missing") }
            members[name] = try value(depth: depth)
            skipSpace()
            if take(UInt8(ascii: "}")) { return members }
            guard take(UInt8(ascii: ",")) else { throw error("a comma or brace is missing") }
        }
    }

    private mutating func array(depth: Int) throws(JSONError) -> [JSONValue] {
        guard depth <= maximumDepth else { throw error("nested too deeply") }
        position += 1
        var elements: [JSONValue] = []
        skipSpace()
        if take(UInt8(ascii: "]")) { return elements }
        while true {
            elements.append(try value(depth: depth))
            skipSpace()
            if take(UInt8(ascii: "]")) { return elements }
            guard take(UInt8(ascii: ",")) else { throw error("a comma or bracket is missing") }
        }
    }

    private mutating func word(_ text: StaticString, _ value: JSONValue) throws(JSONError) -> JSONValue {
        let matches = text.withUTF8Buffer { bytes[position...].starts(with: $0) }
        guard matches else { throw error("not the start of a value") }
        position += text.utf8CodeUnitCount
        return value
    }

    private mutating func number() throws(JSONError) -> JSONValue {
        let start = position
        _ = take(UInt8(ascii: "-"))
        let whole = digits()
        guard whole > 0 else { throw error("a digit is missing") }
        if whole > 1, bytes[position - whole] == UInt8(ascii: "0") {
            throw error("a number has a leading zero")
        }
        var isWhole = true
        if take(UInt8(ascii: ".")) {
            isWhole = false
            guard digits() > 0 else { throw error("a digit is missing") }
        }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            isWhole = false
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            guard digits() > 0 else { throw error("a digit is missing") }
        }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        if isWhole, let number = Int64(text) { return .int(number) }
        guard let number = Double(text), number.isFinite else { throw error("a number is out of range") }
        return .double(number)
    }

    private mutating func digits() -> Int {
        let start = position
        while let byte = peek, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { position += 1 }
        return position - start
    }

    private mutating func string() throws(JSONError) -> String {
        position += 1
        var run = position
        var decoded: [UInt8] = []
        while let byte = peek {
            switch byte {
            case UInt8(ascii: "\""):
                decoded.append(contentsOf: bytes[run..<position])
                guard let text = String(validating: decoded, as: UTF8.self) else {
                    throw error("a string is not UTF-8")
                }
                position += 1
                return text
            case UInt8(ascii: "\\"):
                decoded.append(contentsOf: bytes[run..<position])
                position += 1
                decoded.append(contentsOf: String(try escapedCharacter()).utf8)
                run = position
            case 0..<0x20: throw error("a control character in a string is not escaped")
            default: position += 1
            }
        }
        throw error("a string does not end")
    }

    private mutating func escapedCharacter() throws(JSONError) -> Unicode.Scalar {
        guard let byte = peek else { throw error("a string does not end") }
        position += 1
        switch byte {
        case UInt8(ascii: "\""): return "\""
        case UInt8(ascii: "\\"): return "\\"
        case UInt8(ascii: "/"): return "/"
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return try unicodeEscape()
        default: throw error("an unknown escape")
        }
    }

    private mutating func unicodeEscape() throws(JSONError) -> Unicode.Scalar {
        let first = try fourDigits()
        guard (0xD800...0xDBFF).contains(first) else {
            guard let scalar = Unicode.Scalar(first) else { throw error("half of a surrogate pair") }
            return scalar
        }
        guard take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) else {
            throw error("half of a surrogate pair")
        }
        let second = try fourDigits()
        guard (0xDC00...0xDFFF).contains(second),
            let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
        else { throw error("half of a surrogate pair") }
        return scalar
    }

    private mutating func fourDigits() throws(JSONError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = peek, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
                throw error("a Unicode escape needs four digits")
            }
            value = value << 4 | UInt32(truncatingIfNeeded: digit)
            position += 1
        }
        return value
    }

    private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard peek == byte else { return false }
        position += 1
        return true
    }

    private mutating func skipSpace() {
        while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }

    private func error(_ message: String) -> JSONError { JSONError(message: message, offset: position) }
}
