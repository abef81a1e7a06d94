import HearthMedia

/// Windows' bitmaps: the file BMP, and the ones without its first 14 bytes that icons hold ("BITMAPINFOHEADER").
struct BitmapFile {
    private let window: ByteWindow
    private let header: Int64
    private let isIcon: Bool
    private var width = 0
    private var height = 0
    private var isTopDown = false
    private var depth = 0
    private var compression = 0
    private var palette: [[UInt8]] = []
    private var masks: [UInt32] = []
    private var pixels: Int64 = 0

    /// Reads the header.
    ///
    /// - Parameters:
    ///   - window: the file.
    ///   - header: where it lies; 14 in a file of its own.
    ///   - isIcon: whether it lies in an icon, where a mask follows the pixels.
    /// - Throws: `.damaged`.
    init(_ window: ByteWindow, header: Int64 = 14, isIcon: Bool = false) throws(DecodeError) {
        (self.window, self.header, self.isIcon) = (window, header, isIcon)
        guard let size = window.u32(header) else { throw DecodeError(.damaged, "bitmap without a header") }
        if size == 12 {
            try readCore()
        } else if size >= 16, size <= 1024 {
            try readInfo(size)
        } else {
            throw DecodeError(.damaged, "bitmap header of \(size) bytes")
        }
        if isIcon { height /= 2 }
        if !isIcon, let offset = window.u32(10), offset >= 26 { pixels = Int64(offset) }
    }

    private mutating func readCore() throws(DecodeError) {
        guard let width = window.u16(header + 4), let height = window.u16(header + 6),
            let depth = window.u16(header + 10)
        else { throw DecodeError(.damaged, "bitmap header") }
        (self.width, self.height, self.depth) = (width, height, depth)
        readPalette(at: header + 12, colours: depth <= 8 ? 1 << depth : 0, entry: 3)
    }

    private mutating func readInfo(_ size: Int) throws(DecodeError) {
        guard let width = window.u32(header + 4), let height = window.u32(header + 8),
            let depth = window.u16(header + 14)
        else { throw DecodeError(.damaged, "bitmap header") }
        let signed = Int(Int32(truncatingIfNeeded: height))
        self.width = width
        self.height = abs(signed)
        isTopDown = signed < 0
        self.depth = depth
        compression = size >= 20 ? window.u32(header + 16) ?? 0 : 0
        var after = header + Int64(size)
        if compression == 3 || compression == 6 {
            let count = compression == 6 || size >= 56 ? 4 : 3
            masks = (0..<count).map { UInt32(window.u32(header + 40 + Int64($0 * 4)) ?? 0) }
            if size == 40 { after += Int64(count * 4) }
        }
        let used = size >= 36 ? window.u32(header + 32) ?? 0 : 0
        let colours = depth <= 8 ? (used == 0 ? 1 << depth : min(used, 256)) : 0
        readPalette(at: after, colours: colours, entry: 4)
        if depth > 8 { pixels += Int64(min(used, 256) * 4) }
    }

    private mutating func readPalette(at offset: Int64, colours: Int, entry: Int) {
        let bytes = window.prefix(at: offset, count: colours * entry)
        palette = (0..<bytes.count / entry).map { Array(bytes[$0 * entry..<$0 * entry + 3].reversed()) }
        pixels = offset + Int64(colours * entry)
    }

    /// A JPEG or PNG file in a bitmap's clothes (compressions 4 and 5).
    func embedded(in source: any ByteSource) -> FilePicture? {
        guard compression == 4 || compression == 5,
            let slice = SourceSlice(source, at: pixels, count: source.size - pixels)
        else { return nil }
        return FilePicture(source: slice, format: compression == 4 ? .jpeg : .png)
    }

    /// Decodes the pixels; rows that the file lost stay white.
    ///
    /// - Throws: `.damaged` where there is not even the first row.
    func decode() throws(DecodeError) -> PixelBuffer {
        guard [1, 2, 4, 8, 16, 24, 32].contains(depth) else {
            throw DecodeError(.damaged, "\(depth) bits a pixel")
        }
        switch compression {
        case 0, 3, 6: return try decodeRows()
        case 1 where depth == 8, 2 where depth == 4: return try decodeRuns()
        default: throw DecodeError(.damaged, "bitmap compression \(compression)")
        }
    }

    private func decodeRows() throws(DecodeError) -> PixelBuffer {
        let hasAlpha = isIcon || (masks.count == 4 && masks[3] != 0)
        var buffer = try PixelBuffer(width, height, bands: hasAlpha ? 4 : 3)
        let stride = (width * depth + 31) / 32 * 4
        let fields = fields
        var rows = 0
        for y in 0..<buffer.height {
            let full = y * buffer.step
            let row = isTopDown ? full : height - 1 - full
            guard let bytes = window.bytes(at: pixels + Int64(row) * Int64(stride), count: stride) else {
                continue
            }
            rows += 1
            for x in 0..<buffer.width { write(x, y, x * buffer.step, bytes, fields, &buffer) }
        }
        guard rows > 0 else { throw DecodeError(.damaged, "bitmap without pixels") }
        if hasAlpha { settleAlpha(&buffer, stride) }
        return buffer
    }

    private func write(
        _ x: Int,
        _ y: Int,
        _ column: Int,
        _ row: [UInt8],
        _ fields: [Field],
        _ buffer: inout PixelBuffer
    ) {
        switch depth {
        case 24: buffer.set(x, y, row[column * 3 + 2], row[column * 3 + 1], row[column * 3])
        case 16, 32:
            let at = column * depth / 8
            var value = UInt32(row[at]) | UInt32(row[at + 1]) << 8
            if depth == 32 { value |= UInt32(row[at + 2]) << 16 | UInt32(row[at + 3]) << 24 }
            let alpha = fields.count > 3 ? fields[3].value(value) : 255
            buffer.set(x, y, fields[0].value(value), fields[1].value(value), fields[2].value(value), alpha)
        default:
            let bit = column * depth
            let shift = 8 - depth - bit % 8
            set(Int(row[bit / 8]) >> shift & (1 << depth - 1), x, y, &buffer)
        }
    }

    private func set(_ colour: Int, _ x: Int, _ y: Int, _ buffer: inout PixelBuffer) {
        let rgb = colour < palette.count ? palette[colour] : [0, 0, 0]
        buffer.set(x, y, rgb[0], rgb[1], rgb[2])
    }

    /// Bits of a pixel that make one colour.
    private struct Field {
        let shift: UInt32
        let most: UInt32

        init(_ mask: UInt32) {
            shift = mask == 0 ? 0 : UInt32(mask.trailingZeroBitCount)
            most = mask >> shift
        }

        func value(_ pixel: UInt32) -> UInt8 {
            most == 0 ? 0 : UInt8(UInt64(pixel >> shift & most) * 255 / UInt64(most))
        }
    }

    private var fields: [Field] {
        if masks.count >= 3 {
            return masks.enumerated().filter { $0.offset < 3 || $0.element != 0 }.map { Field($0.element) }
        }
        if depth == 16 { return [0x7c00, 0x03e0, 0x001f].map(Field.init) }
        let colours: [UInt32] = [0xff0000, 0x00ff00, 0x0000ff]
        return (colours + (isIcon ? [0xff00_0000] : [])).map(Field.init)
    }

    /// Icons without alpha say by a mask of one bit what is seen; a picture whose alpha is zero everywhere has none.
    private func settleAlpha(_ buffer: inout PixelBuffer, _ stride: Int) {
        let alphas = Swift.stride(from: 3, to: buffer.bytes.count, by: 4)
        if depth == 32, alphas.contains(where: { buffer.bytes[$0] != 0 }) { return }
        for at in alphas { buffer.bytes[at] = 255 }
        guard isIcon else { return }
        let mask = pixels + Int64(stride) * Int64(height)
        let maskStride = (width + 31) / 32 * 4
        for y in 0..<buffer.height {
            let row = height - 1 - y * buffer.step
            guard let bytes = window.bytes(at: mask + Int64(row * maskStride), count: maskStride) else {
                continue
            }
            for x in 0..<buffer.width {
                let column = x * buffer.step
                if bytes[column / 8] >> (7 - column % 8) & 1 == 1 {
                    buffer.bytes[(y * buffer.width + x) * 4 + 3] = 0
                }
            }
        }
    }

    /// Run lengths (compressions 1 and 2): colours outside the runs are the first of the palette.
    private func decodeRuns() throws(DecodeError) -> PixelBuffer {
        var buffer = try PixelBuffer(width, height, bands: 3)
        guard buffer.step == 1 else { throw DecodeError(.tooLarge, "\(width)x\(height) pixels in runs") }
        var cursor = ByteCursor(window, at: pixels)
        var (x, y) = (0, 0)
        var written = 0
        func put(_ colour: Int) {
            if x < width, y < height {
                set(colour, x, isTopDown ? y : height - 1 - y, &buffer)
                written += 1
            }
            x += 1
        }
        while y < height, let count = cursor.next(), let value = cursor.next() {
            if count > 0 {
                for index in 0..<Int(count) {
                    put(depth == 8 ? Int(value) : Int(index % 2 == 0 ? value >> 4 : value & 15))
                }
                continue
            }
            switch value {
            case 0: (x, y) = (0, y + 1)
            case 1: y = height
            case 2:
                guard let right = cursor.next(), let up = cursor.next() else { break }
                (x, y) = (x + Int(right), y + Int(up))
            default:
                let bytes = depth == 8 ? Int(value) : (Int(value) + 1) / 2
                var last: UInt8 = 0
                for index in 0..<Int(value) {
                    if depth == 8 || index % 2 == 0 { last = cursor.next() ?? 0 }
                    put(depth == 8 ? Int(last) : Int(index % 2 == 0 ? last >> 4 : last & 15))
                }
                if bytes % 2 == 1 { _ = cursor.next() }
            }
        }
        guard written > 0 else { throw DecodeError(.damaged, "bitmap without pixels") }
        return buffer
    }
}
