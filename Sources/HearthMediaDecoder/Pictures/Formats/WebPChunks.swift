/// The chunks of a WebP file (RFC 9649, 2.3).
enum WebPChunks {
    /// How many frames of an animation there are; nil when there are more than so many.
    static func frames(_ window: ByteWindow, atMost most: Int) -> Int? {
        var frames = 0
        var offset: Int64 = 12
        while let name = window.u32(offset, isBigEndian: true), let count = window.u32(offset + 4) {
            // ANMF
            if name == 0x414e_4d46 {
                frames += 1
                if frames > most { return nil }
            }
            offset += 8 + Int64(count) + Int64(count & 1)
        }
        return frames
    }
}
