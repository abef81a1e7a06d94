import HearthConcurrency
import HearthStorage
import HearthWire

/// Copies and moves whose destination is an encrypted folder.
///
/// The volume shows a copy in one step and only when it is durable, so nothing is built in a hidden directory first,
/// which would hold plain bytes. The price is that a copy is made inside the gate.
extension TransferRun {
    /// A move inside one encrypted folder: a rename, which no row has to follow.
    ///
    /// - Returns: false for anything else.
    func moveInside(_ item: TransferItem, _ target: TransferTarget) async throws -> Bool {
        guard request.action == .move, item.access.root.id == target.access.root.id else { return false }
        let replaces = request.conflict == .replace && item.present != nil
        let volume = target.access.volume
        let put = try await named(item, target) { [blocking] place in
            try await blocking.run {
                try storage(exists: .destinationNameTaken) {
                    try item.place.volume.rename(item.place.path, to: place, on: volume, replace: replaces)
                    return Resource(
                        root: target.access.root.id,
                        path: place,
                        info: try volume.entryInfo(place)
                    )
                }
            }
        }
        if let put { placed(put) } else { journal.skip() }
        return true
    }

    /// A copy into an encrypted folder, or a move from a plain one.
    ///
    /// - Returns: false when something changed so that all of it has to be looked at again.
    func transferIntoVault(
        _ source: ResourcePath,
        _ item: TransferItem,
        _ target: TransferTarget
    ) async throws -> Bool {
        if request.action == .move { return try await moveIntoVault(source, item, target) }
        if request.conflict == .replace, item.present != nil { return try await copyReplacing(source, item) }
        let put = try await copyIntoVault(source)
        if let put { placed(put) } else { journal.skip() }
        return true
    }

    /// Copies to a free name, as the request's policy finds it.
    ///
    /// - Returns: nil when there is one already that is to stay.
    private func copyIntoVault(_ source: ResourcePath) async throws -> Resource? {
        try await gated(source) { () async throws -> Resource? in
            let (item, target) = try await lookUp(source)
            let volume = target.access.volume
            return try await named(item, target) { [blocking] place in
                try await blocking.run {
                    // Known before gigabytes are sealed for nothing.
                    if try volume.entryIfPresent(place) != nil { throw DriveError(.destinationNameTaken) }
                    do {
                        try full {
                            try item.place.volume.copy(
                                item.place.path,
                                to: place,
                                on: volume,
                                progress: progress
                            )
                        }
                    } catch let error as DriveError where error.code == .destinationNameTaken {
                        // The name is free all the same: two names inside the source are one in there.
                        let isFree = try volume.entryIfPresent(place) == nil
                        throw isFree ? DriveError(.forbiddenCharacter, cause: error.cause) : error
                    }
                    let info = try storage { try volume.info(place) }
                    return Resource(root: target.access.root.id, path: place, info: info)
                }
            }
        }
    }

    // MARK: Moves from plain folders

    /// Copies while the plain folder is in use; then, with nobody else below it, looks whether it is still what was
    /// copied, and removes it.
    private func moveIntoVault(
        _ source: ResourcePath,
        _ item: TransferItem,
        _ target: TransferTarget
    ) async throws -> Bool {
        let before = try await state(of: item.place)
        // Seals hold bytes and directories: a link would lead nowhere, and what is left behind would be lost.
        guard before.isOrdinary else { throw DriveError(.illegalPath) }
        if request.conflict == .replace, item.present != nil {
            return try await moveReplacing(source, item, target, before)
        }
        guard let copy = try await copyIntoVault(source) else {
            journal.skip()
            return true
        }
        do {
            let isDone = try await emptied(source) { () async throws -> Bool in
                guard let place = try await unchanged(source, item, before, in: target) else { return false }
                try await removeSource(place)
                return true
            }
            if isDone {
                placed(copy)
            } else {
                try await takeBack(copy)
            }
            return isDone
        } catch {
            // What went from its place is in the copy alone.
            if try await isThere(item) { try await takeBack(copy) }
            throw error
        }
    }

    /// A file over a file, with nobody else below the source's folder when the names change.
    private func moveReplacing(
        _ source: ResourcePath,
        _ item: TransferItem,
        _ target: TransferTarget,
        _ before: TreeState
    ) async throws -> Bool {
        let staged = try await blocking.run {
            try stage(try storage { try item.place.volume.open(item.place.path) }, on: target.access.volume)
        }
        do {
            let isDone = try await emptied(source) { () async throws -> Bool in
                let (now, target) = try await lookUp(source)
                guard let present = now.present,
                    target.access.volume.partitionID == staged.volume.partitionID,
                    let place = try await unchanged(source, item, before, in: target)
                else { return false }
                try await publish(staged.file, replacing: present, now, target)
                try await removeSource(place)
                return true
            }
            if !isDone { try await discard(staged) }
            return isDone
        } catch {
            try? await discard(staged)
            throw error
        }
    }

    /// The source's place, if it is still what was copied.
    private func unchanged(
        _ source: ResourcePath,
        _ former: TransferItem,
        _ before: TreeState,
        in target: TransferTarget
    ) async throws -> RootStore.Place? {
        let (access, path) = try await roots.access(source, caller, needing: .delete, or: .noMoveRight)
        let place = try await roots.place(of: access, path)
        guard access.root.place.below(path) == former.real, try await state(of: place) == before else {
            return nil
        }
        // Somebody may have shared a part of it while it was copied.
        try await roots.checkMove(from: (access.root.id, path), to: target.access.root.id)
        return place
    }

    private func removeSource(_ place: RootStore.Place) async throws {
        try await roots.removing(place.root, place.path, by: caller.user.id) { [blocking] in
            try await blocking.run { try storage { try place.volume.remove(place.path) { _ in } } }
        }
    }

    private func isThere(_ item: TransferItem) async throws -> Bool {
        try await blocking.run {
            try item.place.volume.entryIfPresent(item.place.path)?.inode == item.info.inode
        }
    }

    /// Removes a copy whose original stays.
    private func takeBack(_ copy: Resource) async throws {
        try await roots.changing([copy.root]) {
            let volume = try await roots.access(copy.root, for: opener).volume
            try await blocking.run {
                guard try volume.entryIfPresent(copy.path)?.inode == copy.info.inode else { return }
                try storage { try volume.remove(copy.path) { _ in } }
            }
        }
    }

    private func state(of place: RootStore.Place) async throws -> TreeState {
        try await blocking.run { try TreeState(of: place.path, on: place.volume) }
    }
}
