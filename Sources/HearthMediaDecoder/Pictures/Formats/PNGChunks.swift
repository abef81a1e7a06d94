/// The chunks of a PNG file (ISO 15948, 5.3), as far as the library does not read them.
enum PNGChunks {
    /// The EXIF block, if there is one before the pixels.
    static func exif(_ window: ByteWindow) -> [UInt8]? {
        var offset: Int64 = 8
        for _ in 0..<64 {
            guard let count = window.u32(offset, isBigEndian: true),
                let name = window.u32(offset + 4, isBigEndian: true)
            else { return nil }
            // eXIf
            if name == 0x6558_4966 { return count <= 1 << 20 ? window.bytes(at: offset + 8, count: count) : nil }
            // IDAT
            if name == 0x4944_4154 { return nil }
            offset += 12 + Int64(count)
        }
        return nil
    }
}
