/// Something that writes itself as one JSON value, fast.
public protocol JSONWritable {
    /// Appends exactly one value.
    func write(to writer: inout JSONWriter)
}

extension JSONWritable {
    /// The value as UTF-8 bytes.
    public var jsonBytes: [UInt8] {
        var writer = JSONWriter()
        write(to: &writer)
        return writer.bytes
    }
}

extension String: JSONWritable {
    /// Appends the text, quoted.
    public func write(to writer: inout JSONWriter) { writer.string(self) }
}

extension Int: JSONWritable {
    /// Appends the digits.
    public func write(to writer: inout JSONWriter) { writer.int(self) }
}
