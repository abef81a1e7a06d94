/// Sizes, times and speeds as text.
package enum Amount {
    private static let units = ["B", "KiB", "MiB", "GiB", "TiB", "PiB"]

    /// Bytes in binary units, three digits at most before the point: `512 B`, `1.5 KiB`, `10 GiB`.
    package static func bytes(_ count: Int64) -> String {
        var amount = Double(max(0, count))
        var unit = 0
        while amount >= 1_023.5, unit < units.count - 1 {
            amount /= 1_024
            unit += 1
        }
        if unit == 0 { return "\(max(0, count)) B" }
        return "\(amount < 9.95 ? tenths(amount) : String(Int(amount.rounded()))) \(units[unit])"
    }

    /// Bytes per second.
    package static func speed(_ bytesPerSecond: Double) -> String {
        bytes(bytesPerSecond.isFinite ? Int64(max(0, min(bytesPerSecond, 1e18))) : 0) + "/s"
    }

    /// Seconds as `0:05`, `12:34`, `1:02:03`; a day and more as `2d 3h`.
    package static func duration(_ seconds: Double) -> String {
        guard seconds.isFinite, seconds < 8_640_000 else { return "-:--" }
        let all = Int(max(0, seconds.rounded()))
        if all >= 86_400 { return "\(all / 86_400)d \(all % 86_400 / 3_600)h" }
        let (hours, minutes, rest) = (all / 3_600, all % 3_600 / 60, all % 60)
        return hours > 0 ? "\(hours):\(two(minutes)):\(two(rest))" : "\(minutes):\(two(rest))"
    }

    /// Reads a size or a speed: `512`, `10k`, `1.5M`, `2G`, `1T`, also with `B` and `iB`; units of 1 024.
    ///
    /// - Returns: bytes; nil for anything else, and for what is negative or too much.
    package static func parse(_ text: String) -> Int64? {
        let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        guard let amount = Double(digits) else { return nil }
        let powers = ["": 0, "b": 0, "k": 1, "m": 2, "g": 3, "t": 4]
        var unit = text[digits.endIndex...].drop { $0 == " " }.lowercased()
        if unit.count > 1, unit.hasSuffix("b") { unit.removeLast() }
        if unit.count > 1, unit.hasSuffix("i") { unit.removeLast() }
        guard let power = powers[unit] else { return nil }
        let bytes = (0..<power).reduce(amount) { result, _ in result * 1_024 }
        return bytes < 9e18 ? Int64(bytes) : nil
    }

    private static func tenths(_ amount: Double) -> String {
        let tenths = Int((amount * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }

    private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
