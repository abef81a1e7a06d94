extension [UInt8] {
    /// Appends an integer, lowest byte first.
    mutating func append(little value: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: value.littleEndian) { append(contentsOf: $0) }
    }
}
