/// Files of formats that libvips does not write, byte by byte.
enum SampleBitmap {
    static let colours: [[UInt8]] = [[220, 20, 20], [20, 200, 20], [20, 20, 220], [250, 250, 250]]

    /// Which quarter of 300 by 200 a pixel lies in, clockwise from the upper left.
    static func quarter(_ x: Int, _ y: Int) -> Int { y < 100 ? (x < 150 ? 0 : 1) : (x < 150 ? 3 : 2) }

    /// What kind of bitmap is written.
    struct Kind {
        var depth = 24
        var isTopDown = false
        var compression = 0
        var masks: [UInt32] = []
        var isIcon = false
    }

    /// A bitmap with 2 to 32 bits a pixel; an icon's has no header of a file.
    static func quarters(_ kind: Kind = Kind()) -> [UInt8] {
        var palette: [UInt8] = []
        if kind.depth <= 8 { for colour in colours { palette += colour.reversed() + [0] } }
        var pixels: [UInt8] = []
        for row in 0..<200 {
            let y = kind.isTopDown ? row : 199 - row
            pixels += kind.compression == 1 ? runs(y) : line(y, kind)
        }
        if kind.compression == 1 { pixels += [0, 1] }
        if kind.isIcon { pixels += [UInt8](repeating: 0, count: 40 * 200) }

        var header = ByteList()
        header.little(40, 4)
        header.little(300, 4)
        header.little((kind.isTopDown ? -200 : 200) * (kind.isIcon ? 2 : 1), 4)
        header.little(1, 2)
        header.little(kind.depth, 2)
        header.little(kind.compression, 4)
        header.little(0, 12)
        header.little(palette.count / 4, 4)
        header.little(0, 4)
        for mask in kind.masks { header.little(Int(mask), 4) }
        header.bytes += palette
        if kind.isIcon { return header.bytes + pixels }

        var file = ByteList(Array("BM".utf8))
        file.little(14 + header.bytes.count + pixels.count, 4)
        file.little(0, 4)
        file.little(14 + header.bytes.count, 4)
        file.bytes += header.bytes
        file.bytes += pixels
        return file.bytes
    }

    private static func line(_ y: Int, _ kind: Kind) -> [UInt8] {
        var line = ByteList()
        var bits = 0
        for x in 0..<300 {
            let quarter = quarter(x, y)
            let colour = colours[quarter]
            if kind.depth == 24 {
                line.bytes += colour.reversed()
            } else if kind.depth == 32, kind.masks.isEmpty {
                line.bytes += colour.reversed()
                line.bytes.append(255)
            } else if kind.depth >= 16 {
                line.little(masked(colour, kind.masks), kind.depth / 8)
            } else {
                bits = bits << kind.depth | quarter
                let used = (x + 1) * kind.depth % 8
                if used == 0 || x == 299 {
                    line.bytes.append(UInt8(bits << ((8 - used) % 8) & 255))
                    bits = 0
                }
            }
        }
        while line.bytes.count % 4 != 0 { line.bytes.append(0) }
        return line.bytes
    }

    private static func masked(_ colour: [UInt8], _ masks: [UInt32]) -> Int {
        var value = 0
        for (mask, part) in zip(masks, colour + [255]) {
            let shift = mask.trailingZeroBitCount
            let most = Int(mask) >> shift
            value |= (Int(part) * most / 255) << shift
        }
        return value
    }

    /// A run, a piece as it is with its padding, a run, the line's end.
    private static func runs(_ y: Int) -> [UInt8] {
        let (left, right) = (UInt8(quarter(0, y)), UInt8(quarter(299, y)))
        return [145, left, 0, 5, left, left, left, left, left, 0, 150, right, 0, 0]
    }

    /// An icon with one picture.
    static func icon(_ picture: [UInt8]) -> [UInt8] {
        var file = ByteList([0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 1, 0, 32, 0])
        file.little(picture.count, 4)
        file.little(22, 4)
        return file.bytes + picture
    }

    /// Truevision, plain or in runs.
    static func targa(isPacked: Bool, isTopDown: Bool) -> [UInt8] {
        var file = ByteList([0, 0, isPacked ? 10 : 2, 0, 0, 0, 0, 0, 0, 0, 0, 0])
        file.little(300, 2)
        file.little(200, 2)
        file.bytes += [24, isTopDown ? 0x20 : 0]
        for row in 0..<200 {
            let y = isTopDown ? row : 199 - row
            for x in isPacked ? [0, 75, 150, 225] : Array(0..<300) {
                if isPacked { file.bytes.append(0x80 | 74) }
                file.bytes += colours[quarter(x, y)].reversed()
            }
        }
        return file.bytes
    }

    /// Photoshop, plain or in runs.
    static func photoshop(isPacked: Bool, depth: Int, isLarge: Bool = false) -> [UInt8] {
        var file = ByteList(Array("8BPS".utf8))
        file.big(isLarge ? 2 : 1, 2)
        file.big(0, 6)
        file.big(3, 2)
        file.big(200, 4)
        file.big(300, 4)
        file.big(depth, 2)
        file.big(3, 2)
        file.big(0, 8)
        file.big(0, isLarge ? 8 : 4)
        file.big(isPacked ? 1 : 0, 2)
        var rows: [UInt8] = []
        for channel in 0..<3 {
            for y in 0..<200 {
                let (left, right) = (colours[quarter(0, y)][channel], colours[quarter(299, y)][channel])
                if isPacked {
                    var row: [UInt8] = [157, left, 207, left, 157, right, 49]
                    row += [UInt8](repeating: right, count: 50)
                    file.big(row.count, isLarge ? 4 : 2)
                    rows += row
                } else {
                    for x in 0..<300 { rows += [UInt8](repeating: x < 150 ? left : right, count: depth / 8) }
                }
            }
        }
        return file.bytes + rows
    }
}

/// Bytes with numbers among them.
struct ByteList {
    var bytes: [UInt8]

    init(_ bytes: [UInt8] = []) { self.bytes = bytes }

    mutating func little(_ value: Int, _ count: Int) {
        for index in 0..<count { bytes.append(index < 8 ? UInt8(value >> (index * 8) & 255) : 0) }
    }

    mutating func big(_ value: Int, _ count: Int) {
        for index in (0..<count).reversed() {
            bytes.append(index < 8 ? UInt8(value >> (index * 8) & 255) : 0)
        }
    }
}
