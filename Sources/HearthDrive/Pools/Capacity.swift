import HearthWire

/// A size as clients say it: a number and a unit, where a GB is 1024 MB (wangpan-api, 5.17).
package struct Capacity: Sendable, Hashable {
    /// What the number counts.
    package enum Unit: String, Sendable, CaseIterable {
        /// 2^20 bytes.
        case megabytes = "MB"
        /// 2^30 bytes.
        case gigabytes = "GB"
        /// 2^40 bytes.
        case terabytes = "TB"

        /// Reads a unit in either case; `T` is what iOS says for `TB`.
        package init?(_ text: String) {
            let upper = text.uppercased()
            guard let unit = upper == "T" ? .terabytes : Unit(rawValue: upper) else { return nil }
            self = unit
        }

        /// Bytes in one.
        package var bytes: Int64 {
            switch self {
            case .megabytes: 1 << 20
            case .gigabytes: 1 << 30
            case .terabytes: 1 << 40
            }
        }
    }

    /// How many.
    package let amount: Double
    /// Of what.
    package let unit: Unit

    /// Both parts; the amount is finite.
    package init(amount: Double, unit: Unit) {
        self.amount = amount
        self.unit = unit
    }

    /// Bytes, when the amount is a whole number; more than any disk has when they do not fit 64 bits.
    package var bytes: Int64? {
        guard let whole = Int64(exactly: amount) else { return amount >= 0x1p63 ? Int64.max : nil }
        let (product, overflow) = whole.multipliedReportingOverflow(by: unit.bytes)
        return overflow ? (whole < 0 ? Int64.min : Int64.max) : product
    }

    /// Whether this is how a client shows a size that is no whole number of the unit: cut, or to two decimals.
    func shows(_ bytes: Int64) -> Bool {
        if let own = self.bytes { return own == bytes || own == bytes / unit.bytes * unit.bytes }
        return abs(amount * Double(unit.bytes) - Double(bytes)) <= Double(unit.bytes) / 100
    }

    /// A size with two decimals, cut, in the largest unit of which there is one.
    package static func text(_ bytes: Int64) -> String {
        let bytes = max(0, bytes)
        let unit = Unit.allCases.last { bytes >= $0.bytes } ?? .megabytes
        let hundredths = bytes % unit.bytes * 100 / unit.bytes
        return "\(bytes / unit.bytes).\(hundredths < 10 ? "0" : "")\(hundredths) \(unit.rawValue)"
    }
}
