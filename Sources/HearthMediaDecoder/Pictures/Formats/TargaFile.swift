import HearthMedia

/// Truevision's TGA (version 2.0 of its specification): plain and run-length pictures of 8 to 32 bits.
enum TargaFile {
    /// Decodes the pixels; what the file lost stays white.
    ///
    /// - Throws: `.unknown` where the header cannot be one: the format has no mark.
    static func decode(_ window: ByteWindow) throws(DecodeError) -> PixelBuffer {
        guard let head = window.bytes(at: 0, count: 18) else { throw DecodeError(.unknown, "no header") }
        func u16(_ at: Int) -> Int { Int(head[at]) | Int(head[at + 1]) << 8 }
        let (kind, depth) = (head[2], Int(head[16]))
        let isMapped = kind & 7 == 1
        let isGrey = kind & 7 == 3
        guard head[1] <= 1, [1, 2, 3, 9, 10, 11].contains(kind), u16(12) > 0, u16(14) > 0,
            isMapped || isGrey ? depth == 8 : [15, 16, 24, 32].contains(depth), !isMapped || head[1] == 1
        else { throw DecodeError(.unknown, "no TGA") }
        let mapEntry = (Int(head[7]) + 7) / 8
        let mapCount = head[1] == 1 ? u16(5) : 0
        guard mapCount == 0 || (2...4).contains(mapEntry) else { throw DecodeError(.unknown, "no TGA") }
        let map = window.prefix(at: Int64(18 + Int(head[0])), count: mapCount * mapEntry)
        var cursor = ByteCursor(window, at: Int64(18 + Int(head[0]) + mapCount * mapEntry))

        // The lower bits say how many bits of alpha there are; many writers leave them zero and mean none.
        let hasAlpha = depth == 32 && head[17] & 15 == 8
        var buffer = try PixelBuffer(u16(12), u16(14), bands: hasAlpha ? 4 : 3)
        let size = (depth + 7) / 8
        func colour(_ bytes: [UInt8]) -> [UInt8] {
            if isGrey { return [bytes[0], bytes[0], bytes[0], 255] }
            var bytes = bytes
            if isMapped {
                let at = (Int(bytes[0]) - u16(3)) * mapEntry
                guard at >= 0, at + mapEntry <= map.count else { return [0, 0, 0, 255] }
                bytes = Array(map[at..<at + mapEntry])
            }
            guard bytes.count == 2 else {
                return [bytes[2], bytes[1], bytes[0], bytes.count == 4 ? bytes[3] : 255]
            }
            let value = Int(bytes[0]) | Int(bytes[1]) << 8
            return [10, 5, 0].map { UInt8((value >> $0 & 31) * 255 / 31) } + [255]
        }
        var (left, isRun, last) = (0, false, [UInt8]())
        let isTopDown = head[17] & 0x20 != 0
        let isMirrored = head[17] & 0x10 != 0
        for row in 0..<buffer.fullHeight {
            for column in 0..<buffer.fullWidth {
                if kind >= 9, left == 0 {
                    guard let packet = cursor.next() else { return try checked(buffer, row) }
                    (left, isRun) = (Int(packet & 127) + 1, packet & 128 != 0)
                    if isRun {
                        guard let bytes = cursor.next(size) else { return try checked(buffer, row) }
                        last = colour(bytes)
                    }
                }
                if kind < 9 || !isRun {
                    guard let bytes = cursor.next(size) else { return try checked(buffer, row) }
                    last = colour(bytes)
                }
                left -= kind >= 9 ? 1 : 0
                let y = (isTopDown ? row : buffer.fullHeight - 1 - row)
                let x = (isMirrored ? buffer.fullWidth - 1 - column : column)
                guard x % buffer.step == 0, y % buffer.step == 0, x / buffer.step < buffer.width,
                    y / buffer.step < buffer.height
                else { continue }
                buffer.set(x / buffer.step, y / buffer.step, last[0], last[1], last[2], last[3])
            }
        }
        return buffer
    }

    private static func checked(_ buffer: PixelBuffer, _ rows: Int) throws(DecodeError) -> PixelBuffer {
        guard rows > 0 else { throw DecodeError(.damaged, "TGA without pixels") }
        return buffer
    }
}
