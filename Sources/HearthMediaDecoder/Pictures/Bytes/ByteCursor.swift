/// Reads a file byte by byte from a place on.
struct ByteCursor {
    private let window: ByteWindow
    private var offset: Int64
    private var piece: ArraySlice<UInt8> = []

    init(_ window: ByteWindow, at offset: Int64) {
        self.window = window
        self.offset = offset
    }

    /// The next byte; nil at the file's end.
    mutating func next() -> UInt8? {
        if let byte = piece.popFirst() { return byte }
        piece = window.prefix(at: offset, count: 16 << 10)[...]
        offset += Int64(piece.count)
        return piece.popFirst()
    }

    /// The next bytes; nil unless all of them are there.
    mutating func next(_ count: Int) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        while bytes.count < count {
            guard let byte = next() else { return nil }
            bytes.append(byte)
        }
        return bytes
    }
}
