/// What a WebP file holds beside its pixels: RIFF chunks of four letters, a length and content padded to an even length
/// (RFC 9649, 2.3).
enum WebPMetadata {
    private static let header = 12
    private static let chunkHeader = 8
    /// What says nothing of pixels, and its bit in the flags of `VP8X`.
    private static let metadata: [(name: [UInt8], flag: UInt8)] = [
        (Array("ICCP".utf8), 0x20), (Array("EXIF".utf8), 0x08), (Array("XMP ".utf8), 0x04),
    ]

    /// The same file without profile, EXIF and XMP: libvips 8.14 writes EXIF whatever it is told, with the place where
    /// a photo was taken.
    ///
    /// - Returns: nil where the bytes are no such file.
    static func removed(from file: [UInt8]) -> [UInt8]? {
        guard file.count > header, file.starts(with: Array("RIFF".utf8)),
            file[8..<header].elementsEqual("WEBP".utf8)
        else { return nil }
        var kept = Array(file[..<header])
        kept.reserveCapacity(file.count)
        var position = header
        while position < file.count {
            guard file.count - position >= chunkHeader else { return nil }
            let name = Array(file[position..<position + 4])
            let length = (0..<4).reduce(0) { $0 | Int(file[position + 4 + $1]) << (8 * $1) }
            let end = position + chunkHeader + length + length % 2
            guard end <= file.count else { return nil }
            if !metadata.contains(where: { $0.name == name }) {
                let start = kept.count
                kept += file[position..<end]
                if name.elementsEqual("VP8X".utf8), length > 0 {
                    kept[start + chunkHeader] &= ~metadata.reduce(0) { $0 | $1.flag }
                }
            }
            position = end
        }
        let size = UInt32(kept.count - 8)
        for index in 0..<4 { kept[4 + index] = UInt8(truncatingIfNeeded: size >> (8 * UInt32(index))) }
        return kept
    }
}
