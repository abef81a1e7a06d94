/// What the header lines of one part say (RFC 7578).
struct FormPartHeader: Equatable, Sendable {
    var name: [UInt8]
    var filename: [UInt8]?
    var contentType: String?

    /// A field of an urlencoded form.
    init(name: [UInt8]) { self.name = name }

    /// Reads header lines, each ended by CRLF.
    ///
    /// Folded lines are unfolded. Names end at the colon without blanks before it.
    ///
    /// - Throws: `.badRequest` for a line that is no header, for no `Content-Disposition: form-data` with a name, and for
    ///   a transfer encoding that would change the bytes.
    init(lines bytes: ArraySlice<UInt8>) throws(HTTPError) {
        var disposition: HeaderParameters?
        for line in try Self.unfold(bytes) {
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > 0 else {
                throw HTTPError(.badRequest, "a line in a part's header has no name")
            }
            let name = line[..<colon]
            let value = trimmed(line[(colon + 1)...])
            if equalsIgnoringASCIICase(name, "content-disposition".utf8) {
                guard disposition == nil, let parsed = HeaderParameters(value), parsed.value == "form-data"
                else {
                    throw HTTPError(.badRequest, "a part's Content-Disposition is malformed")
                }
                disposition = parsed
            } else if equalsIgnoringASCIICase(name, "content-type".utf8) {
                contentType = String(decoding: value, as: UTF8.self)
            } else if equalsIgnoringASCIICase(name, "content-transfer-encoding".utf8) {
                let plain = ["binary", "8bit", "7bit"]
                guard plain.contains(where: { equalsIgnoringASCIICase(value, $0.utf8) }) else {
                    throw HTTPError(.badRequest, "a part has a transfer encoding")
                }
            }
        }
        guard let disposition, let name = disposition["name"] else {
            throw HTTPError(.badRequest, "a part has no name")
        }
        self.name = Self.unescaped(name)
        if let extended = disposition["filename*"] {
            guard let decoded = Self.extendedValue(extended) else {
                throw HTTPError(.badRequest, "a part's filename* is malformed")
            }
            filename = decoded
        } else {
            filename = disposition["filename"].map(Self.unescaped)
        }
    }

    private static func unfold(_ bytes: ArraySlice<UInt8>) throws(HTTPError) -> [[UInt8]] {
        var lines: [[UInt8]] = []
        var start = bytes.startIndex
        var index = start
        while index < bytes.endIndex {
            let byte = bytes[index]
            if byte == 0x0D, index + 1 < bytes.endIndex, bytes[index + 1] == 0x0A {
                let line = bytes[start..<index]
                if line.first == 0x20 || line.first == 0x09, !lines.isEmpty {
                    lines[lines.count - 1] += [0x20] + trimmed(line)
                } else {
                    lines.append(Array(line))
                }
                index += 2
                start = index
            } else {
                guard byte >= 0x20 || byte == 0x09, byte != 0x7F else {
                    throw HTTPError(.badRequest, "a control character in a part's header")
                }
                index += 1
            }
        }
        return lines
    }

    // Browsers write a quote and line breaks in a name as %22, %0D and %0A, and nothing else that way (WHATWG
    // HTML, "multipart/form-data encoding algorithm"). A `%41` stays a `%41`.
    private static func unescaped(_ name: [UInt8]) -> [UInt8] {
        guard name.contains(UInt8(ascii: "%")) else { return name }
        var result: [UInt8] = []
        var rest = name[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), rest.starts(with: "22".utf8) {
                result.append(UInt8(ascii: "\""))
            } else if byte == UInt8(ascii: "%"), rest.starts(with: "0D".utf8) {
                result.append(0x0D)
            } else if byte == UInt8(ascii: "%"), rest.starts(with: "0A".utf8) {
                result.append(0x0A)
            } else {
                result.append(byte)
                continue
            }
            rest = rest.dropFirst(2)
        }
        return result
    }

    // RFC 8187: charset'language'percent-encoded. Latin-1 is turned into UTF-8.
    private static func extendedValue(_ bytes: [UInt8]) -> [UInt8]? {
        let pieces = bytes.split(separator: UInt8(ascii: "'"), maxSplits: 2, omittingEmptySubsequences: false)
        guard pieces.count == 3, let decoded = PercentDecoding.strict(pieces[2]) else { return nil }
        if equalsIgnoringASCIICase(pieces[0], "utf-8".utf8) {
            return String(validating: decoded, as: UTF8.self) == nil ? nil : decoded
        }
        guard equalsIgnoringASCIICase(pieces[0], "iso-8859-1".utf8) else { return nil }
        return Array(String(String.UnicodeScalarView(decoded.map { Unicode.Scalar($0) })).utf8)
    }
}
