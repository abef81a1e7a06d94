package import HearthHTTP
import HearthWire

/// One of the bases under which the same handlers answer (architecture, 4).
package enum APIBase: String, Sendable, CaseIterable {
    /// Our own clients: true HTTP statuses.
    case v1 = "/api/v1"
    /// Phone clients of the wangpan API: 200 for application errors.
    case wangpan = "/wangpan/api"
    /// Older and web clients: the same.
    case plugin = "/api/plugin/wangpan"
    /// A prefix that some Android builds put in front by accident.
    case doubled = "/api/wangpan/api"
    /// The hub's own routes.
    case hub = "/api"

    /// The bases that carry the drive's routes.
    static let drive: [APIBase] = [.v1, .wangpan, .plugin, .doubled]

    /// Whether application errors carry their own HTTP status.
    package var usesTrueStatus: Bool { self == .v1 }

    /// What `reason` is written in when the client does not say: the original is Chinese.
    var fallbackLanguage: WireLanguage { self == .v1 ? .english : .chinese }

    /// Which names may be created here (server decisions, 1).
    var allowsEveryName: Bool { self == .v1 }

    /// The base of a request's path; nil for pages and unknown paths.
    package init?(_ request: HTTPRequest) {
        let text = String(decoding: request.rawPath.prefix(64), as: UTF8.self)
        let pieces = text.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: true)
        switch (pieces.first, pieces.dropFirst().first) {
        case ("api", "v1"): self = .v1
        case ("wangpan", "api"): self = .wangpan
        case ("api", "plugin"): self = .plugin
        case ("api", "wangpan"): self = .doubled
        case ("api", _): self = .hub
        default: return nil
        }
    }
}
