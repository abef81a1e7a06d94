/// Which of the contract's bases a home speaks (contract, chapter 1.1).
public enum APIFamily: String, Sendable, Hashable, Codable, CaseIterable {
    /// Ours: `/api/v1`, with uploads that can be resumed and everything newer.
    case hearth = "v1"
    /// `/wangpan/api` of the newer original servers.
    case wangpan
    /// `/api/plugin/wangpan` of the older original servers.
    case plugin

    /// The path that stands between host and route; begins with a slash and ends without one.
    public var basePath: String {
        switch self {
        case .hearth: "/api/v1"
        case .wangpan: "/wangpan/api"
        case .plugin: "/api/plugin/wangpan"
        }
    }
}
