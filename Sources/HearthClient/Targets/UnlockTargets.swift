/// Lists the encrypted folders that are open for this token.
public struct ListUnlocks: Target {
    /// How it is read.
    public typealias Response = ListPage<OpenFolder>

    /// Makes one.
    public init() {}

    /// `/unlocks`.
    public var path: String { "/unlocks" }
    /// Servers of the contract have none.
    public var isHearthOnly: Bool { true }
}

/// Shuts an encrypted folder; quiet for one that is not open.
public struct LockFolder: Target {
    /// Nothing.
    public typealias Response = Void
    /// The folder's number.
    public var id: Int
    /// For all tokens of the same member.
    public var everywhere: Bool

    /// Takes every part as it is.
    public init(_ id: Int, everywhere: Bool = false) {
        self.id = id
        self.everywhere = everywhere
    }

    /// `/unlocks/{…}`.
    public var path: String { "/unlocks/\(id)" }
    /// DELETE.
    public var method: TargetMethod { .delete }
    /// The query.
    public var task: TargetTask { everywhere ? .query([("everywhere", "true")]) : .plain }
    /// Servers of the contract have none.
    public var isHearthOnly: Bool { true }
}

/// Shuts every encrypted folder.
public struct LockAllFolders: Target {
    /// Nothing.
    public typealias Response = Void
    /// For all tokens of the same member.
    public var everywhere: Bool

    /// Takes every part as it is.
    public init(everywhere: Bool = false) {
        self.everywhere = everywhere
    }

    /// `/unlocks`.
    public var path: String { "/unlocks" }
    /// DELETE.
    public var method: TargetMethod { .delete }
    /// The query.
    public var task: TargetTask { everywhere ? .query([("everywhere", "true")]) : .plain }
    /// Servers of the contract have none.
    public var isHearthOnly: Bool { true }
}
