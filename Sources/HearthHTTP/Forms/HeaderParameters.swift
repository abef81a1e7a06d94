/// A header value with parameters: `form-data; name="a"; filename="b"`.
struct HeaderParameters {
    /// What stands before the first `;`, in lower case.
    let value: String
    private var parameters: [(name: String, value: [UInt8])] = []

    /// Reads a value; nil when it is malformed or names a parameter twice.
    ///
    /// In a quoted value `\"` and `\\` are escapes and any other `\` is itself: browsers do not escape it, and
    /// a Windows path must stay readable.
    init?(_ bytes: ArraySlice<UInt8>) {
        let end = bytes.firstIndex(of: UInt8(ascii: ";")) ?? bytes.endIndex
        value = String(decoding: trimmed(bytes[..<end]), as: UTF8.self).lowercased()
        var rest = bytes[end...]
        while true {
            rest = rest.drop { $0 == UInt8(ascii: ";") || $0 == 0x20 || $0 == 0x09 }
            if rest.isEmpty { return }
            guard let equals = rest.firstIndex(of: UInt8(ascii: "=")) else { return nil }
            let name = String(decoding: trimmed(rest[..<equals]), as: UTF8.self).lowercased()
            rest = rest[(equals + 1)...].drop { $0 == 0x20 || $0 == 0x09 }
            guard let value = Self.takeValue(&rest), Self.isToken(name), self[name] == nil else { return nil }
            parameters.append((name, value))
        }
    }

    /// The bytes of a parameter; the name in lower case.
    subscript(name: String) -> [UInt8]? { parameters.first { $0.name == name }?.value }

    private static func takeValue(_ rest: inout ArraySlice<UInt8>) -> [UInt8]? {
        guard rest.first == UInt8(ascii: "\"") else {
            let end = rest.firstIndex(of: UInt8(ascii: ";")) ?? rest.endIndex
            defer { rest = rest[end...] }
            return Array(trimmed(rest[..<end]))
        }
        rest = rest.dropFirst()
        var value: [UInt8] = []
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "\""):
                rest = rest.drop { $0 == 0x20 || $0 == 0x09 }
                return rest.isEmpty || rest.first == UInt8(ascii: ";") ? value : nil
            case UInt8(ascii: "\\")
            where rest.first == UInt8(ascii: "\"") || rest.first == UInt8(ascii: "\\"):
                value.append(rest.removeFirst())
            default:
                value.append(byte)
            }
        }
        return nil
    }

    private static func isToken(_ name: String) -> Bool {
        !name.isEmpty
            && name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"()<>@,;:\\\"/[]?={}".utf8.contains($0) }
    }
}
