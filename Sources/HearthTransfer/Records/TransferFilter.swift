/// Which records are meant.
public struct TransferFilter: Sendable {
    /// One direction, or both.
    public var direction: TransferDirection?
    /// One area, or all.
    public var area: String?
    /// These states, or all.
    public var statuses: Set<TransferStatus>?
    /// Records after this one.
    public var after: TransferID?
    /// At most so many.
    public var limit: Int

    /// Everything unless given otherwise.
    public init(
        direction: TransferDirection? = nil,
        area: String? = nil,
        statuses: Set<TransferStatus>? = nil,
        after: TransferID? = nil,
        limit: Int = 1_000
    ) {
        self.direction = direction
        self.area = area
        self.statuses = statuses
        self.after = after
        self.limit = limit
    }
}
