import HearthCrypto

extension Vault {
    /// How many entries are looked up on the inner volume at once.
    private static let batch = 1_024

    /// What an entry is, with plain sizes; nil for a free name.
    ///
    /// One that cannot be opened or entered is told as far as it is known.
    func info(of content: VaultSpot.Content, at spot: VaultSpot) throws(StorageError) -> FileInfo? {
        switch content {
        case .nothing, .shell: return nil
        case .file(let info), .unreadable(let info): return info.plainInfo()
        case .other(let info): return info.other()
        case .directory: return try directoryInfo(at: spot)
        }
    }

    /// What changes when entries of a directory come and go; of one that cannot be entered, what its node is.
    private func directoryInfo(at spot: VaultSpot) throws(StorageError) -> FileInfo? {
        do throws(StorageError) {
            return try inner.info(child(at: spot).path)
        } catch {
            guard error.code == .damaged || error.code == .notFound else { throw error }
            return try present(spot.path)
        }
    }

    /// What some entries of a directory are; nil for what is not there or cannot be there.
    func info(of names: [FileName], in directory: VaultDirectory) throws(StorageError) -> [FileInfo?] {
        var result: [FileInfo?] = []
        result.reserveCapacity(names.count)
        for start in stride(from: 0, to: names.count, by: Self.batch) {
            let part = names[start..<min(start + Self.batch, names.count)]
            result.append(contentsOf: try batchInfo(of: part, in: directory))
        }
        return result
    }

    private func batchInfo(
        of names: ArraySlice<FileName>,
        in directory: VaultDirectory
    ) throws(StorageError) -> [FileInfo?] {
        var result = [FileInfo?](repeating: nil, count: names.count)
        var wanted: [(index: Int, spot: VaultSpot)] = []
        for (index, name) in names.enumerated() {
            guard let (normal, raw) = try? spots(of: name, in: directory) else { continue }
            wanted.append((index, normal))
            if let raw { wanted.append((index, raw)) }
        }
        let nodes = try inner.info(of: wanted.map(\.spot.node), in: directory.path)
        for ((index, spot), node) in zip(wanted, nodes) {
            guard let node, result[index] == nil else { continue }
            do throws(StorageError) {
                result[index] = try info(of: content(of: spot, node: node), at: spot)
            } catch {
                guard Self.meansUnreadable(error) else { throw error }
            }
        }
        return result
    }

    /// The sum of a tree; directories that are damaged, or linked a second time, are counted and not entered.
    func treeSize(
        _ top: VaultDirectory
    ) throws(StorageError) -> (bytes: Int64, files: Int, directories: Int) {
        var sum = (bytes: Int64(0), files: 0, directories: 0)
        var pending = [top]
        var seen: Set<VaultDirectoryID> = [top.id]
        while let directory = pending.popLast() {
            var unsized: [FileName] = []
            var links: [VaultSpot] = []
            do throws(StorageError) {
                try scan(directory) { found in
                    guard case .entry(let entry) = found else { return true }
                    switch entry.kind {
                    case .file(let info?):
                        sum.files += 1
                        sum.bytes += info.plainInfo().size
                    case .file(nil): unsized.append(entry.spot.node)
                    case .directory: links.append(entry.spot)
                    case .other: break
                    }
                    return true
                }
            } catch {
                guard [.damaged, .accessDenied].contains(error.code), directory.id != top.id else {
                    throw error
                }
            }
            for start in stride(from: 0, to: unsized.count, by: Self.batch) {
                let part = Array(unsized[start..<min(start + Self.batch, unsized.count)])
                for case let info? in try inner.info(of: part, in: directory.path)
                where info.kind == .file {
                    sum.files += 1
                    sum.bytes += info.plainInfo().size
                }
            }
            sum.directories += links.count
            for spot in links {
                guard let child = try childToEnter(at: spot), seen.insert(child.id).inserted else { continue }
                pending.append(child)
            }
        }
        return sum
    }

    /// The directory of a link; nil when it cannot be entered.
    private func childToEnter(at spot: VaultSpot) throws(StorageError) -> VaultDirectory? {
        do throws(StorageError) { return try child(at: spot) } catch {
            guard Self.meansUnreadable(error) else { throw error }
            return nil
        }
    }
}

extension FileInfo {
    /// The same as something that is never served or listed.
    func other() -> FileInfo {
        FileInfo(
            kind: .other,
            size: size,
            modified: modified,
            changed: changed,
            born: born,
            inode: inode,
            device: device,
            allocated: allocated
        )
    }
}
