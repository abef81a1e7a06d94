/// The size of a JPEG picture inside another file, found by its markers (ISO 10918-1, annex B).
enum JPEGFrame {
    /// A picture; nil when there is none at that place, or one of a kind that only RAW decoders know, such as
    /// lossless ones.
    static func size(_ window: ByteWindow, at start: Int64) -> (width: Int, height: Int)? {
        guard window.u16(start, isBigEndian: true) == 0xffd8 else { return nil }
        var offset = start + 2
        for _ in 0..<256 {
            guard let marker = window.u16(offset, isBigEndian: true), marker >= 0xff01 else { return nil }
            // Fill bytes.
            if marker == 0xffff {
                offset += 1
                continue
            }
            guard let length = window.u16(offset + 2, isBigEndian: true), length >= 2 else { return nil }
            switch marker {
            case 0xffc0, 0xffc1, 0xffc2:
                guard window.number(at: offset + 4, bytes: 1, isBigEndian: true) == 8,
                    let height = window.u16(offset + 5, isBigEndian: true),
                    let width = window.u16(offset + 7, isBigEndian: true), width > 0, height > 0
                else { return nil }
                return (width, height)
            case 0xffc3, 0xffc5...0xffc7, 0xffc9...0xffcb, 0xffcd...0xffcf, 0xffd8...0xffda: return nil
            default: offset += 2 + Int64(length)
            }
        }
        return nil
    }
}
