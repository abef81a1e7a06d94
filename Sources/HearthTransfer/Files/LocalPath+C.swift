extension LocalPath {
    /// Hands over the path as C wants it; what lies behind a zero byte is cut off, as it is everywhere in C.
    func withCString<T>(_ body: (UnsafePointer<CChar>) throws -> T) rethrows -> T {
        var bytes = bytes.map { CChar(bitPattern: $0) }
        bytes.append(0)
        return try bytes.withUnsafeBufferPointer { buffer in
            // Never empty: there is at least the zero.
            guard let start = buffer.baseAddress else { return try "".withCString(body) }
            return try body(start)
        }
    }
}
