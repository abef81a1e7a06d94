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
