public import HearthWire

/// What happens to areas, for whoever shows them.
public enum AreaEvent: Sendable, Hashable {
    /// Somebody signed in.
    case added(Area)
    /// Something about an area is different.
    case changed(Area)
    /// An area is gone with its secrets.
    case removed(Area)
    /// Another area is the current one, or none.
    case currentChanged(Area?)
    /// The server no longer accepts the area's token: told once, however many requests failed (contract, 13.4).
    case sessionEnded(Area, WireCode)
}
