import HearthMedia

/// Windows' icons and cursors: the largest picture of one.
enum IconFile {
    /// What the largest picture is.
    enum Content {
        case file(FilePicture)
        case pixels(PixelBuffer)
    }

    /// Finds it.
    ///
    /// - Throws: `.damaged`.
    static func content(_ source: any ByteSource) throws(DecodeError) -> Content {
        let window = ByteWindow(source)
        var best: (score: Int, offset: Int64, count: Int64)?
        for index in 0..<min(window.u16(4) ?? 0, 256) {
            let entry = Int64(6 + index * 16)
            guard let width = window.number(at: entry, bytes: 1, isBigEndian: false),
                let height = window.number(at: entry + 1, bytes: 1, isBigEndian: false),
                let depth = window.u16(entry + 6), let count = window.u32(entry + 8),
                let offset = window.u32(entry + 12)
            else { break }
            let pixels = (width == 0 ? 256 : width) * (height == 0 ? 256 : height)
            let score = pixels * 64 + min(depth, 32)
            if score > best?.score ?? 0, Int64(offset) < source.size {
                best = (score, Int64(offset), Int64(count))
            }
        }
        guard let best,
            let slice = SourceSlice(
                source,
                at: best.offset,
                count: min(best.count, source.size - best.offset)
            )
        else { throw DecodeError(.damaged, "icon without a picture") }
        let inner = ByteWindow(slice)
        if inner.u32(0, isBigEndian: true) == 0x8950_4e47 {
            return .file(FilePicture(source: slice, format: .png))
        }
        return .pixels(try BitmapFile(inner, header: 0, isIcon: true).decode())
    }
}
