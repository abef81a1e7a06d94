/// What happens when a destination's name is taken: `on_conflict`.
public enum WireConflictRule: String, Codable, Sendable, CaseIterable {
    /// Choose a free name, `name(1).ext`; the contract's own behaviour.
    case rename
    /// Refuse with ``WireCode/nameInUse``.
    case fail
    /// Swap the new file in at once; `If-Match` is honoured.
    case replace
    /// Leave what is there and report it.
    case skip
}
