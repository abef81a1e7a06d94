/// Names one record of a queue; never used again in the same queue.
public struct TransferID: RawRepresentable, Hashable, Sendable, Codable, Comparable, CustomStringConvertible {
    /// The row's number, from 1.
    public let rawValue: Int64

    /// Takes any number.
    public init(rawValue: Int64) { self.rawValue = rawValue }

    /// Older records come first.
    public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }

    /// The number as text.
    public var description: String { String(rawValue) }
}
