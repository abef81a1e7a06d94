/// Header fields in the order they came, looked up without regard to case (RFC 9110, section 5).
///
/// Values keep valid UTF-8; any other bytes become one character each (Latin-1).
package struct HTTPFields: Sendable, Equatable {
    /// One field line.
    package struct Field: Sendable, Equatable {
        /// The name as it was written.
        package let name: String
        /// The value without the white space around it.
        package var value: String

        /// A field line; neither part may hold line breaks.
        package init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// Every field line, in order.
    package private(set) var lines: [Field]

    /// No fields.
    package init() { lines = [] }

    /// Fields in the order given.
    package init(_ lines: [(String, String)]) {
        self.lines = lines.map { Field(name: $0.0, value: $0.1) }
    }

    /// Takes lines as they are.
    init(lines: [Field]) { self.lines = lines }

    /// The first value of a name; setting replaces all lines of that name, nil removes them.
    package subscript(_ name: String) -> String? {
        get {
            for line in lines where equalsIgnoringASCIICase(line.name, name) { return line.value }
            return nil
        }
        set {
            if let newValue { set(name, newValue) } else { remove(name) }
        }
    }

    /// Every value of a name, in order.
    package func values(for name: String) -> [String] {
        lines.compactMap { equalsIgnoringASCIICase($0.name, name) ? $0.value : nil }
    }

    /// True when there is at least one line of that name.
    package func contains(_ name: String) -> Bool {
        lines.contains { equalsIgnoringASCIICase($0.name, name) }
    }

    /// Replaces every line of a name by one, at the place of the first.
    package mutating func set(_ name: String, _ value: String) {
        guard let first = lines.firstIndex(where: { equalsIgnoringASCIICase($0.name, name) }) else {
            append(name, value)
            return
        }
        lines[first].value = value
        var index = lines.count - 1
        while index > first {
            if equalsIgnoringASCIICase(lines[index].name, name) { lines.remove(at: index) }
            index -= 1
        }
    }

    /// Adds a line behind the others, even if the name is there already.
    package mutating func append(_ name: String, _ value: String) {
        lines.append(Field(name: name, value: value))
    }

    /// Removes every line of a name.
    package mutating func remove(_ name: String) {
        lines.removeAll { equalsIgnoringASCIICase($0.name, name) }
    }

    /// True when a comma-separated list field holds a token, without regard to case (`Connection: close`).
    package func hasToken(_ token: String, in name: String) -> Bool {
        for line in lines where equalsIgnoringASCIICase(line.name, name) {
            for item in line.value.utf8.split(separator: UInt8(ascii: ",")) {
                var item = item
                while let first = item.first, isBlank(first) { item.removeFirst() }
                while let last = item.last, isBlank(last) { item.removeLast() }
                if equalsIgnoringASCIICase(item, token.utf8) { return true }
            }
        }
        return false
    }
}

/// True for the white space that may stand around field values and list items.
private func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

/// Compares two texts byte by byte, taking `A`–`Z` for `a`–`z`.
package func equalsIgnoringASCIICase(_ left: String, _ right: String) -> Bool {
    equalsIgnoringASCIICase(left.utf8, right.utf8)
}

/// Compares two runs of bytes, taking `A`–`Z` for `a`–`z`.
package func equalsIgnoringASCIICase(
    _ left: some Collection<UInt8>,
    _ right: some Collection<UInt8>
) -> Bool {
    guard left.count == right.count else { return false }
    var other = right.makeIterator()
    for byte in left {
        guard let against = other.next(), lowered(byte) == lowered(against) else { return false }
    }
    return true
}

@inline(__always)
private func lowered(_ byte: UInt8) -> UInt8 {
    byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
}
