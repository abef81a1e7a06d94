public import HearthClient
import HearthWire

/// What a mirror is about: a folder here and one there, one of which shall become like the other.
public struct MirrorOrder: Sendable {
    /// The area's id.
    public var area: String
    /// The folder here.
    public var local: LocalPath
    /// The folder there.
    public var remote: RemotePath
    /// Which side is the source: here for uploads.
    public var direction: TransferDirection
    /// Which files count as the same.
    public var comparison = TreeComparison.sizeAndTime
    /// Whether what the source does not have goes at the target.
    public var deletes = false
    /// At most so many files and folders go; more, and nothing is done.
    ///
    /// Nil is no limit.
    public var maxDeletions: Int?
    /// Whether a source without files may empty the target.
    public var isForced = false
    /// What is meant, on both sides.
    public var selection = TreeSelection.all
    /// Whether the remote root is encrypted.
    public var isEncrypted = false

    /// Takes what every mirror needs.
    public init(area: String, local: LocalPath, remote: RemotePath, direction: TransferDirection) {
        self.area = area
        self.local = local
        self.remote = remote
        self.direction = direction
    }
}

/// What happens while a mirror works.
public enum MirrorEvent: Sendable {
    /// A folder was made.
    case madeFolder(TreeEntry)
    /// A file is in its place.
    case copied(TreeEntry, isReplacement: Bool)
    /// Something went, with what was in it.
    case deleted(MirrorPlan.Deletion)
    /// Something failed.
    case failed(path: [UInt8], TransferFailure)
}

/// What a mirror came to.
public struct MirrorOutcome: Sendable {
    /// Files that were moved.
    public var copied = 0
    /// Of these, files that were there in another version.
    public var replaced = 0
    /// Folders that were made.
    public var madeFolders = 0
    /// Files and folders that went.
    public var deleted = 0
    /// Files that were the same.
    public var equal = 0
    /// What failed, things that could not be read included.
    public var failed = 0
    /// Of a target's extra files and folders those that stay although they would have gone: something had failed
    /// before.
    public var kept = 0
    /// Bytes that were moved.
    public var bytes: Int64 = 0
    /// Seconds it took.
    public var seconds = 0.0
    /// Why it stopped before its end: signed out, password needed, no space.
    public var stops: [TransferFailure] = []

    /// Nothing yet.
    public init() {}
}

/// Makes one tree like another, in one direction.
///
/// Deletions come last, and only when everything before them went well.
public struct Mirror: Sendable {
    let engine: TransferEngine
    let order: MirrorOrder

    /// Takes the engine that moves the files, and what to do.
    public init(engine: TransferEngine, order: MirrorOrder) {
        self.engine = engine
        self.order = order
    }

    /// The two trees: here and there.
    func listings(
        _ context: TransferContext
    ) async throws(TransferError) -> (local: TreeListing, remote: TreeListing) {
        let (top, selection) = (order.local, order.selection)
        let remote = Task { () async -> Result<TreeListing, TransferError> in
            do throws(TransferError) {
                return .success(
                    try await RemoteScan(context: context, top: order.remote, selection: selection).run()
                )
            } catch {
                return .failure(error)
            }
        }
        let local = await withTaskCancellationHandler {
            do throws(TransferError) {
                return Result<TreeListing, TransferError>.success(
                    try await WorkThreads.runAlone("scan") { () throws(TransferError) in
                        try LocalScan(top: top, selection: selection).run()
                    }
                )
            } catch {
                return .failure(error)
            }
        } onCancel: {
            remote.cancel()
        }
        let found = await remote.value
        if Task.isCancelled { throw TransferError(.cancelled) }
        return (try local.get(), try found.get())
    }

    /// Looks at both sides and says what there is to do; changes nothing.
    ///
    /// - Throws: ``TransferError/Code/localNotFound`` and the server's 10000 for a source that is not there.
    public func plan() async throws(TransferError) -> MirrorPlan {
        let context = try await engine.calls(order.area)
        let (local, remote) = try await listings(context)
        let isUp = order.direction == .upload
        let (source, target) = isUp ? (local, remote) : (remote, local)
        if source.isMissing {
            if isUp { throw TransferError(.localNotFound, order.local.description) }
            throw TransferError(ClientError(.server(code: .resourceNotFound, reason: order.remote.text)))
        }
        var plan = MirrorPlanner(
            source: source,
            target: target,
            comparison: order.comparison,
            deletes: order.deletes
        ).plan()
        let hashes = TreeHashes(context: context, local: order.local, remote: order.remote)
        for verdict in try await hashes.compare(plan.undecided) {
            switch verdict.result {
            case .success(true): plan.equal += 1
            // What cannot be compared is moved; if that fails too, it says why.
            case .success(false), .failure: plan.replacements.append(verdict.entry)
            }
        }
        plan.undecided = []
        return plan
    }

    /// Whether the plan may be done.
    ///
    /// - Throws: ``TransferError/Code/emptySource``, ``TransferError/Code/tooManyDeletions``.
    public func check(_ plan: MirrorPlan) throws(TransferError) {
        let count = plan.deletionCount
        if plan.isSourceEmpty, count > 0, !order.isForced {
            throw TransferError(.emptySource, "\(count)")
        }
        if let limit = order.maxDeletions, count > limit {
            throw TransferError(.tooManyDeletions, "\(count)")
        }
    }
}
