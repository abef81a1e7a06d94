/// The number in an envelope's `status`: 0 for success, otherwise why not.
///
/// An open set: servers pass numbers of other services through, and newer servers know more of them.
public struct WireCode: RawRepresentable, Hashable, Sendable {
    /// The number on the wire.
    public let rawValue: Int

    /// Takes any number.
    public init(rawValue: Int) { self.rawValue = rawValue }

    init(_ rawValue: Int) { self.rawValue = rawValue }

    /// The text for people: what happened and what they can do.
    ///
    /// - Parameters:
    ///   - language: every code of the contract has a text in each.
    ///   - argument: what the text may name: the parameter of ``illegalParameter``, the largest capacity of
    ///     ``capacityTooLarge``, the seconds to wait of ``throttled``. Ignored by texts without a place for it.
    /// - Returns: one or two sentences; for a number that is not in the contract one that holds the number.
    public func reason(_ language: WireLanguage, argument: String? = nil) -> String {
        guard let text = WireText.table[rawValue] else {
            return language == .chinese ? "操作失败（错误码 \(rawValue)）" : "The request failed (code \(rawValue))."
        }
        return text.formatted(language, argument: argument)
    }

    /// Every code of the contract, ascending.
    public static var all: [WireCode] { WireText.table.keys.sorted().map { WireCode($0) } }
}

extension WireCode: CustomStringConvertible {
    /// The number as text.
    public var description: String { String(rawValue) }
}

extension WireCode: Codable {
    /// Reads the number.
    public init(from decoder: any Decoder) throws {
        self.init(rawValue: try decoder.singleValueContainer().decode(Int.self))
    }

    /// Writes the number.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}
