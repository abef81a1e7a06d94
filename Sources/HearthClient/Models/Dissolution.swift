/// How far the end of a home's data is (contract, 5.8).
public struct Dissolution: Codable, Sendable, Hashable {
    /// 1 at work, 2 failed, 3 done.
    public var status: Int

    private enum CodingKeys: String, CodingKey {
        case status = "remove_status"
    }

    /// Takes every field as it is.
    public init(
        status: Int
    ) {
        self.status = status
    }
}

extension Dissolution: LenientModel {
    static var required: [String] { ["remove_status"] }
}
