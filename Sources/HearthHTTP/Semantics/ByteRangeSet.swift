/// What a Range field asks of a file (RFC 9110, section 14).
package enum ByteRangeSet: Equatable, Sendable {
    /// The whole file with 200: there is no range, it is malformed, or it is not worth serving.
    case whole
    /// Ranges in the order asked for, at least one, none empty, no two of them overlapping.
    case parts([Range<Int64>])
    /// 416: well formed, but no byte of it exists.
    case unsatisfiable

    /// More ranges than this are answered with the whole file.
    package static let limit = 16

    /// Reads a Range field against a size.
    ///
    /// Malformed means ignored. Ranges that overlap, more than ``limit`` of them, or more bytes than the file
    /// has, are answered with the whole file (RFC 9110, section 14.2). Numbers of any length are understood.
    ///
    /// - Parameters:
    ///   - value: the field's value such as `bytes=0-99,-5`.
    ///   - size: the length of the file in bytes.
    package init(_ value: String, size: Int64) {
        guard let specs = Self.specs(Array(value.utf8)) else {
            self = .whole
            return
        }
        var ranges: [Range<Int64>] = []
        var isWhole = false
        for spec in specs {
            switch spec {
            case .from(let first, let last) where first < size:
                ranges.append(first..<(last < size ? last + 1 : size))
            case .suffix(let length) where length > 0 && size > 0:
                ranges.append(max(0, size - length)..<size)
            case .suffix(let length) where length > 0:
                isWhole = true  // All of an empty file: satisfiable, but Content-Range cannot say it.
            case .from, .suffix:
                break
            }
        }
        if ranges.isEmpty {
            self = isWhole ? .whole : .unsatisfiable
        } else {
            self = specs.count > Self.limit || Self.overlap(ranges) ? .whole : .parts(ranges)
        }
    }

    private enum Spec {
        case from(Int64, last: Int64)
        case suffix(Int64)
    }

    private static func overlap(_ ranges: [Range<Int64>]) -> Bool {
        let sorted = ranges.sorted { $0.lowerBound < $1.lowerBound }
        return zip(sorted, sorted.dropFirst()).contains { $0.upperBound > $1.lowerBound }
    }

    private static func specs(_ bytes: [UInt8]) -> [Spec]? {
        let unit = "bytes="
        guard bytes.count > unit.utf8.count, zip(bytes, unit.utf8).allSatisfy({ $0 | 0x20 == $1 | 0x20 })
        else {
            return nil
        }
        var specs: [Spec] = []
        for element in bytes[unit.utf8.count...].split(separator: UInt8(ascii: ",")) {
            let element = trimmed(element)
            if element.isEmpty { continue }
            guard let spec = spec(element) else { return nil }
            specs.append(spec)
        }
        return specs.isEmpty ? nil : specs
    }

    private static func spec(_ element: ArraySlice<UInt8>) -> Spec? {
        guard let dash = element.firstIndex(of: UInt8(ascii: "-")) else { return nil }
        let first = element[..<dash]
        let last = element[(dash + 1)...]
        if first.isEmpty { return number(last).map { .suffix($0) } }
        guard let from = number(first) else { return nil }
        if last.isEmpty { return .from(from, last: .max) }
        guard let to = number(last), isOrdered(first, last, from, to) else { return nil }
        return .from(from, last: to)
    }

    // Two numbers that both overflowed are compared by their digits.
    private static func isOrdered(
        _ a: ArraySlice<UInt8>,
        _ b: ArraySlice<UInt8>,
        _ from: Int64,
        _ to: Int64
    ) -> Bool {
        guard from == .max, to == .max else { return from <= to }
        let a = a.drop { $0 == UInt8(ascii: "0") }
        let b = b.drop { $0 == UInt8(ascii: "0") }
        return a.count == b.count ? !b.lexicographicallyPrecedes(a) : a.count < b.count
    }

    // Digits only; what does not fit is Int64.max, which is past the end of every file.
    private static func number(_ digits: ArraySlice<UInt8>) -> Int64? {
        guard !digits.isEmpty else { return nil }
        var value: Int64 = 0
        for byte in digits {
            guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
            let (product, isTooLarge) = value.multipliedReportingOverflow(by: 10)
            let (sum, isOver) = product.addingReportingOverflow(Int64(byte - UInt8(ascii: "0")))
            value = isTooLarge || isOver || value == .max ? .max : sum
        }
        return value
    }
}
