/// A modification time in the fields that ZIP has for it.
///
/// The field of every header counts local time without a zone from 1980 in steps of two seconds; it gets UTC, for a server's
/// own zone means nothing to whoever unpacks. The true time stands in an extra field.
struct ZipTime {
    /// Hours, minutes, seconds / 2 (APPNOTE 4.4.6).
    let time: UInt16
    /// Years since 1980, month, day.
    let date: UInt16
    /// The extra field, the same in both headers.
    let extra: [UInt8]

    init(seconds: Int64, nanoseconds: Int32) {
        (date, time) = Self.dos(seconds)
        extra = Self.extra(seconds, nanoseconds)
    }

    private static func dos(_ seconds: Int64) -> (date: UInt16, time: UInt16) {
        // 1980-01-01 and 2107-12-31 23:59:58, what the field can hold.
        let clamped = min(max(seconds, 315_532_800), 4_354_819_198)
        let (days, rest) = clamped.quotientAndRemainder(dividingBy: 86_400)
        // Days from the civil calendar's era (Howard Hinnant, "chrono-compatible low-level date algorithms").
        let shifted = days + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (
            UInt16((year - 1_980) << 9 | month << 5 | day),
            UInt16((rest / 3_600) << 11 | (rest / 60 % 60) << 5 | (rest % 60 / 2))
        )
    }

    private static func extra(_ seconds: Int64, _ nanoseconds: Int32) -> [UInt8] {
        var field: [UInt8] = []
        if seconds >= 0, let short = Int32(exactly: seconds) {
            // Info-ZIP's extended timestamp "UT" (extrafld.txt): seconds in 32 bits, which some take for unsigned.
            field.append(little: UInt16(0x5455))
            field.append(little: UInt16(5))
            field.append(1)
            field.append(little: short)
            return field
        }
        // NTFS times (APPNOTE 4.5.5) for what lies before 1970 or after 2038: 100 ns since 1601.
        let (since1601, isBeyond) = seconds.addingReportingOverflow(11_644_473_600)
        let (ticks, overflow) = UInt64(max(0, since1601)).multipliedReportingOverflow(by: 10_000_000)
        guard !isBeyond, !overflow else { return [] }
        let time = ticks + UInt64(max(0, nanoseconds)) / 100
        field.append(little: UInt16(0x000A))
        field.append(little: UInt16(32))
        field.append(little: UInt32(0))
        field.append(little: UInt16(1))
        field.append(little: UInt16(24))
        for _ in 0..<3 { field.append(little: time) }
        return field
    }
}
