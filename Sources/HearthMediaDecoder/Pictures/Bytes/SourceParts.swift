/// Parts of another source, one after the other as if nothing had been between them.
final class SourceParts: ByteSource {
    private let whole: any ByteSource
    /// Where each part lies, and where it begins here.
    private let parts: [(range: Range<Int64>, start: Int64)]

    let size: Int64
    var descriptor: Int32? { nil }

    init(_ whole: any ByteSource, _ ranges: [Range<Int64>]) {
        self.whole = whole
        var start: Int64 = 0
        parts = ranges.map { range in
            defer { start += Int64(range.count) }
            return (range, start)
        }
        size = start
    }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) -> Int {
        var done = 0
        // The last part that begins at the offset or before it.
        var index = parts.partitioningIndex { $0.start > offset } - 1
        while done < buffer.count, index >= 0, index < parts.count {
            let part = parts[index]
            let within = offset + Int64(done) - part.start
            let count = Int(min(Int64(buffer.count - done), Int64(part.range.count) - within))
            guard count > 0 else { break }
            let read = whole.read(
                into: UnsafeMutableRawBufferPointer(rebasing: buffer[done..<done + count]),
                at: part.range.lowerBound + within
            )
            guard read >= 0 else { return -1 }
            done += read
            guard read == count else { break }
            index += 1
        }
        return done
    }
}

extension Array {
    /// The first index whose element, and all after it, fulfil a condition.
    fileprivate func partitioningIndex(_ isAfter: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isAfter(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
