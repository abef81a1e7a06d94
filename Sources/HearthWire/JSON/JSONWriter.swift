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
        literal(needsComma ? ",\"" : "\"")
        literal(name)
        literal("\":")
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
        literal("\"")
        escaped(text)
        literal("\"")
    }

    /// Writes text given as bytes; what is not valid UTF-8 becomes U+FFFD.
    public mutating func string(utf8Bytes text: [UInt8]) {
        separate()
        literal("\"")
        escaped(text)
        literal("\"")
    }

    /// Writes a whole number.
    public mutating func int(_ number: Int64) {
        separate()
        digits(number)
    }

    /// Writes a whole number.
    public mutating func int(_ number: Int) { int(Int64(number)) }

    /// Writes a number; what JSON cannot hold (infinities, not-a-number) becomes null.
    public mutating func double(_ number: Double) {
        separate()
        if number.isFinite { bytes.append(contentsOf: String(number).utf8) } else { literal("null") }
    }

    /// Writes `true` or `false`.
    public mutating func bool(_ flag: Bool) {
        separate()
        literal(flag ? "true" : "false")
    }

    /// Writes 1 or 0, as the contract has most of its flags.
    public mutating func flag(_ flag: Bool) { int(flag ? 1 : 0) }

    /// Writes `null`.
    public mutating func null() {
        separate()
        literal("null")
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

    /// Appends a piece of JSON as it is, commas included: for hot objects, with ``escaped(_:)`` and ``digits(_:)``.
    mutating func literal(_ text: StaticString) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Appends text between quotes that the caller writes.
    mutating func escaped(_ text: String) {
        var text = text
        text.withUTF8 { JSONEscaping.append($0, to: &bytes) }
    }

    /// Text given as bytes, without its quotes; what is not valid UTF-8 becomes U+FFFD.
    mutating func escaped(_ text: [UInt8]) {
        // Names are mostly ASCII, and decoding costs an allocation.
        if text.allSatisfy({ $0 < 0x80 }) {
            text.withUnsafeBufferPointer { JSONEscaping.append($0, to: &bytes) }
        } else {
            escaped(String(decoding: text, as: UTF8.self))
        }
    }

    /// A piece that was written before.
    mutating func written(_ piece: [UInt8]) { bytes.append(contentsOf: piece) }

    /// Appends the decimal digits of a number, and nothing else.
    mutating func digits(_ number: Int64) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { buffer in
            var index = 20
            var rest = number.magnitude
            repeat {
                index -= 1
                buffer[index] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
                rest /= 10
            } while rest > 0
            if number < 0 {
                index -= 1
                buffer[index] = UInt8(ascii: "-")
            }
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: buffer[index...]))
        }
    }

    /// Opens a hot object: what follows is written by ``literal(_:)`` and its like with its closing brace.
    mutating func beginHot(_ text: StaticString) {
        separate()
        literal(text)
    }
}
