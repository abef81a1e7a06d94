/// What a client takes beside plain bytes (RFC 9110, section 12.5.3).
package enum ContentCoding {
    /// Whether a content coding may be used.
    ///
    /// - Parameters:
    ///   - name: in lower case, such as `gzip`.
    ///   - headers: of the request.
    /// - Returns: false without Accept-Encoding: a client that says nothing gets the bytes as they are.
    package static func accepts(_ name: String, _ headers: HTTPFields) -> Bool {
        var any = false
        for value in headers.values(for: "Accept-Encoding") {
            for item in value.utf8.split(separator: UInt8(ascii: ",")) {
                let parts = item.split(separator: UInt8(ascii: ";")).map(trimmed)
                guard let coding = parts.first else { continue }
                let isWanted = !parts.dropFirst().contains(where: isZero)
                if equalsIgnoringASCIICase(coding, name.utf8) { return isWanted }
                if coding.elementsEqual("*".utf8) { any = isWanted }
            }
        }
        return any
    }

    /// `q=0`, `q=0.0` and the like.
    private static func isZero(_ parameter: Substring.UTF8View) -> Bool {
        let sides = parameter.split(separator: UInt8(ascii: "="), maxSplits: 1).map(trimmed)
        guard sides.count == 2, equalsIgnoringASCIICase(sides[0], "q".utf8) else { return false }
        return sides[1].allSatisfy { $0 == UInt8(ascii: "0") || $0 == UInt8(ascii: ".") }
    }

    private static func trimmed(_ text: Substring.UTF8View) -> Substring.UTF8View {
        func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        let start = text.firstIndex { !isSpace($0) } ?? text.endIndex
        var end = text.endIndex
        while end > start, isSpace(text[text.index(before: end)]) { end = text.index(before: end) }
        return text[start..<end]
    }
}
