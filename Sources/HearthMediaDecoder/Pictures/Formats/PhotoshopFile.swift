import HearthMedia

/// The flattened picture that Photoshop keeps beside the layers (Adobe Photoshop File Formats Specification).
struct PhotoshopFile {
    private let window: ByteWindow
    private let isLarge: Bool
    private let channels: Int
    private let width: Int
    private let height: Int
    private let depth: Int
    private let mode: Int
    private let palette: [UInt8]
    /// Where the picture's data begin.
    private let data: Int64

    /// Reads what lies before the picture.
    ///
    /// - Throws: `.damaged`, or `.unknown` for colours that are not understood.
    init(_ window: ByteWindow) throws(DecodeError) {
        self.window = window
        guard let version = window.u16(4, isBigEndian: true), version == 1 || version == 2,
            let channels = window.u16(12, isBigEndian: true), let height = window.u32(14, isBigEndian: true),
            let width = window.u32(18, isBigEndian: true), let depth = window.u16(22, isBigEndian: true),
            let mode = window.u16(24, isBigEndian: true), let colours = window.u32(26, isBigEndian: true)
        else { throw DecodeError(.damaged, "Photoshop header") }
        let needed = [1: 1, 2: 1, 3: 3, 4: 4, 8: 1][mode]
        guard let needed, depth == 8 || depth == 16, mode != 2 || depth == 8 else {
            throw DecodeError(.unknown, "Photoshop colours \(mode) of \(depth) bits")
        }
        guard (needed...56).contains(channels) else { throw DecodeError(.damaged, "\(channels) channels") }
        isLarge = version == 2
        (self.channels, self.width, self.height) = (channels, width, height)
        (self.depth, self.mode) = (depth, mode)
        palette = mode == 2 ? window.bytes(at: 30, count: 768) ?? [] : []
        guard mode != 2 || palette.count == 768 else { throw DecodeError(.damaged, "no palette") }
        var offset = 30 + Int64(colours)
        guard let resources = window.u32(offset, isBigEndian: true) else {
            throw DecodeError(.damaged, "resources")
        }
        offset += 4 + Int64(resources)
        if isLarge {
            guard let high = window.u32(offset, isBigEndian: true), high < 1 << 16,
                let low = window.u32(offset + 4, isBigEndian: true)
            else { throw DecodeError(.damaged, "layers") }
            offset += 8 + (Int64(high) << 32 | Int64(low))
        } else {
            guard let layers = window.u32(offset, isBigEndian: true) else {
                throw DecodeError(.damaged, "layers")
            }
            offset += 4 + Int64(layers)
        }
        data = offset
    }

    /// Decodes the pixels; rows that the file lost stay white.
    func decode() throws(DecodeError) -> PixelBuffer {
        let colours = [1: 1, 2: 1, 3: 3, 4: 4, 8: 1][mode] ?? 1
        guard let compression = window.u16(data, isBigEndian: true), compression <= 1 else {
            throw DecodeError(.unknown, "Photoshop compression")
        }
        var buffer = try PixelBuffer(width, height, bands: 3)
        let rowBytes = width * depth / 8
        let starts = compression == 1 ? try runStarts(buffer, colours) : []
        var rows = 0
        for y in 0..<buffer.height {
            let row = y * buffer.step
            var planes: [[UInt8]] = []
            for channel in 0..<colours {
                let plane =
                    compression == 1
                    ? unpacked(starts[channel][y], rowBytes)
                    : window.bytes(
                        at: data + 2 + Int64(channel * height + row) * Int64(rowBytes),
                        count: rowBytes
                    )
                if let plane { planes.append(plane) }
            }
            guard planes.count == colours else { continue }
            rows += 1
            for x in 0..<buffer.width { set(x, y, x * buffer.step * depth / 8, planes, &buffer) }
        }
        guard rows > 0 else { throw DecodeError(.damaged, "Photoshop file without a picture") }
        return buffer
    }

    private func set(_ x: Int, _ y: Int, _ at: Int, _ planes: [[UInt8]], _ buffer: inout PixelBuffer) {
        let first = planes[0][at]
        switch mode {
        case 2: buffer.set(x, y, palette[Int(first)], palette[256 + Int(first)], palette[512 + Int(first)])
        case 3: buffer.set(x, y, first, planes[1][at], planes[2][at])
        case 4:
            // Ink is stored as what is left of white.
            let black = Int(planes[3][at])
            func mixed(_ ink: UInt8) -> UInt8 { UInt8(Int(ink) * black / 255) }
            buffer.set(x, y, mixed(first), mixed(planes[1][at]), mixed(planes[2][at]))
        default: buffer.set(x, y, first, first, first)
        }
    }

    /// Where each kept row of each channel begins: the lengths of all rows stand before the first one.
    private func runStarts(_ buffer: PixelBuffer, _ colours: Int) throws(DecodeError) -> [[Int64]] {
        let size = isLarge ? 4 : 2
        var offset = data + 2 + Int64(channels * height * size)
        guard offset < window.size else { throw DecodeError(.damaged, "no rows") }
        var starts = [[Int64]](repeating: [], count: colours)
        for channel in 0..<colours {
            for row in 0..<height {
                let at = data + 2 + Int64((channel * height + row) * size)
                guard let count = window.number(at: at, bytes: size, isBigEndian: true) else {
                    throw DecodeError(.damaged, "no rows")
                }
                if row % buffer.step == 0, starts[channel].count < buffer.height {
                    starts[channel].append(offset)
                }
                offset += Int64(count)
            }
        }
        return starts
    }

    /// PackBits (TIFF 6.0, section 9).
    private func unpacked(_ start: Int64, _ count: Int) -> [UInt8]? {
        // Runs take at most one byte more for every 128.
        var packed = window.prefix(at: start, count: count + count / 64 + 64)[...]
        var row: [UInt8] = []
        row.reserveCapacity(count)
        while row.count < count {
            guard let head = packed.popFirst() else { return nil }
            if head < 128 {
                let literal = packed.prefix(Int(head) + 1)
                guard literal.count == Int(head) + 1 else { return nil }
                row += literal
                packed = packed.dropFirst(literal.count)
            } else if head > 128 {
                guard let value = packed.popFirst() else { return nil }
                row += repeatElement(value, count: 257 - Int(head))
            }
        }
        return Array(row.prefix(count))
    }
}
