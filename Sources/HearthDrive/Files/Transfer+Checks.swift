import HearthConcurrency
import HearthStorage
import HearthWire

/// Where a transfer goes, looked up.
struct TransferTarget: Sendable {
    var access: RootAccess
    var directory: VolumePath
    var info: FileInfo

    /// The directory on its partition, by whatever root it was named.
    var place: RootPlace { access.root.place.below(directory) }
}

/// One source of a transfer, looked up and checked.
struct TransferItem: Sendable {
    var access: RootAccess
    /// The entry on its partition.
    var real: RootPlace
    /// The entry to act on: of a bare shared directory the one in the folder around it.
    var place: RootStore.Place
    var name: FileName
    var info: FileInfo
    /// What holds the name at the destination.
    var present: FileInfo?
}

/// The contract's checks, in its order (wangpan-api, 4.7).
extension Files {
    /// The destination; a folder that has a task refuses only a transfer that has not begun.
    func target(
        of request: TransferRequest,
        _ caller: Caller,
        refusesBusy: Bool
    ) async throws -> TransferTarget {
        let (access, directory) = try await access(
            request.destination,
            caller,
            busy: refusesBusy ? .destinationBusy : nil
        )
        let volume = access.volume
        let info = try await blocking.run { try storage { try volume.info(directory) } }
        guard info.kind == .directory else { throw DriveError(.destinationNotDirectory) }
        return TransferTarget(access: access, directory: directory, info: info)
    }

    /// One source against the destination.
    func check(
        _ source: ResourcePath,
        _ request: TransferRequest,
        _ target: TransferTarget,
        _ caller: Caller,
        refusesBusy: Bool
    ) async throws -> TransferItem {
        let (root, rights, named) = try await known(source, caller, busy: refusesBusy ? .sourceBusy : nil)
        let isMove = request.action == .move
        let real = root.place.below(named)
        try Self.checkPlaces(real, target.place, request)
        let isInside = root.id == target.access.root.id
        if root.isEncrypted, !isInside { try await checkLeaving(root, rights, named, request, target) }
        let access = isInside ? target.access : try await roots.access(root.id, for: caller)
        let path = try access.stored(try source.requireRoot().path)
        // A first-level folder is copied under its label; only folder management moves it, which `place` says.
        var place = RootStore.Place(root: access.root.id, path: path, volume: access.volume)
        if isMove, path.isRoot, access.root.isFirstLevel { place = try await roots.place(of: access, path) }
        let name = try target.access.root.normalized(try Self.name(of: access.root, path))
        let (info, present) = try await blocking.run {
            try Self.look(
                at: path,
                access,
                isMove: isMove,
                target.access.volume,
                target.directory.appending(name)
            )
        }
        if info.kind == .other, !isMove { throw DriveError(.resourceNotFound) }
        // A link inside the root can lead the same directory in under another path.
        if info.inode == target.info.inode, info.device == target.info.device {
            throw DriveError(.destinationInsideSource)
        }
        if let present { try refuse(present, info, request) }
        try Self.checkRights(access.rights, target.access.rights, request)
        // A link would lead nowhere from inside an encrypted folder.
        if info.kind == .other, target.access.root.isEncrypted, !isInside { throw DriveError(.illegalPath) }
        if isMove {
            try await checkMove(access, path, info, target, caller)
            if path.isRoot { place = try await roots.place(of: access, path) }
        }
        return TransferItem(
            access: access,
            real: real,
            place: place,
            name: name,
            info: info,
            present: present
        )
    }

    /// What the places alone say.
    ///
    /// - Throws: 10002, 10025.
    static func checkPlaces(
        _ source: RootPlace,
        _ destination: RootPlace,
        _ request: TransferRequest
    ) throws {
        if source.partition == destination.partition, source.path.parent == destination.path,
            request.action == .move || request.conflict != .rename
        {
            throw DriveError(.alreadyThere)
        }
        if source.isSelfOrAncestor(of: destination) { throw DriveError(.destinationInsideSource) }
    }

    /// - Throws: 10022 for a move, 10023 for a copy.
    static func checkRights(_ source: Rights, _ destination: Rights, _ request: TransferRequest) throws {
        let isMove = request.action == .move
        if !destination.contains(.write) { throw DriveError(isMove ? .noMoveRight : .forbidden) }
        if isMove, !source.contains(.delete) { throw DriveError(.noMoveRight) }
    }

    /// The name at the destination.
    static func name(of root: Root, _ path: VolumePath) throws -> FileName {
        if let last = path.last { return last }
        if !root.isFirstLevel, let last = root.path.last { return last }
        return try NamePolicy.open.name(root.name)
    }

    private static func look(
        at path: VolumePath,
        _ access: RootAccess,
        isMove: Bool,
        _ target: any Volume,
        _ place: VolumePath
    ) throws -> (FileInfo, FileInfo?) {
        // A link is moved as what it is, and copied as what it leads to.
        let info = try storage {
            isMove && !path.isRoot ? try access.volume.entryInfo(path) : try access.volume.info(path)
        }
        return (info, try target.entryIfPresent(place))
    }

    /// A name that is taken.
    private func refuse(_ present: FileInfo, _ info: FileInfo, _ request: TransferRequest) throws {
        switch request.conflict {
        case nil, .fail: throw DriveError(.destinationNameTaken)
        case .replace where info.kind != .file || present.kind != .file:
            throw DriveError(.destinationNameTaken)
        case .replace: try tags.check(request.expected, present, now: clock)
        case .rename, .skip: break
        }
    }

    /// What others shared stays in the folder it was shared from; what is shared does not go into a vault.
    private func checkMove(
        _ access: RootAccess,
        _ path: VolumePath,
        _ info: FileInfo,
        _ target: TransferTarget,
        _ caller: Caller
    ) async throws {
        try await checkReceived(access.root, path, target.access.root, caller)
        if info.kind == .directory {
            try await roots.checkMove(from: (access.root.id, path), to: target.access.root.id)
        }
    }

    /// - Throws: 10009.
    func checkReceived(
        _ source: Root,
        _ path: VolumePath,
        _ destination: Root,
        _ caller: Caller
    ) async throws {
        guard source.id != destination.id, try await roots.isReceived(source.id, by: caller.user.id) else {
            return
        }
        var staysInside = false
        if path.isRoot {
            staysInside = try await roots.containing(source.id) == roots.containing(destination.id)
        }
        if !staysInside { throw DriveError(.sharedStaysInside) }
    }
}
