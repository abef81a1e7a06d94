import Glibc

/// Dates as HTTP writes them (RFC 9110, section 5.6.7), from and to Unix seconds.
package enum HTTPDate {
    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    private static let secondsPerDay: Int64 = 86_400

    /// Writes an IMF-fixdate such as `Sun, 06 Nov 1994 08:49:37 GMT`.
    ///
    /// - Parameter seconds: Unix seconds; clamped to the years 0000 to 9999, which is all the format can say.
    /// - Returns: 29 ASCII characters.
    package static func format(_ seconds: Int64) -> String {
        let seconds = min(max(seconds, -62_167_219_200), 253_402_300_799)
        let (days, rest) = floorDivide(seconds, by: secondsPerDay)
        let date = civil(fromDays: days)
        let weekday = Int(floorDivide(days + 4, by: 7).remainder)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(29)
        bytes += Array(weekdays[weekday].utf8) + Array(", ".utf8)
        append(date.day, digits: 2, to: &bytes)
        bytes += Array(" ".utf8) + Array(months[Int(date.month) - 1].utf8) + Array(" ".utf8)
        append(date.year, digits: 4, to: &bytes)
        bytes.append(UInt8(ascii: " "))
        append(rest / 3600, digits: 2, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        append(rest / 60 % 60, digits: 2, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        append(rest % 60, digits: 2, to: &bytes)
        bytes += Array(" GMT".utf8)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Reads the three forms a recipient must accept: IMF-fixdate, RFC 850 and asctime.
    ///
    /// The day of the week must be a day's name, but is not held against the date.
    ///
    /// - Parameters:
    ///   - text: the field's value without blanks around it.
    ///   - now: Unix seconds; decides the century of RFC 850's two-digit years (at most 50 years ahead).
    /// - Returns: Unix seconds, or nil when the text is none of the three or names no real moment.
    package static func parse(_ text: String, now: Int64 = Int64(time(nil))) -> Int64? {
        let bytes = Array(text.utf8)
        let isPreferred = bytes.count == 29 && bytes[3] == UInt8(ascii: ",")
        if isPreferred { return parsePreferred(bytes) }
        return bytes.contains(UInt8(ascii: ",")) ? parseRFC850(bytes, now: now) : parseAsctime(bytes)
    }

    // Sun, 06 Nov 1994 08:49:37 GMT
    private static func parsePreferred(_ bytes: [UInt8]) -> Int64? {
        var scanner = DateScanner(bytes)
        guard scanner.skip(oneOf: weekdays), scanner.skip(", "), let day = scanner.number(digits: 2),
            scanner.skip(" "), let month = scanner.index(in: months), scanner.skip(" "),
            let year = scanner.number(digits: 4), scanner.skip(" "), let time = scanner.time(),
            scanner.skip(" GMT"), scanner.isAtEnd
        else { return nil }
        return seconds(year: year, month: Int64(month) + 1, day: day, time: time)
    }

    // Sunday, 06-Nov-94 08:49:37 GMT
    private static func parseRFC850(_ bytes: [UInt8], now: Int64) -> Int64? {
        let names = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
        var scanner = DateScanner(bytes)
        guard scanner.skip(oneOf: names), scanner.skip(", "), let day = scanner.number(digits: 2),
            scanner.skip("-"), let month = scanner.index(in: months), scanner.skip("-"),
            let shortYear = scanner.number(digits: 2), scanner.skip(" "), let time = scanner.time(),
            scanner.skip(" GMT"), scanner.isAtEnd
        else { return nil }
        let thisYear = civil(fromDays: floorDivide(now, by: secondsPerDay).quotient).year
        var year = thisYear - thisYear % 100 + shortYear
        if year > thisYear + 50 { year -= 100 }
        return seconds(year: year, month: Int64(month) + 1, day: day, time: time)
    }

    // Sun Nov  6 08:49:37 1994
    private static func parseAsctime(_ bytes: [UInt8]) -> Int64? {
        var scanner = DateScanner(bytes)
        guard scanner.skip(oneOf: weekdays), scanner.skip(" "), let month = scanner.index(in: months),
            scanner.skip(" "),
            let day = scanner.skip(" ") ? scanner.number(digits: 1) : scanner.number(digits: 2),
            scanner.skip(" "), let time = scanner.time(), scanner.skip(" "),
            let year = scanner.number(digits: 4), scanner.isAtEnd
        else { return nil }
        return seconds(year: year, month: Int64(month) + 1, day: day, time: time)
    }

    private static func seconds(year: Int64, month: Int64, day: Int64, time: Int64) -> Int64? {
        let days = days(fromYear: year, month: month, day: day)
        let back = civil(fromDays: days)
        guard back == (year, month, day) else { return nil }
        return days * secondsPerDay + time
    }

    private static func append(_ value: Int64, digits: Int, to bytes: inout [UInt8]) {
        var divisor: Int64 = 1
        for _ in 1..<digits { divisor *= 10 }
        while divisor > 0 {
            bytes.append(UInt8(ascii: "0") + UInt8(value / divisor % 10))
            divisor /= 10
        }
    }

    private static func floorDivide(_ value: Int64, by divisor: Int64) -> (quotient: Int64, remainder: Int64)
    {
        let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }

    // Proleptic Gregorian calendar in eras of 400 years that begin on 1 March, so that the leap day is the last.
    private static func civil(fromDays days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let (era, dayOfEra) = floorDivide(days + 719_468, by: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * shifted + 2) / 5 + 1
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
    }

    private static func days(fromYear year: Int64, month: Int64, day: Int64) -> Int64 {
        let year = month <= 2 ? year - 1 : year
        let (era, yearOfEra) = floorDivide(year, by: 400)
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }
}
