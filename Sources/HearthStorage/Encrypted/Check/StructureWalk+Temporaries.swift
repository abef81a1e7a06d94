import HearthCrypto

/// What is being built or removed, and what was left of that.
extension StructureWalk {
    func temporaries() throws {
        guard try exists(VaultCheck.temporary) else { return }
        for entry in try reader.entries(of: VaultCheck.temporary) {
            try check.step()
            guard let name = entry.fileName else { continue }
            let path = VaultCheck.temporary.appending(name)
            let isInUse = check.isUsed(name)
            let tree = try treePlaces(below: path, entry)
            // Work that ended since it was listed took it away before it let go of the name.
            if try isInUse || !exists(path) { continue }
            let finding = VaultFinding(
                .leftover,
                at: path,
                detail: tree.shared ? "it leads to directories that are in use" : ""
            )
            try check.report(finding) {
                for id in tree.own.reversed() { try mender.removeTree(of: id) }
                try check.inner.remove(path) { _ in try check.step() }
                return "removed"
            }
        }
    }

    /// What a left-over tree consists of, from the top down, without what other entries lead to.
    private func treePlaces(
        below path: VolumePath,
        _ entry: DirectoryEntry
    ) throws -> (own: [VaultDirectoryID], shared: Bool) {
        var (own, shared): ([VaultDirectoryID], Bool) = ([], false)
        guard entry.kind == .directory, !entry.isLink,
            case .directory(let top, _)? = try? reader.link(at: path.appending(VaultNames.directoryLink))
        else { return (own, shared) }
        var ids = [top]
        while let id = ids.popLast() {
            try check.step()
            let place = try ContentPlace(of: id, keys: check.keys)
            guard referred.insert(place).inserted else {
                shared = true
                continue
            }
            own.append(id)
            try noteRecords(of: id)
            for entry in (try? reader.entries(of: place.path)) ?? [] {
                if case .directory(let child, _)? = try? reader.read(entry, in: id, at: place.path)?.content {
                    ids.append(child)
                }
            }
        }
        return (own, shared)
    }
}
