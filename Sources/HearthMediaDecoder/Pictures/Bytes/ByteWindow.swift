/// Reads bytes and numbers of a file at any offset; what lies outside the file is nil.
///
/// Keeps the piece it read last, so that parsers may ask for single numbers.
final class ByteWindow {
    /// Bytes read at once.
    static let pieceSize = 64 << 10

    private let source: any ByteSource
    private var piece: [UInt8] = []
    private var pieceStart: Int64 = 0

    init(_ source: any ByteSource) { self.source = source }

    /// Bytes of the file.
    var size: Int64 { source.size }

    /// Exactly so many bytes, at most 64 MiB; nil unless all of them are there.
    func bytes(at offset: Int64, count: Int) -> [UInt8]? {
        guard offset >= 0, count >= 0, count <= 64 << 20, offset <= size, Int64(count) <= size - offset else {
            return nil
        }
        if !holds(offset, count) {
            if count > Self.pieceSize {
                let read = [UInt8](readingFrom: source, at: offset, count: count)
                return read.count == count ? read : nil
            }
            piece = [UInt8](readingFrom: source, at: offset, count: Self.pieceSize)
            pieceStart = offset
            guard holds(offset, count) else { return nil }
        }
        let first = Int(offset - pieceStart)
        return Array(piece[first..<first + count])
    }

    /// At most so many bytes; fewer where the file ends.
    func prefix(at offset: Int64, count: Int) -> [UInt8] {
        guard offset >= 0, offset < size else { return [] }
        return bytes(at: offset, count: Int(min(Int64(count), size - offset))) ?? []
    }

    /// A number of 1 to 4 bytes.
    func number(at offset: Int64, bytes count: Int, isBigEndian: Bool) -> Int? {
        guard (1...4).contains(count), offset >= 0, offset <= size else { return nil }
        if !holds(offset, count) {
            piece = [UInt8](readingFrom: source, at: offset, count: Self.pieceSize)
            pieceStart = offset
            guard holds(offset, count) else { return nil }
        }
        let first = Int(offset - pieceStart)
        var value = 0
        for index in 0..<count {
            value = value << 8 | Int(piece[first + (isBigEndian ? index : count - 1 - index)])
        }
        return value
    }

    /// An unsigned number of 2 bytes.
    func u16(_ offset: Int64, isBigEndian: Bool = false) -> Int? {
        number(at: offset, bytes: 2, isBigEndian: isBigEndian)
    }

    /// An unsigned number of 4 bytes.
    func u32(_ offset: Int64, isBigEndian: Bool = false) -> Int? {
        number(at: offset, bytes: 4, isBigEndian: isBigEndian)
    }

    private func holds(_ offset: Int64, _ count: Int) -> Bool {
        offset >= pieceStart && offset - pieceStart <= Int64(piece.count)
            && count <= piece.count - Int(offset - pieceStart)
    }
}

extension [UInt8] {
    /// Reads from a source; fewer bytes than asked for where it ends or fails.
    init(readingFrom source: any ByteSource, at offset: Int64, count: Int) {
        let wanted = Swift.max(0, Int(Swift.min(Int64(count), source.size - offset)))
        self.init(unsafeUninitializedCapacity: wanted) { buffer, filled in
            filled = Swift.max(0, source.read(into: UnsafeMutableRawBufferPointer(buffer), at: offset))
        }
    }
}
