import HearthMediaDecoder

/// A file in memory, which says how it was read.
final class MemorySource: ByteSource {
    let bytes: [UInt8]
    /// Bytes handed out in all.
    private(set) var handedOut: Int64 = 0
    /// From here on reading fails, as where the server cannot read the file any more.
    var failsFrom: Int64 = .max

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var size: Int64 { Int64(bytes.count) }
    var descriptor: Int32? { nil }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) -> Int {
        guard offset >= 0, offset + Int64(buffer.count) <= failsFrom else { return -1 }
        guard offset < size else { return 0 }
        let piece = bytes[Int(offset)...].prefix(buffer.count)
        buffer.copyBytes(from: piece)
        handedOut += Int64(piece.count)
        return piece.count
    }
}
