extension Vault {
    /// An entry that is to be moved.
    struct Move {
        let name: FileName
        let parent: VaultDirectory
        let newName: FileName
        /// The directories from the root to the one that gets the entry.
        let newParents: [VaultDirectory]
        /// Whether what is there gives way.
        let replace: Bool

        var newParent: VaultDirectory { newParents[newParents.count - 1] }
    }

    /// How often a move looks again when others change the same entries meanwhile.
    private static let attempts = 64

    /// Moves an entry to another name, in one durable step.
    ///
    /// The step is one rename on the inner volume: of the whole node, or for long names of what the node holds; an empty
    /// node that stays behind is nothing and goes afterwards.
    ///
    /// - Parameter resolve: finds both directories; called again when the move has to wait for others.
    /// - Throws: as ``Volume/rename(_:to:on:replace:)``; `.damaged` for an item that is not the recorded one.
    func rename(_ resolve: () throws(StorageError) -> Move) throws(StorageError) {
        for _ in 0..<Self.attempts {
            let move = try resolve()
            let content = try locate(move.name, in: move.parent).content
            if content.isFree { throw StorageError(.notFound, "nothing to rename in a vault") }
            let isDone: Bool
            if case .directory = content, move.parent.id != move.newParent.id {
                isDone = try locks.moving { () throws(StorageError) in
                    try attempt(try resolve(), changesParents: true)
                }
            } else {
                isDone = try attempt(move, changesParents: false)
            }
            if isDone { return }
        }
        throw StorageError(.busy, "entries of a vault changed again and again while one was renamed")
    }

    /// Moves an entry unless what is there needs other locks than it did before.
    private func attempt(_ move: Move, changesParents: Bool) throws(StorageError) -> Bool {
        let replaced = try directoryInTheWay(move)
        let directories = [move.parent.id, move.newParent.id] + (replaced.map { [$0.id] } ?? [])
        return try locks.holding(directories) { () throws(StorageError) in
            let source = try locate(move.name, in: move.parent)
            let target = try locate(move.newName, in: move.newParent)
            if source.spot.isSame(as: target.spot) {
                if source.content.isFree { throw StorageError(.notFound, "nothing to rename in a vault") }
                throw StorageError(.intoItself, "source and destination are the same entry")
            }
            switch source.content {
            case .nothing, .shell: throw StorageError(.notFound, "nothing to rename in a vault")
            case .unreadable: throw Self.unreadable
            case .file: try moveFile(source.spot, to: target, replace: move.replace)
            case .other(let info):
                guard target.content.isFree else {
                    throw StorageError(.alreadyExists, "the name is taken in a vault")
                }
                try moveOther(source.spot, info, to: target)
            case .directory:
                let isAcross = move.parent.id != move.newParent.id
                if isAcross, !changesParents { return false }
                return try moveDirectory(source.spot, to: target, move, replacing: replaced)
            }
            return true
        }
    }

    /// The directory that would give way to another one; nil for none.
    private func directoryInTheWay(_ move: Move) throws(StorageError) -> VaultDirectory? {
        guard move.replace else { return nil }
        let (spot, content) = try locate(move.newName, in: move.newParent)
        guard case .directory = content else { return nil }
        return try child(at: spot)
    }

    private func moveFile(
        _ source: VaultSpot,
        to target: (spot: VaultSpot, content: VaultSpot.Content),
        replace: Bool
    ) throws(StorageError) {
        var replaces = false
        switch target.content {
        case .nothing, .shell: break
        case .directory where replace:
            throw StorageError(.isADirectory, "a directory is not replaced by a file")
        case .file where replace: replaces = true
        default: throw StorageError(.alreadyExists, "the name is taken in a vault")
        }
        let seal = try fileSeal(moving: source, to: target.spot)
        let place = try place(of: target.spot)
        try announce(seal, at: place)
        try prepare(target, isNodeNeeded: target.spot.isLong)
        try movingContent(from: source, to: target) { () throws(StorageError) in
            try inner.rename(source.contents, to: target.spot.contents, on: inner, replace: replaces)
        }
        records.settle([(place, seal), (try self.place(of: source), nil)])
        if source.isLong { dropShell(at: source) }
    }

    private func moveDirectory(
        _ source: VaultSpot,
        to target: (spot: VaultSpot, content: VaultSpot.Content),
        _ move: Move,
        replacing replaced: VaultDirectory?
    ) throws(StorageError) -> Bool {
        let moved = try child(at: source, isHeld: true)
        if move.newParents.contains(where: { $0.id == moved.id }) {
            throw StorageError(.intoItself, "the destination lies inside the source")
        }
        var gone: VaultDirectory?
        switch target.content {
        case .nothing, .shell: break
        case .file where move.replace:
            throw StorageError(.notADirectory, "a file is not replaced by a directory")
        case .directory where move.replace:
            let there = try child(at: target.spot, isHeld: true)
            // Locked is what was there before.
            guard there.id == replaced?.id else { return false }
            guard try isEmpty(there) else {
                throw StorageError(.alreadyExists, "the directory to be replaced is not empty")
            }
            gone = there
        default: throw StorageError(.alreadyExists, "the name is taken in a vault")
        }
        let seal = try linkSeal(at: target.spot, to: moved.id)
        let place = try place(of: target.spot)
        try announce(seal, at: place)
        try moveNode(VaultNames.directoryLink, from: source, to: target, replaces: gone != nil)
        records.settle([(place, seal), (try self.place(of: source), nil)])
        links.remove(source)
        if let gone {
            // A crash before this leaves an empty directory that nothing leads to.
            try? removeInner(gone.path)
            records.removeAll(of: gone.place)
        }
        return true
    }

    private func moveOther(
        _ source: VaultSpot,
        _ info: FileInfo,
        to target: (spot: VaultSpot, content: VaultSpot.Content)
    ) throws(StorageError) {
        if info.kind == .directory {
            try moveNode(VaultNames.symbolicLink, from: source, to: target, replaces: false)
        } else if !source.isLong, !target.spot.isLong {
            try clear(target.spot, target.content)
            try inner.rename(source.path, to: target.spot.path, on: inner, replace: false)
        } else {
            throw StorageError(.notARegularFile, "something that is no part of a vault is not renamed")
        }
    }

    /// Moves a node, or what makes it one when the name of either end is long or something gives way.
    private func moveNode(
        _ marker: FileName,
        from source: VaultSpot,
        to target: (spot: VaultSpot, content: VaultSpot.Content),
        replaces: Bool
    ) throws(StorageError) {
        if !source.isLong, !target.spot.isLong, !replaces {
            try clear(target.spot, target.content)
            return try inner.rename(source.path, to: target.spot.path, on: inner, replace: false)
        }
        try prepare(target, isNodeNeeded: true)
        try movingContent(from: source, to: target) { () throws(StorageError) in
            try inner.rename(
                source.path.appending(marker),
                to: target.spot.path.appending(marker),
                on: inner,
                replace: replaces
            )
        }
        dropShell(at: source)
    }

    /// Makes the spot ready for content: an empty node where one is needed, nothing where not.
    func prepare(
        _ target: (spot: VaultSpot, content: VaultSpot.Content),
        isNodeNeeded: Bool
    ) throws(StorageError) {
        guard target.content.isFree else { return }
        try clear(target.spot, target.content)
        guard isNodeNeeded else { return }
        if target.spot.isLong {
            try makeShell(at: target.spot)
        } else {
            try inner.makeDirectory(target.spot.path)
        }
    }

    /// Runs the step that brings content into a prepared spot; what was prepared in vain goes again.
    private func movingContent(
        from source: VaultSpot,
        to target: (spot: VaultSpot, content: VaultSpot.Content),
        _ body: () throws(StorageError) -> Void
    ) throws(StorageError) {
        do throws(StorageError) {
            try body()
        } catch {
            if target.content.isFree { dropShell(at: target.spot) }
            throw error
        }
        // The directory itself changed before, when the node came: lists read in between must not last.
        if target.content.isFree { touch(target.spot.directory) }
    }
}
