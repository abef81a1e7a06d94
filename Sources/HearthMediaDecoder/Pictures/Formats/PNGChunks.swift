/// The chunks of a PNG file (ISO 15948, 5.3).
enum PNGChunks {
    /// What pixels and their colours need.
    ///
    /// Everything else is left out: texts may be packed a thousandfold, and the library would unpack them before the
    /// first pixel.
    private static let kept: Set<Int> = [
        0x4948_4452, 0x504c_5445, 0x4944_4154, 0x4945_4e44,  // IHDR PLTE IDAT IEND
        // tRNS gAMA cHRM sRGB iCCP sBIT
        0x7452_4e53, 0x6741_4d41, 0x6348_524d, 0x7352_4742, 0x6943_4350, 0x7342_4954,
    ]
    private static let exifName = 0x6558_4966
    private static let pixelsName = 0x4944_4154
    /// Chunks that hold no pixels are small.
    private static let smallCount = 4 << 20

    /// The EXIF block, if there is one before the pixels.
    static func exif(_ window: ByteWindow) -> [UInt8]? {
        var offset: Int64 = 8
        for _ in 0..<1024 {
            guard let count = window.u32(offset, isBigEndian: true),
                let name = window.u32(offset + 4, isBigEndian: true), name != pixelsName
            else { return nil }
            if name == exifName { return count <= 1 << 20 ? window.bytes(at: offset + 8, count: count) : nil }
            offset += 12 + Int64(count)
        }
        return nil
    }

    /// The file with its pixels alone; nil when it is so already.
    static func withoutText(_ source: any ByteSource) -> (any ByteSource)? {
        let window = ByteWindow(source)
        var parts: [Range<Int64>] = []
        func keep(_ range: Range<Int64>) {
            if let last = parts.last, last.upperBound == range.lowerBound {
                parts[parts.count - 1] = last.lowerBound..<range.upperBound
            } else {
                parts.append(range)
            }
        }
        keep(0..<min(8, source.size))
        var offset: Int64 = 8
        // Pixels in more pieces than this come from nobody's camera; what follows is taken for the file's end.
        while parts.count < 4096, let count = window.u32(offset, isBigEndian: true),
            let name = window.u32(offset + 4, isBigEndian: true)
        {
            let end = min(source.size, offset + 12 + Int64(count))
            if kept.contains(name), name == pixelsName || count <= smallCount { keep(offset..<end) }
            offset = end
        }
        return parts == [0..<source.size] ? nil : SourceParts(source, parts)
    }
}
