/// Finds the first element of an XML file, as far as that is needed to tell an SVG picture from a web page.
enum MarkupRoot {
    /// Whether the first element is `svg`, with any prefix.
    ///
    /// - Parameter head: the file's first bytes; UTF-16 is understood.
    /// - Returns: whether it is.
    static func isSVG(_ head: [UInt8]) -> Bool {
        var rest = ascii(head)[...]
        while true {
            rest = rest.drop(while: { $0 == 0x20 || (0x09...0x0d).contains($0) })
            guard rest.popFirst() == UInt8(ascii: "<") else { return false }
            if rest.starts(with: "!--".utf8) {
                guard let end = end(of: rest, "-->") else { return false }
                rest = rest[end...]
            } else if rest.first == UInt8(ascii: "?") {
                guard let end = end(of: rest, "?>") else { return false }
                rest = rest[end...]
            } else if rest.starts(with: "!DOCTYPE".utf8) {
                guard let end = endOfDoctype(rest) else { return false }
                rest = rest[end...]
            } else {
                let name = rest.prefix(while: {
                    $0 > 0x20 && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/")
                })
                let local =
                    name.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false).last ?? []
                return local.elementsEqual("svg".utf8)
            }
        }
    }

    /// The bytes without a mark of their order, every second one of UTF-16.
    private static func ascii(_ head: [UInt8]) -> [UInt8] {
        if head.starts(with: [0xef, 0xbb, 0xbf]) { return Array(head.dropFirst(3)) }
        if head.starts(with: [0xff, 0xfe]) || head.starts(with: [0xfe, 0xff]) {
            let first = head[0] == 0xff ? 2 : 3
            return stride(from: first, to: head.count, by: 2).map { head[$0] }
        }
        return head
    }

    /// Behind the first occurrence of a mark.
    private static func end(of text: ArraySlice<UInt8>, _ mark: String) -> Int? {
        let mark = Array(mark.utf8)
        return text.indices.first(where: { text[$0...].starts(with: mark) }).map { $0 + mark.count }
    }

    /// Behind the `>` that is not within brackets or quotes.
    private static func endOfDoctype(_ text: ArraySlice<UInt8>) -> Int? {
        var depth = 0
        var quote: UInt8?
        for index in text.indices {
            let byte = text[index]
            if let open = quote {
                if byte == open { quote = nil }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = byte
            case UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "]"): depth -= 1
            case UInt8(ascii: ">") where depth == 0: return index + 1
            default: break
            }
        }
        return nil
    }
}
