import HearthConcurrency
import Synchronization

/// The present second as text, made once per second.
final class DateCache: Sendable {
    private struct Second {
        var number = Int64.min
        var http: [UInt8] = []
        var iso: [UInt8] = []
    }

    private let second = Mutex(Second())
    private let clock: any WallClock

    init(clock: any WallClock = SystemClock()) { self.clock = clock }

    /// For `Date` (RFC 9110, section 5.6.7): `Sun, 06 Nov 1994 08:49:37 GMT`.
    var http: [UInt8] { second(at: clock.now).http }

    /// For log lines: `1994-11-06T08:49:37.042Z`.
    var iso: [UInt8] {
        let now = clock.nowNanoseconds
        var text = second(at: now / 1_000_000_000).iso
        let milliseconds = now / 1_000_000 % 1000
        text.append(UInt8(ascii: "."))
        for divisor: Int64 in [100, 10, 1] {
            text.append(UInt8(ascii: "0") + UInt8(milliseconds / divisor % 10))
        }
        text.append(UInt8(ascii: "Z"))
        return text
    }

    private func second(at number: Int64) -> Second {
        second.withLock { second in
            if second.number != number { second = Self.render(number) }
            return second
        }
    }

    private static func render(_ number: Int64) -> Second {
        let day = number >= 0 ? number / 86_400 : (number - 86_399) / 86_400
        let (year, month, dayOfMonth) = civil(day)
        let rest = number - day * 86_400
        let time = "\(two(rest / 3600)):\(two(rest / 60 % 60)):\(two(rest % 60))"
        let weekday = weekdays[Int(((day + 4) % 7 + 7) % 7)]
        let http = "\(weekday), \(two(dayOfMonth)) \(months[Int(month) - 1]) \(year) \(time) GMT"
        let iso = "\(year)-\(two(month))-\(two(dayOfMonth))T\(time)"
        return Second(number: number, http: Array(http.utf8), iso: Array(iso.utf8))
    }

    /// Days since 1970 to a date, in eras of 400 years that begin in March (Hinnant, "chrono-compatible low-level
    /// date algorithms").
    private static func civil(_ days: Int64) -> (Int64, Int64, Int64) {
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let index = (5 * dayOfYear + 2) / 153
        let month = index < 10 ? index + 3 : index - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * index + 2) / 5 + 1)
    }

    private static func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }

    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
}
