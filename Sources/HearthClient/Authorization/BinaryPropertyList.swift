/// A value of a property list; the kinds that a keyed archive of a text is made of.
enum PropertyListValue: Sendable, Hashable {
    case bool(Bool)
    case int(Int)
    case string(String)
    case data([UInt8])
    /// A number of an object in a keyed archive.
    case reference(Int)
    case array([PropertyListValue])
    case dictionary([String: PropertyListValue])
    /// Of a kind that is not needed.
    case other
}

/// The binary form of property lists, version 00 (Apple, CFBinaryPList.c: "Binary property list format").
///
/// A header, objects, a table of their offsets, and a trailer of 32 bytes that says where the table is. All numbers are
/// big-endian.
enum BinaryPropertyList {
    static let magic = Array("bplist00".utf8)

    /// Reads a list; nil for what is none, for lists of more than 1 MiB and for those nested more than 16 deep.
    static func parse(_ bytes: [UInt8]) -> PropertyListValue? {
        guard bytes.starts(with: magic), bytes.count >= 40, bytes.count <= 1 << 20 else { return nil }
        return Reader(bytes)?.root()
    }

    /// Writes a list.
    static func write(_ value: PropertyListValue) -> [UInt8] {
        var writer = Writer()
        return writer.document(value)
    }

    private struct Reader {
        private let bytes: [UInt8]
        private let offsetSize: Int
        private let referenceSize: Int
        private let count: Int
        private let top: Int
        private let table: Int
        /// How many objects may still be read: references could make a small list large.
        private var budget = 10_000

        init?(_ bytes: [UInt8]) {
            self.bytes = bytes
            let trailer = bytes.count - 32
            offsetSize = Int(bytes[trailer + 6])
            referenceSize = Int(bytes[trailer + 7])
            guard (1...8).contains(offsetSize), (1...8).contains(referenceSize),
                let count = Self.number(bytes, trailer + 8, 8), let top = Self.number(bytes, trailer + 16, 8),
                let table = Self.number(bytes, trailer + 24, 8), table >= 8, table <= trailer,
                count <= (trailer - table) / offsetSize, top < count
            else { return nil }
            (self.count, self.top, self.table) = (count, top, table)
        }

        func root() -> PropertyListValue? {
            var reader = self
            return reader.object(top, depth: 0)
        }

        private mutating func object(_ number: Int, depth: Int) -> PropertyListValue? {
            budget -= 1
            guard number < count, depth <= 16, budget > 0,
                let place = Self.number(bytes, table + number * offsetSize, offsetSize), place >= 8,
                place < table
            else { return nil }
            let (kind, low) = (bytes[place] >> 4, Int(bytes[place] & 0xF))
            switch kind {
            case 0x0: return low == 8 ? .bool(false) : low == 9 ? .bool(true) : .other
            case 0x1: return low <= 3 ? Self.number(bytes, place + 1, 1 << low).map { .int($0) } : .other
            case 0x8: return Self.number(bytes, place + 1, low + 1).map { .reference($0) }
            case 0x4, 0x5, 0x6, 0xA, 0xD: break
            default: return .other
            }
            guard let (length, start) = length(place, low) else { return nil }
            switch kind {
            case 0x4: return slice(start, length).map { .data(Array($0)) }
            case 0x5:
                return slice(start, length).flatMap { String(validating: $0, as: UTF8.self) }.map {
                    .string($0)
                }
            case 0x6:
                guard let units = slice(start, length * 2) else { return nil }
                let text = stride(from: units.startIndex, to: units.endIndex, by: 2).map {
                    UInt16(units[$0]) << 8 | UInt16(units[$0 + 1])
                }
                return String(validating: text, as: UTF16.self).map { .string($0) }
            case 0xA: return list(start, length, depth).map { .array($0) }
            default:
                guard let names = list(start, length, depth),
                    let values = list(start + length * referenceSize, length, depth)
                else { return nil }
                var members: [String: PropertyListValue] = [:]
                for (name, value) in zip(names, values) {
                    guard case .string(let text) = name else { return nil }
                    members[text] = value
                }
                return .dictionary(members)
            }
        }

        private mutating func list(_ start: Int, _ length: Int, _ depth: Int) -> [PropertyListValue]? {
            var values: [PropertyListValue] = []
            for index in 0..<length {
                guard let number = Self.number(bytes, start + index * referenceSize, referenceSize),
                    let value = object(number, depth: depth + 1)
                else { return nil }
                values.append(value)
            }
            return values
        }

        /// The length in an object's first byte, or in the number behind it, and where its content begins.
        private func length(_ place: Int, _ low: Int) -> (length: Int, start: Int)? {
            guard low == 0xF else { return (low, place + 1) }
            guard place + 1 < table, bytes[place + 1] >> 4 == 1 else { return nil }
            let size = 1 << Int(bytes[place + 1] & 0xF)
            guard size <= 8, let length = Self.number(bytes, place + 2, size), length <= bytes.count else {
                return nil
            }
            return (length, place + 2 + size)
        }

        private func slice(_ start: Int, _ length: Int) -> ArraySlice<UInt8>? {
            start + length <= table ? bytes[start..<start + length] : nil
        }

        private static func number(_ bytes: [UInt8], _ start: Int, _ size: Int) -> Int? {
            guard start >= 0, size >= 1, size <= 16, start <= bytes.count - size else { return nil }
            var value: UInt64 = 0
            for byte in bytes[start..<start + size] {
                guard value >> 56 == 0 else { return nil }
                value = value << 8 | UInt64(byte)
            }
            return Int(exactly: value)
        }
    }

    private struct Writer {
        private var objects: [[UInt8]] = []

        mutating func document(_ value: PropertyListValue) -> [UInt8] {
            let top = add(value)
            var bytes = magic
            var offsets: [UInt8] = []
            for object in objects {
                offsets += Self.bigEndian(bytes.count, 4)
                bytes += object
            }
            let table = bytes.count
            bytes += offsets + [0, 0, 0, 0, 0, 0, 4, 2]
            return bytes + Self.bigEndian(objects.count, 8) + Self.bigEndian(top, 8)
                + Self.bigEndian(table, 8)
        }

        /// Adds a value and what it holds; gives its number.
        private mutating func add(_ value: PropertyListValue) -> Int {
            let number = objects.count
            objects.append([])
            objects[number] = encoded(value)
            return number
        }

        private mutating func encoded(_ value: PropertyListValue) -> [UInt8] {
            switch value {
            case .bool(let flag): return [flag ? 0x09 : 0x08]
            case .int(let number): return [0x13] + Self.bigEndian(number, 8)
            case .reference(let number): return [0x83] + Self.bigEndian(number, 4)
            case .data(let bytes): return Self.head(0x40, bytes.count) + bytes
            case .string(let text) where text.utf8.allSatisfy({ $0 < 0x80 }):
                return Self.head(0x50, text.utf8.count) + Array(text.utf8)
            case .string(let text):
                let units = Array(text.utf16)
                return Self.head(0x60, units.count) + units.flatMap { Self.bigEndian(Int($0), 2) }
            case .array(let values):
                let numbers = values.map { add($0) }
                return Self.head(0xA0, values.count) + numbers.flatMap { Self.bigEndian($0, 2) }
            case .dictionary(let members):
                let sorted = members.sorted { $0.key < $1.key }
                let names = sorted.map { add(.string($0.key)) }
                let values = sorted.map { add($0.value) }
                return Self.head(0xD0, sorted.count) + (names + values).flatMap { Self.bigEndian($0, 2) }
            case .other: return [0x00]
            }
        }

        private static func head(_ kind: UInt8, _ count: Int) -> [UInt8] {
            count < 15 ? [kind | UInt8(count)] : [kind | 0xF, 0x12] + bigEndian(count, 4)
        }

        private static func bigEndian(_ number: Int, _ size: Int) -> [UInt8] {
            (0..<size).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
        }
    }
}
