/// Times as cameras write them, as RFC 3339.
enum TakenTime {
    /// Brings a time into the form of RFC 3339 without parts of seconds.
    ///
    /// - Parameter text: `2021-05-01T10:00:00`, or with a blank instead of the `T`; then perhaps parts of a second; then
    ///   perhaps `Z`, `+0200` or `+02:00`.
    /// - Returns: nil when it is anything else, no date of the calendar, or of the years before 1971: clocks that were never set
    ///   begin there.
    static func normalized(_ text: String) -> String? {
        let bytes = Array(text.utf8)
        guard bytes.count >= 19, bytes.count <= 40,
            let year = number(bytes[0..<4]), bytes[4] == 45,
            let month = number(bytes[5..<7]), bytes[7] == 45,
            let day = number(bytes[8..<10]), bytes[10] == 0x54 || bytes[10] == 0x20,
            let hour = number(bytes[11..<13]), bytes[13] == 58,
            let minute = number(bytes[14..<16]), bytes[16] == 58,
            let second = number(bytes[17..<19])
        else { return nil }
        guard year > 1970, (1...12).contains(month), day >= 1, day <= days(of: month, in: year), hour < 24,
            minute < 60, second < 60, let offset = offset(bytes[19...])
        else { return nil }
        return String(decoding: bytes[..<10], as: UTF8.self) + "T"
            + String(decoding: bytes[11..<19], as: UTF8.self)
            + offset
    }

    private static func days(of month: Int, in year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// The offset in what follows the seconds; empty where there is none, nil where there is anything else.
    private static func offset(_ bytes: ArraySlice<UInt8>) -> String? {
        var rest = bytes
        if rest.first == 46 { rest = rest.dropFirst().drop { (48...57).contains($0) } }
        guard let sign = rest.first else { return "" }
        if sign == 0x5A { return rest.count == 1 ? "Z" : nil }
        guard sign == 43 || sign == 45 else { return nil }
        let digits = rest.dropFirst().filter { $0 != 58 }
        guard rest.count <= 6, digits.count == 4, let hours = number(digits[0..<2]),
            let minutes = number(digits[2..<4]),
            hours < 24, minutes < 60
        else { return nil }
        let text = String(decoding: digits, as: UTF8.self)
        return (sign == 43 ? "+" : "-") + text.prefix(2) + ":" + text.suffix(2)
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        var value = 0
        for digit in digits {
            guard (48...57).contains(digit) else { return nil }
            value = value * 10 + Int(digit - 48)
        }
        return value
    }
}
