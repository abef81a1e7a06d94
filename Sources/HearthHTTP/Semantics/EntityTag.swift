/// An entity tag (RFC 9110, section 8.8.3).
package struct EntityTag: Hashable, Sendable {
    /// True for `W/"…"`: the representations are only equivalent, not equal byte by byte.
    package let isWeak: Bool
    /// The bytes between the quotes.
    package let opaque: [UInt8]

    /// Reads exactly one tag; nil when the text is not one.
    ///
    /// - Parameter text: such as `"abc"` or `W/"abc"`.
    package init?(_ text: String) {
        var rest = Array(text.utf8)[...]
        guard let tag = Self.take(from: &rest), rest.isEmpty else { return nil }
        self = tag
    }

    private init(isWeak: Bool, opaque: [UInt8]) {
        self.isWeak = isWeak
        self.opaque = opaque
    }

    /// Strong comparison: both strong and equal.
    package func stronglyMatches(_ other: EntityTag) -> Bool {
        !isWeak && !other.isWeak && opaque == other.opaque
    }

    /// Weak comparison: equal, whether strong or weak.
    package func weaklyMatches(_ other: EntityTag) -> Bool { opaque == other.opaque }

    static func take(from rest: inout ArraySlice<UInt8>) -> EntityTag? {
        let isWeak = rest.starts(with: "W/".utf8)
        var behind = isWeak ? rest.dropFirst(2) : rest
        guard behind.popFirst() == UInt8(ascii: "\""), let end = behind.firstIndex(of: UInt8(ascii: "\""))
        else {
            return nil
        }
        let opaque = behind[..<end]
        guard opaque.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else { return nil }
        rest = behind[(end + 1)...]
        return EntityTag(isWeak: isWeak, opaque: Array(opaque))
    }
}

/// The value of If-Match or If-None-Match.
enum EntityTagCondition: Equatable {
    /// `*`: anything that exists.
    case any
    /// A list of at least one tag.
    case tags([EntityTag])
    /// Neither; no tag can match it.
    case malformed

    /// Reads the lines of one field, which together are one list (RFC 9110, section 5.3).
    init(_ lines: [String]) {
        if lines.count == 1, trimmed(Array(lines[0].utf8)[...]).elementsEqual("*".utf8) {
            self = .any
            return
        }
        var tags: [EntityTag] = []
        for line in lines {
            var rest = Array(line.utf8)[...]
            while true {
                rest = rest.drop { $0 == 0x20 || $0 == 0x09 || $0 == UInt8(ascii: ",") }
                if rest.isEmpty { break }
                guard let tag = EntityTag.take(from: &rest) else {
                    self = .malformed
                    return
                }
                rest = rest.drop { $0 == 0x20 || $0 == 0x09 }
                guard rest.isEmpty || rest.first == UInt8(ascii: ",") else {
                    self = .malformed
                    return
                }
                tags.append(tag)
            }
        }
        self = tags.isEmpty ? .malformed : .tags(tags)
    }
}

/// Without blanks and tabs at both ends.
func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
    guard let last = bytes.lastIndex(where: { !isBlank($0) }) else { return bytes.prefix(0) }
    return bytes[...last].drop(while: isBlank)
}
