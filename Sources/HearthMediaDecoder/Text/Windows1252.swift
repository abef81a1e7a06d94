/// Western European text of systems that do not write UTF-8; its letters are those of Latin-1.
enum Windows1252 {
    /// Whether bytes that are no UTF-8 look like a language written in Latin letters: letters above 0x80 stand alone or
    /// in twos among those below, and are the fewer.
    static func isPlausible(_ bytes: [UInt8]) -> Bool {
        var (letters, high, run, longRuns) = (0, 0, 0, 0)
        for byte in bytes {
            if byte < 0x80 {
                run = 0
                if byte | 0x20 >= UInt8(ascii: "a"), byte | 0x20 <= UInt8(ascii: "z") { letters += 1 }
                continue
            }
            guard byte >= 0xA0 || upper[Int(byte - 0x80)] != nil else { return false }
            high += 1
            run += 1
            if run == 3 { longRuns += 1 }
        }
        return high * 2 <= letters && longRuns * 20 <= high
    }

    /// Decodes bytes; those that stand for nothing become U+FFFD.
    static func decode(_ bytes: [UInt8]) -> String {
        var scalars = String.UnicodeScalarView()
        for byte in bytes {
            if (0x80..<0xA0).contains(byte) {
                scalars.append(upper[Int(byte - 0x80)] ?? "\u{FFFD}")
            } else {
                scalars.append(Unicode.Scalar(byte))
            }
        }
        return String(scalars)
    }

    /// 0x80 to 0x9F (WHATWG, Encoding, "index windows-1252"), without the five that stand for nothing.
    private static let upper: [Unicode.Scalar?] = [
        "€", nil, "‚", "ƒ", "„", "…", "†", "‡", "ˆ", "‰", "Š", "‹", "Œ", nil, "Ž", nil,
        nil, "‘", "’", "“", "”", "•", "–", "—", "˜", "™", "š", "›", "œ", nil, "ž", "Ÿ",
    ]
}
