/// Builds one line: a JSON object and a newline.
struct LogLine {
    private var bytes: [UInt8] = [UInt8(ascii: "{")]

    static func isReserved(_ key: String) -> Bool { ["time", "level", "label", "message"].contains(key) }

    mutating func field(_ key: String, _ value: LogValue) {
        if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
        quote(key)
        bytes.append(UInt8(ascii: ":"))
        switch value {
        case .string(let text): quote(text)
        case .int(let number): bytes.append(contentsOf: String(number).utf8)
        case .bool(let flag): bytes.append(contentsOf: (flag ? "true" : "false").utf8)
        case .double(let number) where number.isFinite: bytes.append(contentsOf: String(number).utf8)
        case .double(let number): quote(String(number))
        }
    }

    consuming func finish() -> [UInt8] {
        bytes.append(UInt8(ascii: "}"))
        bytes.append(UInt8(ascii: "\n"))
        return bytes
    }

    private mutating func quote(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\":
                bytes.append(UInt8(ascii: "\\"))
                bytes.append(UInt8(truncatingIfNeeded: scalar.value))
            case "\n": bytes.append(contentsOf: "\\n".utf8)
            case "\t": bytes.append(contentsOf: "\\t".utf8)
            default:
                if Self.mustEscape(scalar) {
                    escape(scalar)
                } else {
                    bytes.append(contentsOf: String(scalar).utf8)
                }
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// C0, DEL and C1 drive terminals; the line separators split lines; direction marks disguise text.
    private static func mustEscape(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069, 0x200E...0x200F, 0xFEFF: true
        default: false
        }
    }

    private mutating func escape(_ scalar: Unicode.Scalar) {
        // Every scalar that is escaped lies in the basic plane: four digits are enough.
        let digits = String(scalar.value, radix: 16)
        bytes.append(contentsOf: "\\u".utf8)
        bytes.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: max(0, 4 - digits.utf8.count)))
        bytes.append(contentsOf: digits.utf8)
    }
}
