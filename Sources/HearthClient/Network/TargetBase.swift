/// Whose address a target's path belongs to.
public enum TargetBase: String, Sendable, Hashable, CaseIterable {
    /// The drive: `/api/v1`, `/wangpan/api` or `/api/plugin/wangpan`, as the home speaks.
    case drive
    /// The hub: `{host}/api`.
    case hub
    /// The host itself.
    case root
    /// The vendor's cloud: `https://{cloud}/api`.
    case cloud
}

/// The families of paths under which a home answers (contract, 1.1).
public enum APIFamily: String, Sendable, Hashable, Codable, CaseIterable {
    /// Hearth's own: true HTTP statuses, everything that there is.
    case hearth
    /// Phone clients of the contract: 200 for application errors.
    case wangpan
    /// Older and web clients of the contract: the same.
    case plugin

    /// What a drive target's path is put behind.
    public var driveBase: String {
        switch self {
        case .hearth: "/api/v1"
        case .wangpan: "/wangpan/api"
        case .plugin: "/api/plugin/wangpan"
        }
    }
}
