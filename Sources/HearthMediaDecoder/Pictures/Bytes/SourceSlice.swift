/// A part of another source, such as the preview inside a RAW file.
final class SourceSlice: ByteSource {
    private let whole: any ByteSource
    private let start: Int64

    let size: Int64
    var descriptor: Int32? { nil }

    /// A slice; nil unless all of it lies within the source.
    init?(_ whole: any ByteSource, at start: Int64, count: Int64) {
        guard start >= 0, count > 0, start < whole.size, count <= whole.size - start else { return nil }
        self.whole = whole
        self.start = start
        size = count
    }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) -> Int {
        guard offset >= 0, offset < size else { return 0 }
        let count = Int(min(Int64(buffer.count), size - offset))
        return whole.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<count]), at: start + offset)
    }
}
