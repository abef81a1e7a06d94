import HearthConcurrency
import HearthSQL
import HearthStorage
import HearthWire

/// A copy or a move of several entries into one directory (wangpan-api, 4.7).
package struct TransferRequest: Sendable {
    /// What to do.
    package enum Action: String, Sendable {
        /// Leave the sources where they are.
        case copy
        /// Take them away.
        case move
    }

    /// Copy or move.
    package let action: Action
    /// An existing directory.
    package let destination: ResourcePath
    /// At least one.
    package let sources: [ResourcePath]
    /// What to do with a name that is taken; nil is the contract's refusal (10001).
    package let conflict: ConflictPolicy?
    /// `If-Match` tags, one of which every replaced file must have; empty = no condition.
    package let expected: [String]

    /// All parts are required.
    package init(
        action: Action,
        destination: ResourcePath,
        sources: [ResourcePath],
        conflict: ConflictPolicy?,
        expected: [String] = []
    ) {
        self.action = action
        self.expected = expected
        self.destination = destination
        self.sources = sources
        self.conflict = conflict
    }

    struct Key: Hashable, Sendable {
        var user: Int
        var action: String
        var destination: ResourcePath
        var sources: [ResourcePath]
        var conflict: ConflictPolicy?
        var expected: [String]
    }
}

/// One source of a transfer, checked.
private struct TransferItem: Sendable {
    var access: RootAccess
    var path: VolumePath
    var name: FileName
    var info: FileInfo
    /// What holds the name at the destination.
    var present: FileInfo?
}

extension Files {
    /// Copies or moves entries into a directory.
    ///
    /// Every source is checked before the first is touched. The work goes on when the client hangs up; an
    /// identical request joins it.
    ///
    /// - Returns: the entries at their new places, without those that were skipped.
    /// - Throws: in the contract's order: 2, 10000, 10007; then for each source 10002, 10025, 10001, 10022 or
    ///   10023; then 10030.
    package func transfer(_ request: TransferRequest, _ caller: Caller) async throws -> [Resource] {
        let key = TransferRequest.Key(
            user: caller.user.id,
            action: request.action.rawValue,
            destination: request.destination,
            sources: request.sources,
            conflict: request.conflict,
            expected: request.expected
        )
        return try await transfers.run(key) { [self] in try await transferNow(request, caller) }
    }

    private func transferNow(_ request: TransferRequest, _ caller: Caller) async throws -> [Resource] {
        if request.sources.isEmpty { throw DriveError(.badRequest) }
        let (target, directory) = try await access(request.destination, caller)
        let volume = target.volume
        let info = try await blocking.run { try storage { try volume.info(directory) } }
        guard info.kind == .directory else { throw DriveError(.destinationNotDirectory) }
        var items: [TransferItem] = []
        var names: Set<FileName> = []
        for source in request.sources {
            let item = try await check(source, request, target, directory, info, caller)
            if !names.insert(item.name).inserted, request.conflict != .rename {
                throw DriveError(.destinationNameTaken)
            }
            items.append(item)
        }
        try await checkSpace(for: items, request.action, on: volume)
        var results: [Resource] = []
        for item in items {
            if item.present != nil, request.conflict == .skip { continue }
            results.append(try await perform(item, request, target, directory, caller))
        }
        return results
    }

    private func check(
        _ source: ResourcePath,
        _ request: TransferRequest,
        _ target: RootAccess,
        _ directory: VolumePath,
        _ directoryInfo: FileInfo,
        _ caller: Caller
    ) async throws -> TransferItem {
        let (access, path) = try await access(source, caller)
        let isSameRoot = access.root.id == target.root.id
        if isSameRoot, path.parent == directory, request.conflict != .rename || request.action == .move {
            throw DriveError(.alreadyThere)
        }
        if isSameRoot, path.isSelfOrAncestor(of: directory) { throw DriveError(.destinationInsideSource) }
        let name: FileName
        if let last = path.last {
            name = last
        } else {
            // A whole root is copied under its label; it is moved by folder management only.
            if request.action == .move { throw DriveError(.forbidden) }
            name = try NamePolicy.open.name(access.root.name)
        }
        let sourceVolume = access.volume
        let targetVolume = target.volume
        let place = directory.appending(name)
        let (info, present) = try await blocking.run {
            // A link is moved as what it is, and copied as what it leads to.
            let info = try storage {
                try request.action == .move ? sourceVolume.entryInfo(path) : sourceVolume.info(path)
            }
            return (info, try targetVolume.entryIfPresent(place))
        }
        if info.kind == .other, request.action == .copy { throw DriveError(.resourceNotFound) }
        // A link inside the root can lead the same directory in under another path.
        if info.inode == directoryInfo.inode, info.device == directoryInfo.device {
            throw DriveError(.destinationInsideSource)
        }
        if let present {
            switch request.conflict {
            case nil, .fail: throw DriveError(.destinationNameTaken)
            case .replace where info.kind != .file || present.kind != .file:
                throw DriveError(.destinationNameTaken)
            case .replace: try tags.check(request.expected, present, now: clock)
            case .rename, .skip: break
            }
        }
        if !target.rights.contains(.write) {
            throw DriveError(request.action == .move ? .noMoveRight : .forbidden)
        }
        if request.action == .move, !access.rights.contains(.delete) { throw DriveError(.noMoveRight) }
        return TransferItem(access: access, path: path, name: name, info: info, present: present)
    }

    /// Copies, and moves between partitions, need the sum of the sources and a byte more.
    private func checkSpace(
        for items: [TransferItem],
        _ action: TransferRequest.Action,
        on volume: any Volume
    ) async throws {
        try await blocking.run {
            var needed: Int64 = 0
            for item in items where action == .copy || item.access.volume.partitionID != volume.partitionID {
                needed += try storage { try item.access.volume.treeSize(item.path) }.bytes
            }
            if needed == 0 { return }
            guard try storage({ try volume.space() }).free > needed else {
                throw DriveError(.destinationFull)
            }
        }
    }

    private func perform(
        _ item: TransferItem,
        _ request: TransferRequest,
        _ target: RootAccess,
        _ directory: VolumePath,
        _ caller: Caller
    ) async throws -> Resource {
        var attempt = 0
        while true {
            let name = attempt == 0 ? item.name : FreeName.candidate(item.name, attempt)
            guard let name, attempt < 10_000 else { throw DriveError(.destinationNameTaken) }
            let place = directory.appending(name)
            do {
                let info = try await put(item, at: place, request, target, caller)
                return Resource(root: target.root.id, path: place, info: info)
            } catch let error as DriveError
                where error.code == .destinationNameTaken && request.conflict == .rename
            {
                attempt += 1
            }
        }
    }

    private func put(
        _ item: TransferItem,
        at place: VolumePath,
        _ request: TransferRequest,
        _ target: RootAccess,
        _ caller: Caller
    ) async throws -> FileInfo {
        let replaces = request.conflict == .replace && item.present != nil
        let isRename = request.action == .move && item.access.volume.partitionID == target.volume.partitionID
        if isRename {
            let move = MoveIntent(
                sourceRoot: item.access.root.id,
                source: item.path,
                finalRoot: target.root.id,
                final: place,
                inode: item.info.inode,
                user: caller.user.id
            )
            do {
                return try await move.perform(roots) { [blocking] in
                    try await blocking.run {
                        try storage(exists: .destinationNameTaken) {
                            try item.access.volume.rename(
                                item.path,
                                to: place,
                                on: target.volume,
                                replace: replaces
                            )
                        }
                        return try storage { try target.volume.entryInfo(place) }
                    }
                }.info
            } catch let error as DriveError where (error.cause as? StorageError)?.code == .crossVolume {
                // A mount below the root: fall through to copy and delete.
            }
        }
        let info = try await blocking.run {
            try Self.copy(item, to: place, on: target.volume, replacing: replaces ? item.present : nil)
            return try storage { try target.volume.info(place) }
        }
        if request.action == .move {
            let root = item.access.root.id
            _ = try await roots.carried(
                from: (root, item.path),
                to: (target.root.id, place),
                by: caller.user.id
            )
            try await roots.removing(root, item.path, by: caller.user.id) { [blocking] in
                try await blocking.run { try storage { try item.access.volume.remove(item.path) { _ in } } }
            }
        }
        return info
    }

    private static func copy(
        _ item: TransferItem,
        to place: VolumePath,
        on volume: any Volume,
        replacing present: FileInfo?
    ) throws {
        try storage(exists: .destinationNameTaken) {
            guard let present else {
                return try item.access.volume.copy(item.path, to: place, on: volume) { _ in }
            }
            let source = try item.access.volume.open(item.path)
            let staged = try volume.stage(id: try UploadID.make(prefix: "copy"), size: source.info.size)
            do {
                try StagedCopy.copy(from: source, to: staged, length: source.info.size)
                try staged.setModified(source.info.modified)
                try staged.sync()
                _ = try volume.publish(staged, at: place, mode: .replace(expecting: present))
            } catch {
                try? volume.discardStaged(id: staged.id)
                throw error
            }
        }
    }
}
