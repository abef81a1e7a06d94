import HearthClient
import HearthWire

/// How two trees differ.
public struct TreeCheck: Sendable {
    /// One difference.
    public struct Difference: Sendable, Hashable {
        /// What it is.
        public enum Kind: String, Sendable, Hashable, CaseIterable {
            /// Only here.
            case onlyLocal = "only_local"
            /// Only there.
            case onlyRemote = "only_remote"
            /// A file on one side, a folder on the other.
            case kind
            /// Other lengths.
            case size
            /// The same length, other times.
            case time
            /// The same length, other bytes.
            case content
        }

        /// Here, or there where it is only there.
        public var entry: TreeEntry
        /// What it is.
        public var kind: Kind
    }

    /// Every difference, by path.
    public var differences: [Difference] = []
    /// Files that are the same.
    public var equal = 0
    /// What could not be read or compared.
    public var problems: [TreeListing.Problem] = []
    /// Links and the like, which do not count.
    public var leftOut: [TreeListing.Problem] = []

    /// Compares two trees; pure.
    ///
    /// - Returns: the result, and the files of one length whose bytes must be compared.
    static func compare(
        _ local: TreeListing,
        _ remote: TreeListing,
        _ comparison: TreeComparison
    ) -> (check: TreeCheck, undecided: [TreeEntry]) {
        var check = TreeCheck()
        var undecided: [TreeEntry] = []
        check.problems = local.problems + remote.problems
        check.leftOut = local.leftOut + remote.leftOut
        for entry in local.sorted where !remote.isClosed(entry.path) {
            guard let other = remote.entries[entry.path] else {
                check.differences.append(.init(entry: entry, kind: .onlyLocal))
                continue
            }
            guard entry.kind == other.kind else {
                check.differences.append(.init(entry: entry, kind: .kind))
                continue
            }
            guard entry.kind == .file else { continue }
            if entry.size != other.size {
                check.differences.append(.init(entry: entry, kind: .size))
            } else if comparison == .checksum, entry.size > 0 {
                undecided.append(entry)
            } else if comparison == .sizeAndTime, entry.modified != other.modified {
                check.differences.append(.init(entry: entry, kind: .time))
            } else {
                check.equal += 1
            }
        }
        for entry in remote.sorted where local.entries[entry.path] == nil && !local.isClosed(entry.path) {
            check.differences.append(.init(entry: entry, kind: .onlyRemote))
        }
        return (check, undecided)
    }
}

extension Mirror {
    /// Compares both sides; changes nothing.
    ///
    /// - Throws: for a side that is not there or cannot be listed.
    public func compare() async throws(TransferError) -> TreeCheck {
        let context = try await engine.calls(order.area)
        let (local, remote) = try await listings(context)
        if local.isMissing { throw TransferError(.localNotFound, order.local.description) }
        if remote.isMissing {
            throw TransferError(ClientError(.server(code: .resourceNotFound, reason: order.remote.text)))
        }
        var (check, undecided) = TreeCheck.compare(local, remote, order.comparison)
        let hashes = TreeHashes(context: context, local: order.local, remote: order.remote)
        for verdict in try await hashes.compare(undecided) {
            switch verdict.result {
            case .success(true): check.equal += 1
            case .success(false): check.differences.append(.init(entry: verdict.entry, kind: .content))
            case .failure(let error): check.problems.append(.init(path: verdict.entry.path, error: error))
            }
        }
        check.differences.sort { $0.entry.path.lexicographicallyPrecedes($1.entry.path) }
        return check
    }
}
