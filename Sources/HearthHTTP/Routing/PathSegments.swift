/// The segments of a request path, each decoded exactly once.
///
/// The raw path is split at `/` and at `%2F`, empty segments are dropped, and then each is decoded. A segment is
/// therefore never empty and never holds a `/`. `.`, `..` and NUL are kept: whoever owns the names refuses
/// them; nothing here cleans a path.
package struct PathSegments: Sendable, Hashable {
    private let bytes: [UInt8]
    private let ends: [Int]

    /// No segments: the root.
    package init() {
        bytes = []
        ends = []
    }

    /// Splits and decodes; nil when a `%` is not followed by two hexadecimal digits.
    ///
    /// - Parameter rawPath: the path as it came, without the query.
    package init?(rawPath: [UInt8]) {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(rawPath.count)
        var ends: [Int] = []
        ends.reserveCapacity(8)
        var start = 0
        var index = 0
        while index < rawPath.count {
            var byte = rawPath[index]
            index += 1
            var isSeparator = byte == UInt8(ascii: "/")
            if byte == UInt8(ascii: "%") {
                guard index + 1 < rawPath.count, let high = PercentDecoding.hexValue(rawPath[index]),
                    let low = PercentDecoding.hexValue(rawPath[index + 1])
                else { return nil }
                index += 2
                byte = high << 4 | low
                isSeparator = byte == UInt8(ascii: "/")
            }
            if !isSeparator {
                decoded.append(byte)
            } else if decoded.count > start {
                ends.append(decoded.count)
                start = decoded.count
            }
        }
        if decoded.count > start { ends.append(decoded.count) }
        bytes = decoded
        self.ends = ends
    }

    /// The number of segments.
    package var count: Int { ends.count }

    /// One segment.
    ///
    /// - Parameter index: zero-based, below ``count``.
    package subscript(index: Int) -> ArraySlice<UInt8> {
        bytes[(index == 0 ? 0 : ends[index - 1])..<ends[index]]
    }

    /// The segments from one on.
    ///
    /// - Parameter index: zero-based; at ``count`` or above the result is empty.
    /// - Returns: copies, in order.
    package func from(_ index: Int) -> [[UInt8]] {
        guard index < count else { return [] }
        return (index..<count).map { Array(self[$0]) }
    }
}
