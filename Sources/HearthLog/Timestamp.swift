import Glibc

/// A moment in UTC with milliseconds.
struct Timestamp {
    let seconds: Int
    let milliseconds: Int

    static func now() -> Timestamp {
        var value = timespec()
        clock_gettime(CLOCK_REALTIME, &value)
        return Timestamp(seconds: value.tv_sec, milliseconds: value.tv_nsec / 1_000_000)
    }

    /// RFC 3339, for example `2025-01-31T23:59:59.042Z`.
    var text: String {
        let (day, second) = seconds.quotientAndRemainderFlooring(dividingBy: 86_400)
        let (year, month, dayOfMonth) = Self.civil(fromDays: day)
        return "\(Self.padded(year, 4))-\(Self.padded(month, 2))-\(Self.padded(dayOfMonth, 2))T"
            + "\(Self.padded(second / 3600, 2)):\(Self.padded(second / 60 % 60, 2)):\(Self.padded(second % 60, 2))"
            + ".\(Self.padded(milliseconds, 3))Z"
    }

    /// Days since 1970-01-01 to a date of the proleptic Gregorian calendar, in eras of 400 years that begin in March.
    private static func civil(fromDays days: Int) -> (year: Int, month: Int, day: Int) {
        let (era, dayOfEra) = (days + 719_468).quotientAndRemainderFlooring(dividingBy: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shifted + 2) / 5 + 1)
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
}

extension Int {
    fileprivate func quotientAndRemainderFlooring(dividingBy divisor: Int) -> (Int, Int) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
