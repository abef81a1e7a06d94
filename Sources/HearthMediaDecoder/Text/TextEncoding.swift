/// Finds out how a text is encoded and decodes it.
///
/// What says so itself is believed: UTF-8 and UTF-16 with a byte order mark. Without a mark the encodings are tried from
/// the one that proves itself (UTF-8) to the one that takes any byte (Windows-1252, the superset of Latin-1), the last
/// two only where the bytes look like what people write in them.
enum TextEncoding {
    /// Decodes the beginning of a file.
    ///
    /// - Parameters:
    ///   - bytes: at least one.
    ///   - isWhole: false where the file goes on behind them, perhaps in the middle of a character.
    /// - Returns: nil where the bytes are no text in any encoding that is known here.
    static func decode(_ bytes: [UInt8], isWhole: Bool) -> String? {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            return decodeUTF8(bytes.dropFirst(3), isWhole: isWhole).flatMap(unlessBinary)
        }
        if bytes.starts(with: [0xFF, 0xFE]) {
            return decodeUTF16(bytes.dropFirst(2)) { UInt16($0) | UInt16($1) << 8 }.flatMap(unlessBinary)
        }
        if bytes.starts(with: [0xFE, 0xFF]) {
            return decodeUTF16(bytes.dropFirst(2)) { UInt16($0) << 8 | UInt16($1) }.flatMap(unlessBinary)
        }
        // No text of the encodings below has a zero in it, and nearly everything else has.
        guard !bytes.contains(0) else { return nil }
        if let text = decodeUTF8(bytes[...], isWhole: isWhole) { return unlessBinary(text) }
        if GB18030.isPlausible(bytes), let text = GB18030.decode(bytes) { return unlessBinary(text) }
        if Windows1252.isPlausible(bytes) { return unlessBinary(Windows1252.decode(bytes)) }
        return nil
    }

    private static func decodeUTF8(_ bytes: ArraySlice<UInt8>, isWhole: Bool) -> String? {
        String(validating: isWhole ? bytes : bytes.dropLast(unfinished(bytes)), as: UTF8.self)
    }

    /// How many bytes at the end begin a character that does not end there.
    private static func unfinished(_ bytes: ArraySlice<UInt8>) -> Int {
        for (distance, byte) in bytes.reversed().prefix(3).enumerated() where byte & 0xC0 != 0x80 {
            let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
            return length > distance + 1 ? distance + 1 : 0
        }
        return 0
    }

    private static func decodeUTF16(
        _ bytes: ArraySlice<UInt8>,
        _ join: (UInt8, UInt8) -> UInt16
    ) -> String? {
        var units: [UInt16] = []
        units.reserveCapacity(bytes.count / 2)
        var rest = bytes
        while rest.count >= 2 {
            units.append(join(rest[rest.startIndex], rest[rest.startIndex + 1]))
            rest = rest.dropFirst(2)
        }
        if let last = units.last, last & 0xFC00 == 0xD800 { units.removeLast() }
        return String(validating: units, as: UTF16.self)
    }

    /// The text, unless it has more control characters than a log or an old printer's file would.
    private static func unlessBinary(_ text: String) -> String? {
        var controls = 0
        var count = 0
        for scalar in text.unicodeScalars {
            count += 1
            switch scalar.value {
            case 0: return nil
            // White space, escape sequences of terminals, and the end mark of DOS.
            case 0x08...0x0D, 0x1A, 0x1B, 0x85: break
            case ..<0x20, 0x7F...0x9F: controls += 1
            default: break
            }
        }
        return controls > 1 + count / 64 ? nil : text
    }
}
