/// Percent-encoding of bytes (RFC 3986, section 2).
package enum PercentEncoding {
    /// Encodes everything but unreserved characters; names are bytes, so nothing is normalised.
    package static func encode(_ bytes: some Sequence<UInt8>) -> String {
        var out: [UInt8] = []
        for byte in bytes {
            if isUnreserved(byte) {
                out.append(byte)
            } else {
                out += [UInt8(ascii: "%"), digit(byte >> 4), digit(byte & 15)]
            }
        }
        return String(decoding: out, as: UTF8.self)
    }

    /// Encodes a text's UTF-8.
    package static func encode(_ text: String) -> String { encode(text.utf8) }

    /// `a=b&c=d`, names and values encoded.
    package static func encode(query: [(String, String)]) -> String {
        query.map { encode($0.0) + "=" + encode($0.1) }.joined(separator: "&")
    }

    /// The bytes behind an encoded text; nil for a `%` without two hex digits.
    package static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
        var out: [UInt8] = []
        out.reserveCapacity(text.count)
        var rest = text[...]
        while let byte = rest.first {
            rest = rest.dropFirst()
            guard byte == UInt8(ascii: "%") else {
                out.append(byte)
                continue
            }
            guard let high = rest.first.flatMap(value), let low = rest.dropFirst().first.flatMap(value) else {
                return nil
            }
            out.append(high << 4 | low)
            rest = rest.dropFirst(2)
        }
        return out
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default: false
        }
    }

    private static func digit(_ half: UInt8) -> UInt8 { half < 10 ? 0x30 + half : 0x41 + half - 10 }

    private static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - 0x30
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - 0x61 + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - 0x41 + 10
        default: nil
        }
    }
}
