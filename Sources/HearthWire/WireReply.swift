/// An envelope as a client reads it.
public struct WireReply<Value: Decodable>: Decodable {
    /// 0 for success.
    public let status: WireCode
    /// The text for people; empty when the server sent none.
    public let reason: String
    /// Nil on failure, even if the server put an empty object there, and where a reply has no data.
    public let data: Value?

    private enum CodingKeys: CodingKey { case status, reason, data }

    /// Reads the code first: data of a failure is never decoded.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        status = try container.decode(WireCode.self, forKey: .status)
        reason = try container.decodeIfPresent(String.self, forKey: .reason) ?? ""
        data = status == .ok ? try container.decodeIfPresent(Value.self, forKey: .data) : nil
    }
}

extension WireReply: Sendable where Value: Sendable {}

/// The data of a list reply.
public struct WireList<Element: Decodable>: Decodable {
    /// The rows of this page.
    public let list: [Element]
    /// Where the page lies.
    public let pager: WirePager
}

extension WireList: Sendable where Element: Sendable {}
