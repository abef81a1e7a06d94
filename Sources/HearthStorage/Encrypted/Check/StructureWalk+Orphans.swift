import HearthCrypto

/// Content directories that nothing leads to.
extension StructureWalk {
    /// Reports them and brings them back.
    ///
    /// Only the tops are: what lies below another of them comes with it.
    ///
    /// - Returns: those that are still orphans.
    func orphans(_ candidates: Set<ContentPlace>) throws -> [(place: ContentPlace, id: VaultDirectoryID?)] {
        var below: Set<ContentPlace> = []
        var ids: [ContentPlace: VaultDirectoryID] = [:]
        for place in candidates {
            try check.step()
            let id = try ownID(of: place)
            ids[place] = id
            for child in try children(of: place, id) where child != place { below.insert(child) }
        }
        var left: [(place: ContentPlace, id: VaultDirectoryID?)] = []
        let tops = candidates.subtracting(below)
        // Then what is left are circles, each of which is cut anywhere.
        for group in [tops, candidates.subtracting(tops)] {
            for place in group.sorted(by: { $0.path.bytes.lexicographicallyPrecedes($1.path.bytes) }) {
                if referred.contains(place) { continue }
                // Removed since, by what goes on beside the check.
                guard try exists(place.path) else { continue }
                if try !bringBack(place, ids[place]) { left.append((place, ids[place])) }
            }
        }
        return left
    }

    /// The id in an orphan's `dirid.c9r`; nil unless it is really its own.
    private func ownID(of place: ContentPlace) throws -> VaultDirectoryID? {
        let path = place.path.appending(VaultNames.directoryID)
        guard let sealed = try? reader.small(path, limit: VaultCheck.longestMarker),
            let bytes = try? check.keys.openSmall(sealed), let id = VaultDirectoryID(bytes), id != .root,
            try ContentPlace(of: id, keys: check.keys) == place
        else { return nil }
        return id
    }

    private func children(of place: ContentPlace, _ id: VaultDirectoryID?) throws -> [ContentPlace] {
        var places: [ContentPlace] = []
        for entry in (try? reader.entries(of: place.path)) ?? [] {
            if case .directory(let child, _)? = try? reader.read(entry, in: id, at: place.path)?.content {
                places.append(try ContentPlace(of: child, keys: check.keys))
            }
        }
        return places
    }

    /// Reports one, brings it back, and looks at what lies below it.
    ///
    /// - Returns: whether it is no orphan any more.
    private func bringBack(_ place: ContentPlace, _ id: VaultDirectoryID?) throws -> Bool {
        referred.insert(place)
        let entries: [DirectoryEntry]
        do {
            entries = try reader.entries(of: place.path)
        } catch let error as StorageError {
            try check.report(
                VaultFinding(.unreadableDirectory, at: place.path, detail: error.message)
            )
            return true
        }
        var plain: PlainPlace?
        var isBack = false
        let count = entries.count == 1 ? "1 entry" : "\(entries.count) entries"
        let finding = VaultFinding(
            .orphanDirectory,
            at: place.path,
            detail: entries.isEmpty ? "it is empty" : id == nil ? "\(count), whose names are lost" : count
        )
        // Before they are moved.
        let below = id == nil ? try nameless(entries, at: place) : []
        try check.report(finding) {
            if entries.isEmpty {
                try mender.removeContentDirectory(place)
                isBack = true
                return "removed"
            }
            let new: PlainPlace
            var rest = 0
            if let id {
                new = try mender.bringBack(id)
            } else {
                (new, rest) = try bringBack(below, of: place)
            }
            (plain, isBack) = (new, true)
            let text = "brought back as \(String(decoding: new.bytes, as: UTF8.self))"
            return rest == 0 ? text : text + "; \(rest) unknown things stay"
        }
        if entries.isEmpty { return isBack }
        let top = plain ?? PlainPlace(Array("?".utf8))
        if let id {
            try walk(from: Pending(id: id, plain: top, link: nil))
        } else {
            try walk(below, in: top)
        }
        return isBack
    }

    private func nameless(_ entries: [DirectoryEntry], at place: ContentPlace) throws -> [VaultEntry] {
        try entries.compactMap { entry in
            try check.step()
            return try? reader.read(entry, in: nil, at: place.path)
        }
    }

    /// Moves the entries of a directory whose id is lost into a new one.
    ///
    /// - Returns: the new directory, and how many entries stay where they were.
    private func bringBack(
        _ entries: [VaultEntry],
        of place: ContentPlace
    ) throws -> (plain: PlainPlace, rest: Int) {
        let (directory, plain) = try mender.newDirectory()
        for entry in entries {
            try check.step()
            _ = try mender.move(entry, numberedIn: directory, from: nil)
        }
        let rest = try reader.entries(of: place.path).count
        if rest == 0 { try mender.removeContentDirectory(place) }
        return (plain, rest)
    }

    private func walk(_ entries: [VaultEntry], in plain: PlainPlace) throws {
        for entry in entries {
            switch entry.content {
            case .file, .symlink: check.tally.count { $0.files += 1 }
            case .directory(let id, let link):
                guard referred.insert(try ContentPlace(of: id, keys: check.keys)).inserted else { continue }
                let below = PlainPlace(Array("?".utf8), in: plain)
                try walk(from: Pending(id: id, plain: below, link: link))
            default: break
            }
        }
    }
}
