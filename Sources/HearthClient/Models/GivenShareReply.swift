/// The reply to a change of a share.
public struct GivenShareReply: Codable, Sendable, Hashable {
    /// The share as it is now.
    public var share: GivenShare

    private enum CodingKeys: String, CodingKey {
        case share
    }

    /// Takes every field as it is.
    public init(
        share: GivenShare
    ) {
        self.share = share
    }
}

extension GivenShareReply: LenientModel {
    static var required: [String] { ["share"] }
}
