import CAVFormat

/// A file that libavformat writes into memory.
final class MemoryFile {
    private(set) var bytes: [UInt8] = []
    private var position = 0
    private var context: UnsafeMutablePointer<AVIOContext>?

    /// What libavformat writes to, while this lives.
    var output: UnsafeMutablePointer<AVIOContext>? {
        if let context { return context }
        let size = 4096
        context = avio_alloc_context(
            av_malloc(size)?.assumingMemoryBound(to: UInt8.self),
            Int32(size),
            1,
            Unmanaged.passUnretained(self).toOpaque(),
            nil,
            { opaque, piece, count in
                guard let opaque else { return -1 }
                Unmanaged<MemoryFile>.fromOpaque(opaque).takeUnretainedValue()
                    .write(UnsafeBufferPointer(start: piece, count: Int(count)))
                return count
            },
            { opaque, offset, whence in
                guard let opaque else { return -1 }
                return Unmanaged<MemoryFile>.fromOpaque(opaque).takeUnretainedValue().seek(offset, whence)
            }
        )
        return context
    }

    deinit {
        if let context { av_freep(&context.pointee.buffer) }
        avio_context_free(&context)
    }

    private func write(_ piece: UnsafeBufferPointer<UInt8>) {
        let end = position + piece.count
        if end > bytes.count { bytes.append(contentsOf: repeatElement(0, count: end - bytes.count)) }
        bytes.replaceSubrange(position..<end, with: piece)
        position = end
    }

    private func seek(_ offset: Int64, _ whence: Int32) -> Int64 {
        switch whence & ~AVSEEK_FORCE {
        case AVSEEK_SIZE: return Int64(bytes.count)
        case 0: position = Int(offset)
        case 1: position += Int(offset)
        default: position = bytes.count + Int(offset)
        }
        return Int64(position)
    }
}
