import HearthCrypto

extension VaultCheck {
    /// Takes as right what ``content(_:)`` found to be another one than was recorded.
    ///
    /// Nobody else may change anything in the vault meanwhile.
    ///
    /// - Throws: ``StorageError`` when the records fail; what the closures throw. What was accepted stays so.
    package func accept(_ changes: Changes) throws {
        guard let records else { return }
        for item in changes.items {
            try step()
            guard let (place, seal) = try seal(of: item) else {
                // Gone or broken since: the next check tells.
                try report(item.finding)
                continue
            }
            // Never without a valid seal in between.
            try records.prepare([(place, seal)])
            records.settle([(place, seal)])
            try report(item.finding, .accepted)
        }
    }

    private func seal(of item: Changes.Item) throws -> (VaultPlace, [UInt8])? {
        guard let entry = try current(item), let name = entry.cipherName, case .good = entry.naming else {
            return nil
        }
        let spot = try spot(name, in: item.directory)
        let place = try vault.place(of: spot)
        switch entry.content {
        case .directory(let child, _):
            return (place, try vault.linkSeal(at: spot, to: child))
        case .file(let path), .symlink(let path):
            guard let file = try? inner.open(path) else { return nil }
            let outcome = try FileCheck(keys: keys, readsContent: false, step: { _ in }).run(file)
            guard outcome.problem == nil, let header = outcome.header, let size = outcome.plainSize else {
                return nil
            }
            return (place, try vault.fileSeal(at: spot, header: header, size: size))
        default: return nil
        }
    }

    private func current(_ item: Changes.Item) throws -> VaultEntry? {
        guard let name = item.place.last, let parent = item.place.parent,
            let info = try? inner.entryInfo(item.place)
        else { return nil }
        let entry = DirectoryEntry(name: name.bytes, kind: info.kind, inode: info.inode)
        return try reader.read(entry, in: item.directory, at: parent)
    }
}
