import HearthSQL
import HearthStorage

/// Where a directory lies: partition and path from its top.
struct RootPlace: Hashable, Sendable {
    var partition: Partitions.Key
    var path: VolumePath

    /// A place below this one.
    func below(_ path: VolumePath) -> RootPlace {
        RootPlace(partition: partition, path: VolumePath(self.path.names + path.names))
    }

    /// Whether the other place is this one or lies below it.
    func isSelfOrAncestor(of other: RootPlace) -> Bool {
        partition == other.partition && path.isSelfOrAncestor(of: other.path)
    }
}

extension Root {
    /// Where its directory lies.
    var place: RootPlace { RootPlace(partition: partitionKey, path: path) }
}

/// Who may do what on which root, worked out once from all rows.
///
/// A member row counts as it stands. A share row counts only up to what its granter may do at that place, by whatever
/// way he has it: as member of the folder around, or by another share (server decisions, 3). So rights form a least
/// fixpoint, reached from the member rows upwards: two people who share with each other hold each other up only as
/// long as one of them stands on something else.
final class RightsTable: Sendable {
    /// What folder management gave.
    struct MemberRow: Sendable {
        var root: Int
        var user: Int
        var rights: Rights
    }

    /// What one person gave another.
    struct ShareRow: Sendable, Hashable {
        var id: Int
        var root: Int
        var user: Int
        var granter: Int
        var rights: Rights
        var created: Int64
    }

    /// Every root by its id.
    let roots: [Int: Root]
    /// Every share row, oldest first.
    let shares: [ShareRow]
    private let byPlace: [RootPlace: Int]
    private let members: [Int: [Int: Rights]]
    /// By user, then root; raw, so that a row without read is still a row.
    private let rights: [Int: [Int: Rights]]

    /// Works the rights out; the order of rows does not matter.
    init(roots all: [Root], members rows: [MemberRow], shares: [ShareRow]) {
        roots = all.reduce(into: [:]) { $0[$1.id] = $1 }
        byPlace = all.reduce(into: [:]) { $0[$1.place] = $1.id }
        self.shares = shares.sorted { $0.id < $1.id }
        var members: [Int: [Int: Rights]] = [:]
        for row in rows { members[row.user, default: [:]][row.root, default: []].formUnion(row.rights) }
        self.members = members
        rights = Self.fixpoint(roots, byPlace, members, self.shares)
    }

    /// Grows the rights of the member rows by shares until nothing changes.
    ///
    /// Each (user, root) grows at most three times, and each time only the shares which that user gave are looked
    /// at again.
    private static func fixpoint(
        _ roots: [Int: Root],
        _ byPlace: [RootPlace: Int],
        _ members: [Int: [Int: Rights]],
        _ shares: [ShareRow]
    ) -> [Int: [Int: Rights]] {
        var rights = members
        var chains: [Int: [Int]] = [:]
        var given: [Int: [Int]] = [:]
        for (index, share) in shares.enumerated() {
            given[share.granter, default: []].append(index)
            if chains[share.root] == nil, let root = roots[share.root] {
                chains[share.root] = chain(at: root.place, byPlace)
            }
        }
        var pending = Array(shares.indices)
        while let index = pending.popLast() {
            let share = shares[index]
            let own = union(of: share.granter, chains[share.root] ?? [], rights)
            let old = rights[share.user]?[share.root] ?? []
            let new = old.union(share.rights.effective.intersection(own))
            if new == old { continue }
            rights[share.user, default: [:]][share.root] = new
            pending.append(contentsOf: given[share.user] ?? [])
        }
        return rights
    }

    private static func union(of user: Int, _ chain: [Int], _ rights: [Int: [Int: Rights]]) -> Rights {
        guard let own = rights[user] else { return [] }
        return chain.reduce(into: []) { $0.formUnion(own[$1]?.effective ?? []) }
    }

    /// The roots whose directory is at a place or above it, outermost first.
    private static func chain(at place: RootPlace, _ byPlace: [RootPlace: Int]) -> [Int] {
        let names = place.path.names
        return (0...names.count).compactMap { count in
            byPlace[RootPlace(partition: place.partition, path: VolumePath(Array(names[..<count])))]
        }
    }
}

extension RightsTable {
    /// A user's rights on a root; nil when nothing names him there, or only shares that count for nothing.
    ///
    /// May lack read: then the root is hidden from him (10019).
    func rights(of user: Int, on root: Int) -> Rights? { rights[user]?[root] }

    /// What a user may do with a directory by any root at it or above it.
    func rights(of user: Int, at place: RootPlace) -> Rights {
        Self.union(of: user, chain(at: place), rights)
    }

    /// What one share row gives as things stand.
    func contribution(of share: ShareRow) -> Rights {
        guard let root = roots[share.root] else { return [] }
        return share.rights.effective.intersection(rights(of: share.granter, at: root.place))
    }

    /// What folder management gave a user on a root.
    func memberRights(of user: Int, on root: Int) -> Rights? { members[user]?[root] }

    /// Every root with rights of a user.
    func rights(of user: Int) -> [Int: Rights] { rights[user] ?? [:] }

    /// The roots whose directory is at a place or above it, outermost first.
    func chain(at place: RootPlace) -> [Int] { Self.chain(at: place, byPlace) }

    /// The first-level root around a place; nil when it lies in none.
    func folder(around place: RootPlace) -> Root? {
        for id in chain(at: place) {
            if let root = roots[id], root.isFirstLevel { return root }
        }
        return nil
    }

    /// The place of a path below a root; nil for an unknown root.
    func place(_ root: Int, _ path: VolumePath) -> RootPlace? { roots[root]?.place.below(path) }

    /// Directories shared by themselves at a place or below it.
    func shared(in place: RootPlace) -> [Root] {
        roots.values.filter { !$0.isFirstLevel && place.isSelfOrAncestor(of: $0.place) }
    }

    /// Whether a user decides over a folder: his personal one, a managed one that he made; the owner of the area over
    /// every managed folder and the family's.
    func manages(_ user: User, _ folder: Root) -> Bool {
        switch folder.kind {
        case .personal: folder.owner == user.id
        case .managed: user.isOwner || folder.creator == user.id
        case .family: user.isOwner
        case .direct: false
        }
    }
}

extension RightsTable {
    /// Reads all rows; they are few.
    static func load(_ session: any SQLSession) throws -> RightsTable {
        func rights(_ row: SQLRow, _ first: Int) throws -> Rights {
            var rights: Rights = []
            if try row.bool(first) { rights.insert(.read) }
            if try row.bool(first + 1) { rights.insert(.write) }
            if try row.bool(first + 2) { rights.insert(.delete) }
            return rights
        }
        return RightsTable(
            roots: try session.query("SELECT \(Root.columns) FROM roots r").map { try Root(row: $0) },
            members: try session.query(
                "SELECT root, user, can_read, can_write, can_delete FROM grants WHERE source = 'member'"
            ).map { row in
                MemberRow(root: Int(try row.int(0)), user: Int(try row.int(1)), rights: try rights(row, 2))
            },
            shares: try session.query(
                "SELECT id, root, user, granted_by, can_read, can_write, can_delete, created FROM shares"
            ).map { row in
                ShareRow(
                    id: Int(try row.int(0)),
                    root: Int(try row.int(1)),
                    user: Int(try row.int(2)),
                    granter: Int(try row.int(3)),
                    rights: try rights(row, 4),
                    created: try row.int(7)
                )
            }
        )
    }
}
