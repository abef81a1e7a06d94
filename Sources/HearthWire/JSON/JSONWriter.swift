/// Writes JSON into a byte buffer, front to back, without building a tree.
///
/// Commas are put in by the writer; that keys alternate with values is up to the caller.
public struct JSONWriter: Sendable {
    /// What was written so far: UTF-8.
    public private(set) var bytes: [UInt8] = []
    private var needsComma = false

    /// Starts empty.
    ///
    /// - Parameter capacity: bytes to reserve.
    public init(capacity: Int = 256) { bytes.reserveCapacity(capacity) }

    /// Opens an object.
    public mutating func beginObject() { open(UInt8(ascii: "{")) }

    /// Closes the object opened last.
    public mutating func endObject() { close(UInt8(ascii: "}")) }

    /// Opens an array.
    public mutating func beginArray() { open(UInt8(ascii: "[")) }

    /// Closes the array opened last.
    public mutating func endArray() { close(UInt8(ascii: "]")) }

    /// Begins a member; one value follows.
    ///
    /// - Parameter name: printable ASCII without quotes and backslashes.
    public mutating func key(_ name: StaticString) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        name.withUTF8Buffer { bytes.append(contentsOf: $0) }
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// Begins a member whose name is not known beforehand.
    public mutating func key(dynamic name: String) {
        string(name)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// Writes text.
    public mutating func string(_ text: String) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        var text = text
        text.withUTF8 { appendEscaped($0) }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Writes text given as bytes; what is not valid UTF-8 becomes U+FFFD.
    public mutating func string(utf8Bytes text: [UInt8]) {
        guard text.allSatisfy({ $0 < 0x80 }) else {
            string(String(decoding: text, as: UTF8.self))
            return
        }
        separate()
        bytes.append(UInt8(ascii: "\""))
        text.withUnsafeBufferPointer { appendEscaped($0) }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Writes a whole number.
    public mutating func int(_ number: Int64) {
        separate()
        guard number < 0 || number > 9 else {
            bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number))
            return
        }
        if number < 0 { bytes.append(UInt8(ascii: "-")) }
        let start = bytes.count
        var rest = number.magnitude
        while rest > 0 {
            bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
            rest /= 10
        }
        bytes[start...].reverse()
    }

    /// Writes a whole number.
    public mutating func int(_ number: Int) { int(Int64(number)) }

    /// Writes a number; what JSON cannot hold (infinities, not-a-number) becomes null.
    public mutating func double(_ number: Double) {
        separate()
        bytes.append(contentsOf: (number.isFinite ? String(number) : "null").utf8)
    }

    /// Writes `true` or `false`.
    public mutating func bool(_ flag: Bool) {
        separate()
        bytes.append(contentsOf: (flag ? "true" : "false").utf8)
    }

    /// Writes 1 or 0, as the contract has most of its flags.
    public mutating func flag(_ flag: Bool) { int(flag ? 1 : 0) }

    /// Writes `null`.
    public mutating func null() {
        separate()
        bytes.append(contentsOf: "null".utf8)
    }

    /// Writes one value that is JSON already.
    public mutating func raw(_ json: [UInt8]) {
        separate()
        bytes.append(contentsOf: json)
    }

    /// Writes one value.
    public mutating func value(_ value: some JSONWritable) { value.write(to: &self) }

    /// Writes an array, one element after the other.
    public mutating func array(_ elements: some Sequence<some JSONWritable>) {
        beginArray()
        for element in elements { element.write(to: &self) }
        endArray()
    }

    /// Puts the comma before a value that follows another one.
    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }

    private mutating func open(_ bracket: UInt8) {
        separate()
        bytes.append(bracket)
        needsComma = false
    }

    private mutating func close(_ bracket: UInt8) {
        bytes.append(bracket)
        needsComma = true
    }

    /// Copies the runs between characters that need escaping (RFC 8259, section 7).
    private mutating func appendEscaped(_ text: UnsafeBufferPointer<UInt8>) {
        var start = 0
        for index in text.indices {
            let byte = text[index]
            guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else { continue }
            bytes.append(contentsOf: text[start..<index])
            escape(byte)
            start = index + 1
        }
        bytes.append(contentsOf: text[start...])
    }

    private mutating func escape(_ byte: UInt8) {
        bytes.append(UInt8(ascii: "\\"))
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(byte)
        case 0x0A: bytes.append(UInt8(ascii: "n"))
        case 0x0D: bytes.append(UInt8(ascii: "r"))
        case 0x09: bytes.append(UInt8(ascii: "t"))
        default:
            let low = byte & 0xF
            bytes.append(contentsOf: "u00".utf8)
            bytes.append(UInt8(ascii: "0") + byte >> 4)
            bytes.append(low < 10 ? UInt8(ascii: "0") + low : UInt8(ascii: "a") + low - 10)
        }
    }
}
