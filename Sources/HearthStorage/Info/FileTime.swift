/// A moment as file systems keep it, in UTC since 1970.
package struct FileTime: Hashable, Comparable, Sendable {
    /// Seconds since 1970, negative before.
    package let seconds: Int64
    /// 0–999 999 999, counted forwards from `seconds` (also before 1970).
    package let nanoseconds: Int32

    /// Nanoseconds outside 0–999 999 999 are carried into the seconds.
    package init(seconds: Int64, nanoseconds: Int32 = 0) {
        let (carry, rest) = Int64(nanoseconds).quotientAndRemainder(dividingBy: 1_000_000_000)
        let borrow: Int64 = rest < 0 ? 1 : 0
        self.seconds = seconds &+ carry &- borrow
        self.nanoseconds = Int32(rest + borrow * 1_000_000_000)
    }

    /// The earlier moment is smaller.
    package static func < (left: FileTime, right: FileTime) -> Bool {
        (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
    }

    /// Nanoseconds since 1970; years outside 1677–2262 are clamped.
    package var totalNanoseconds: Int64 {
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        guard !overflow else { return seconds < 0 ? .min : .max }
        let (sum, sumOverflow) = product.addingReportingOverflow(Int64(nanoseconds))
        return sumOverflow ? .max : sum
    }
}
