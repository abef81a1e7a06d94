/// Percent-decoding of URL bytes (RFC 3986, section 2.1), each byte looked at exactly once.
///
/// What comes out of a decoding is never decoded again: `%2541` is the three bytes `%41`.
package enum PercentDecoding {
    /// The value of one hexadecimal digit, or nil.
    ///
    /// - Parameter byte: an ASCII byte.
    /// - Returns: 0 to 15.
    @inline(__always)
    package static func hexValue(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte &- 0x30
        case 0x41...0x46: byte &- 0x37
        case 0x61...0x66: byte &- 0x57
        default: nil
        }
    }

    /// Decodes strictly.
    ///
    /// - Parameter bytes: encoded bytes; `+` stays `+`.
    /// - Returns: the decoded bytes, or nil when a `%` is not followed by two hexadecimal digits.
    package static func strict(_ bytes: some Collection<UInt8>) -> [UInt8]? {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var index = bytes.startIndex
        while index != bytes.endIndex {
            let byte = bytes[index]
            bytes.formIndex(after: &index)
            guard byte == UInt8(ascii: "%") else {
                decoded.append(byte)
                continue
            }
            guard let value = pair(bytes, at: &index) else { return nil }
            decoded.append(value)
        }
        return decoded
    }

    /// Decodes one name or value of a query or an urlencoded form.
    ///
    /// As browsers do (WHATWG URL, "application/x-www-form-urlencoded parsing"): `+` is a space, and a `%`
    /// without two hexadecimal digits behind it stays as it is.
    ///
    /// - Parameter bytes: encoded bytes without the separators `&` and `=`.
    /// - Returns: the decoded bytes; may be invalid UTF-8.
    package static func form(_ bytes: some Collection<UInt8>) -> [UInt8] {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var index = bytes.startIndex
        while index != bytes.endIndex {
            let byte = bytes[index]
            bytes.formIndex(after: &index)
            switch byte {
            case UInt8(ascii: "+"):
                decoded.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                var behind = index
                if let value = pair(bytes, at: &behind) {
                    decoded.append(value)
                    index = behind
                } else {
                    decoded.append(byte)
                }
            default:
                decoded.append(byte)
            }
        }
        return decoded
    }

    private static func pair<Bytes: Collection<UInt8>>(_ bytes: Bytes, at index: inout Bytes.Index) -> UInt8?
    {
        guard index != bytes.endIndex, let high = hexValue(bytes[index]) else { return nil }
        bytes.formIndex(after: &index)
        guard index != bytes.endIndex, let low = hexValue(bytes[index]) else { return nil }
        bytes.formIndex(after: &index)
        return high << 4 | low
    }
}
