extension MediaFacts {
    private enum Field {
        static let width: UInt8 = 1
        static let height: UInt8 = 2
        static let duration: UInt8 = 4
        static let taken: UInt8 = 8
        static let frames: UInt8 = 16
        static let excerpt: UInt8 = 32
    }

    /// Pixels and frames above this are not believed.
    private static let counts = 1...100_000_000
    /// Seconds above this (30 years) are not believed.
    private static let seconds = 0.0...1e9
    private static let excerptBytes = 512
    private static let excerptLines = 8

    /// What is sent: kind (1), which fields there are (1), then those: width (4), height (4), duration (8, IEEE 754),
    /// taken (length 1 and bytes), frames (4), excerpt (length 2 and bytes).
    ///
    /// Fields that break a rule of ``decoded(_:)`` are left out.
    package var encoded: [UInt8] {
        let facts = bounded
        var fields: UInt8 = 0
        var bytes: [UInt8] = []
        if let width = facts.width {
            fields |= Field.width
            bytes.append(number: UInt32(width))
        }
        if let height = facts.height {
            fields |= Field.height
            bytes.append(number: UInt32(height))
        }
        if let duration = facts.duration {
            fields |= Field.duration
            bytes.append(number: duration.bitPattern)
        }
        if let taken = facts.taken {
            fields |= Field.taken
            bytes.append(UInt8(taken.utf8.count))
            bytes += taken.utf8
        }
        if let frames = facts.frames {
            fields |= Field.frames
            bytes.append(number: UInt32(frames))
        }
        if let excerpt = facts.excerpt {
            fields |= Field.excerpt
            bytes.append(number: UInt16(excerpt.utf8.count))
            bytes += excerpt.utf8
        }
        return [facts.kind.rawValue, fields] + bytes
    }

    /// Facts as they were sent.
    ///
    /// - Parameter bytes: the payload of ``MediaFrame/facts``; whoever sent it may be evil.
    /// - Returns: nil where a field breaks its rule: numbers out of bounds, a date that is none, an excerpt with control
    ///   characters (but line feed and tab), too long or in too many lines, or with bytes that are not UTF-8.
    package static func decoded(_ bytes: [UInt8]) -> MediaFacts? {
        var reader = ByteReader(bytes)
        guard let kind = reader.next().flatMap(MediaKind.init(rawValue:)),
            let fields = reader.next(UInt8.self),
            fields < Field.excerpt << 1
        else { return nil }
        var facts = MediaFacts(kind: kind)
        if fields & Field.width != 0 {
            guard let width = reader.next(UInt32.self) else { return nil }
            facts.width = Int(width)
        }
        if fields & Field.height != 0 {
            guard let height = reader.next(UInt32.self) else { return nil }
            facts.height = Int(height)
        }
        if fields & Field.duration != 0 {
            guard let bits = reader.next(UInt64.self) else { return nil }
            facts.duration = Double(bitPattern: bits)
        }
        if fields & Field.taken != 0 {
            guard let taken = text(of: reader.next(UInt8.self).map(Int.init), in: &reader) else { return nil }
            facts.taken = taken
        }
        if fields & Field.frames != 0 {
            guard let frames = reader.next(UInt32.self) else { return nil }
            facts.frames = Int(frames)
        }
        if fields & Field.excerpt != 0 {
            guard let excerpt = text(of: reader.next(UInt16.self).map(Int.init), in: &reader) else {
                return nil
            }
            facts.excerpt = excerpt
        }
        return reader.isAtEnd && facts.bounded == facts ? facts : nil
    }

    private static func text(of count: Int?, in reader: inout ByteReader) -> String? {
        guard let count, let bytes = reader.next(bytes: count) else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }

    /// The same without the fields that break a rule.
    package var bounded: MediaFacts {
        var facts = self
        if let width, !Self.counts.contains(width) { facts.width = nil }
        if let height, !Self.counts.contains(height) { facts.height = nil }
        if let frames, !Self.counts.contains(frames) { facts.frames = nil }
        if let duration, !Self.seconds.contains(duration) { facts.duration = nil }
        if let taken, !Self.isDate(Array(taken.utf8)) { facts.taken = nil }
        if let excerpt, !Self.isExcerpt(excerpt) { facts.excerpt = nil }
        return facts
    }

    /// True for `YYYY-MM-DDThh:mm:ss`, with up to nine digits of a fraction and an offset or none (RFC 3339, 5.6).
    private static func isDate(_ text: [UInt8]) -> Bool {
        let pattern = Array("dddd-dd-ddTdd:dd:dd".utf8)
        guard text.count >= pattern.count, zip(text, pattern).allSatisfy({ matches($0, $1) }) else {
            return false
        }
        func number(at start: Int) -> Int { Int(text[start] - 48) * 10 + Int(text[start + 1] - 48) }
        guard 1...12 ~= number(at: 5), 1...31 ~= number(at: 8), number(at: 11) <= 23, number(at: 14) <= 59,
            number(at: 17) <= 60
        else { return false }
        var rest = text[pattern.count...]
        if rest.first == UInt8(ascii: ".") {
            let digits = rest.dropFirst().prefix { isDigit($0) }
            guard 1...9 ~= digits.count else { return false }
            rest = rest.dropFirst(digits.count + 1)
        }
        if rest.isEmpty || rest.elementsEqual("Z".utf8) { return true }
        guard let sign = rest.popFirst(), sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else {
            return false
        }
        let offset = Array("dd:dd".utf8)
        return rest.count == offset.count && zip(rest, offset).allSatisfy { matches($0, $1) }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }

    /// Compares with a pattern in which a `d` stands for any digit.
    private static func matches(_ byte: UInt8, _ pattern: UInt8) -> Bool {
        pattern == UInt8(ascii: "d") ? isDigit(byte) : byte == pattern
    }

    private static func isExcerpt(_ text: String) -> Bool {
        var lines = 1
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n": lines += 1
            case "\t": break
            default: if scalar.properties.generalCategory == .control { return false }
            }
        }
        return text.utf8.count <= excerptBytes
            && (lines <= excerptLines || lines == excerptLines + 1 && text.hasSuffix("\n"))
    }
}
