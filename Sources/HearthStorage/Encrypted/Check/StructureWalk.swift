import HearthCrypto

/// One run of ``VaultCheck/structure()``.
final class StructureWalk {
    /// A directory that something leads to.
    struct Pending {
        let id: VaultDirectoryID
        let plain: PlainPlace
        /// The marker that leads here; nil for the root and for what nothing leads to.
        let link: VolumePath?
    }

    let check: VaultCheck
    let mender: VaultMender
    let reader: VaultEntryReader
    /// All that something leads to.
    var referred: Set<ContentPlace> = []
    /// Of what records tell and has not been seen yet.
    var unseen: Set<RecordedDirectory> = []
    var pending: [Pending] = []

    init(_ check: VaultCheck) {
        self.check = check
        reader = check.reader
        mender = VaultMender(check.vault, recoveredName: check.options.recoveredName)
    }

    func run() throws -> VaultCheck.Structure {
        try readRecords()
        try top()
        // What is made after this cannot be taken for something that nothing leads to.
        var unreferred = try present()
        referred.insert(try ContentPlace(of: .root, keys: check.keys))
        try walk(from: Pending(id: .root, plain: PlainPlace(), link: nil))
        try temporaries()
        unreferred.subtract(referred)
        var structure = VaultCheck.Structure()
        structure.orphans = try orphans(unreferred)
        try compareUnseenRecords()
        return structure
    }

    // MARK: The vault's directory

    private func top() throws {
        let known: Set<[UInt8]> = [
            VaultNames.data.bytes, VaultNames.own.bytes, Array("vault.cryptomator".utf8),
            Array("masterkey.cryptomator".utf8), Array("IMPORTANT.rtf".utf8),
        ]
        for entry in try reader.entries(of: .root) where !known.contains(entry.name) {
            // Cryptomator keeps copies of its two files as `….bkup`.
            if entry.name.hasSuffix(Array(".bkup".utf8)) { continue }
            try foreign(entry, in: .root)
        }
        guard try exists(VolumePath([VaultNames.own])) else { return }
        let own: Set<[UInt8]> = [
            Array("tmp".utf8), Array("recovery.json".utf8), Array("thumbnails".utf8),
        ]
        let place = VolumePath([VaultNames.own])
        for entry in try reader.entries(of: place) where !own.contains(entry.name) {
            try foreign(entry, in: place)
        }
    }

    /// The content directories that are there.
    private func present() throws -> Set<ContentPlace> {
        var places: Set<ContentPlace> = []
        let data = VolumePath([VaultNames.data])
        guard try exists(data) else { return [] }
        for outer in try reader.entries(of: data) {
            try check.step()
            guard let first = outer.fileName, outer.kind == .directory, !outer.isLink,
                outer.name.count == 2, outer.name.allSatisfy(ContentPlace.isBase32)
            else {
                try foreign(outer, in: data)
                continue
            }
            let place = data.appending(first)
            for entry in try reader.entries(of: place) {
                if entry.kind == .directory, !entry.isLink, let found = ContentPlace(outer.name, entry.name) {
                    places.insert(found)
                } else {
                    try foreign(entry, in: place)
                }
            }
        }
        return places
    }

    private func foreign(_ entry: DirectoryEntry, in place: VolumePath) throws {
        guard let name = entry.fileName else { return }
        try check.report(VaultFinding(.foreign, at: place.appending(name)))
    }

    func exists(_ path: VolumePath) throws -> Bool {
        do throws(StorageError) {
            _ = try check.inner.entryInfo(path)
            return true
        } catch {
            if error.code == .notFound { return false }
            throw error
        }
    }

    // MARK: Directories

    /// Looks at a directory and at all that it leads to.
    func walk(from start: Pending) throws {
        pending = [start]
        while let next = pending.popLast() { try visit(next) }
    }

    private func visit(_ directory: Pending) throws {
        try check.step()
        let place = try ContentPlace(of: directory.id, keys: check.keys)
        let entries: [DirectoryEntry]
        do {
            entries = try reader.entries(of: place.path)
        } catch let error as StorageError {
            return try missing(directory, place, error)
        }
        check.tally.count { $0.directories += 1 }
        try checkID(of: directory, at: place)
        var cipherNames: [[UInt8]] = []
        for entry in entries {
            try check.step()
            do {
                guard let found = try reader.read(entry, in: directory.id, at: place.path) else { continue }
                if check.records != nil, let name = found.cipherName { cipherNames.append(name) }
                try look(at: found, in: directory)
            } catch let error as StorageError {
                let path = entry.fileName.map { place.path.appending($0) } ?? place.path
                try check.report(VaultFinding(.unreadableFile, at: path, detail: error.message))
            }
        }
        try compareRecords(of: directory, at: place, cipherNames)
    }

    private func missing(_ directory: Pending, _ place: ContentPlace, _ error: StorageError) throws {
        let plain = directory.plain.bytes
        guard error.code == .notFound else {
            let finding = VaultFinding(
                .unreadableDirectory,
                at: place.path,
                plain: plain,
                detail: error.message
            )
            return try check.report(finding)
        }
        let finding = VaultFinding(
            .missingDirectory,
            at: place.path,
            plain: plain,
            detail: directory.link.map { "\($0.display) leads there" } ?? "the root itself"
        )
        try check.report(finding) {
            try mender.makeContentDirectory(of: directory.id)
            return "made anew, empty"
        }
    }

    private func checkID(of directory: Pending, at place: ContentPlace) throws {
        let path = place.path.appending(VaultNames.directoryID)
        let kind: VaultFinding.Kind
        do {
            let sealed = try reader.small(path, limit: VaultCheck.longestMarker)
            let id = try check.keys.openSmall(sealed)
            if id == directory.id.bytes { return }
            kind = .wrongID
        } catch let error as StorageError {
            kind = error.code == .notFound ? .missingID : .unreadableID
        } catch is CryptoError {
            kind = .unreadableID
        }
        // Nobody needs the root's: its id is known. Some programs leave it out or write it wrongly.
        let finding = VaultFinding(
            kind,
            at: path,
            plain: directory.plain.bytes,
            detail: directory.id == .root ? "the root can do without" : "",
            weight: directory.id == .root ? .note : .damage
        )
        try check.report(finding) {
            try mender.writeID(of: directory.id)
            return "written anew"
        }
    }
}

extension VolumePath {
    /// For people; bytes that are not UTF-8 are shown as U+FFFD.
    var display: String { String(decoding: bytes, as: UTF8.self) }
}
