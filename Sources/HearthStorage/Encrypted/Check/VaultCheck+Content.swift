import HearthCrypto

extension VaultCheck {
    /// What ``content(_:)`` leaves for ``accept(_:)``.
    package struct Changes: Sendable {
        /// An entry that is another one than was recorded.
        struct Item: Sendable {
            let finding: VaultFinding
            let directory: VaultDirectoryID
            let place: VolumePath
        }

        var items: [Item] = []
        /// Whether there was more than ``Options/limit``.
        package internal(set) var isCut = false
        /// Whether there is anything to accept.
        package var isEmpty: Bool { items.isEmpty }
    }

    /// Opens every file and compares everything with its record; changes nothing.
    ///
    /// Others may work in the vault meanwhile: what changed while it was looked at is looked at again.
    ///
    /// - Parameter structure: what ``structure()`` returned.
    /// - Returns: what ``accept(_:)`` needs.
    /// - Throws: ``StorageError`` when the disk or the records fail as a whole; what the closures throw.
    package func content(_ structure: Structure) throws -> Changes {
        let walk = ContentWalk(self)
        try walk.run(structure)
        return walk.changes
    }
}

/// One run of ``VaultCheck/content(_:)``.
final class ContentWalk {
    private struct Pending {
        /// Nil where it is not known, and with it the names.
        let id: VaultDirectoryID?
        let place: ContentPlace
        let plain: PlainPlace
    }

    /// How often something is looked at that changes all the time.
    private static let attempts = 3

    private let check: VaultCheck
    private let reader: VaultEntryReader
    private var pending: [Pending] = []
    private var visited: Set<ContentPlace> = []
    var changes = VaultCheck.Changes()

    init(_ check: VaultCheck) {
        self.check = check
        reader = check.reader
    }

    func run(_ structure: VaultCheck.Structure) throws {
        try add(.root, PlainPlace())
        for orphan in structure.orphans {
            let plain = PlainPlace(Array("?".utf8))
            if visited.insert(orphan.place).inserted {
                pending.append(Pending(id: orphan.id, place: orphan.place, plain: plain))
            }
        }
        while let next = pending.popLast() { try visit(next) }
    }

    private func add(_ id: VaultDirectoryID, _ plain: PlainPlace) throws {
        let place = try ContentPlace(of: id, keys: check.keys)
        guard visited.insert(place).inserted else { return }
        pending.append(Pending(id: id, place: place, plain: plain))
    }

    private func visit(_ directory: Pending) throws {
        try check.step()
        // What cannot be read has been reported with the structure.
        guard let entries = try? reader.entries(of: directory.place.path) else { return }
        for entry in entries {
            try check.step()
            guard let found = try? reader.read(entry, in: directory.id, at: directory.place.path) else {
                continue
            }
            let plain = PlainPlace(found.name?.bytes ?? Array("?".utf8), in: directory.plain)
            switch found.content {
            case .file(let path), .symlink(let path):
                try look(at: path, of: found, plain, in: directory)
            case .directory(let child, _):
                try compareLink(found, child, plain, in: directory)
                try add(child, plain)
            default: break
            }
        }
    }

    // MARK: Files

    private func look(
        at path: VolumePath,
        of entry: VaultEntry,
        _ plain: PlainPlace,
        in directory: Pending
    ) throws {
        check.tally.count { $0.filesRead += 1 }
        for attempt in 1...Self.attempts {
            let file: any ReadableFile
            do throws(StorageError) {
                file = try check.inner.open(path)
            } catch {
                // It has been moved or removed since it was listed.
                if error.code == .notFound { return }
                let finding = VaultFinding(
                    .unreadableFile,
                    at: path,
                    plain: plain.bytes,
                    detail: error.message
                )
                return try check.report(finding)
            }
            let fileCheck = FileCheck(keys: check.keys, readsContent: check.options.readsContent) {
                [check] bytes in
                check.tally.count { $0.bytesRead += bytes }
                try check.step()
            }
            let outcome = try fileCheck.run(file)
            var differs = false
            if outcome.problem == nil, let header = outcome.header, let size = outcome.plainSize {
                differs = try isAnother(entry, in: directory) { spot in
                    try check.vault.fileSeal(at: spot, header: header, size: size)
                }
            }
            guard outcome.problem != nil || differs else { return }
            if try isStill(file, at: path) {
                if let (kind, detail) = outcome.problem {
                    return try check.report(
                        VaultFinding(kind, at: path, plain: plain.bytes, detail: detail)
                    )
                }
                return try found(
                    entry,
                    VaultFinding(.changedOutside, at: path, plain: plain.bytes),
                    directory
                )
            }
            // Written anew each time: somebody works on it, and the next check will see.
            if attempt == Self.attempts { return }
        }
    }

    /// Whether the path still leads to the same file with the same content.
    private func isStill(_ file: any ReadableFile, at path: VolumePath) throws -> Bool {
        do throws(StorageError) {
            let (now, open) = (try check.inner.entryInfo(path), try file.currentInfo())
            return now.inode == file.info.inode && now.isSameVersion(as: file.info)
                && now.changed == file.info.changed && open.isSameVersion(as: file.info)
        } catch {
            return error.code != .notFound
        }
    }

    // MARK: Records

    private func isAnother(
        _ entry: VaultEntry,
        in directory: Pending,
        _ seal: (VaultSpot) throws -> [UInt8]
    ) throws -> Bool {
        guard let records = check.records, let id = directory.id, let name = entry.cipherName,
            case .good = entry.naming
        else { return false }
        let spot = try check.spot(name, in: id)
        let seals = try records.seals(at: try check.vault.place(of: spot))
        if seals.isEmpty { return false }
        let expected = try seal(spot)
        return !seals.contains(expected)
    }

    private func compareLink(
        _ entry: VaultEntry,
        _ child: VaultDirectoryID,
        _ plain: PlainPlace,
        in directory: Pending
    ) throws {
        for _ in 1...Self.attempts {
            let differs = try isAnother(entry, in: directory) { spot in
                try check.vault.linkSeal(at: spot, to: child)
            }
            guard differs else { return }
            let marker = entry.place.appending(VaultNames.directoryLink)
            guard case .directory(let now, _)? = try? reader.link(at: marker), now == child else { continue }
            return try found(entry, VaultFinding(.changedOutside, at: marker, plain: plain.bytes), directory)
        }
    }

    private func found(_ entry: VaultEntry, _ finding: VaultFinding, _ directory: Pending) throws {
        guard check.options.accepts, let id = directory.id else { return try check.report(finding) }
        guard changes.items.count < check.options.limit else {
            changes.isCut = true
            return try check.report(finding)
        }
        changes.items.append(VaultCheck.Changes.Item(finding: finding, directory: id, place: entry.place))
    }
}
