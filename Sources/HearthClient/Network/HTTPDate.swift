/// Dates in headers (RFC 9110, section 5.6.7).
package enum HTTPDate {
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// Unix seconds of `Sun, 06 Nov 1994 08:49:37 GMT`; nil for anything else.
    package static func seconds(_ text: String) -> Double? {
        let words = text.split(separator: " ")
        guard words.count == 6, words[5] == "GMT", let day = Int(words[1]),
            let month = months.firstIndex(of: String(words[2])), let year = Int(words[3])
        else {
            return nil
        }
        let time = words[4].split(separator: ":").compactMap { Int($0) }
        // Also what keeps the sum below from leaving Int: a server chose the digits.
        guard time.count == 3, time.allSatisfy({ (0...60).contains($0) }), (1...31).contains(day),
            (1970...9999).contains(year)
        else {
            return nil
        }
        return Double(days(year, month + 1, day) * 86_400 + time[0] * 3600 + time[1] * 60 + time[2])
    }

    /// Days since 1970 of a date in the Gregorian calendar.
    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
        // Years begin in March, so that the leap day is the last.
        let year = month > 2 ? year : year - 1
        let era = year / 400
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }
}
