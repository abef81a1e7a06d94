import HearthConcurrency
import HearthCrypto
import HearthStorage
import HearthWire

/// Moves of single files between partitions.
extension TransferRun {
    /// A file: staged on the other partition, compared, published while nobody may change the folder, then removed.
    ///
    /// - Returns: false when something changed so that all of it has to be looked at again.
    func carryFile(
        _ source: ResourcePath,
        _ item: TransferItem,
        _ target: TransferTarget
    ) async throws -> Bool {
        let (staged, original, hash) = try await blocking.run {
            let file = try storage { try item.place.volume.open(item.place.path) }
            let staged = try stage(file, on: target.access.volume)
            do {
                let hash = try file.hash()
                if try staged.file.hash(of: file.info.size) != hash {
                    throw StorageError(.io, "a copy does not hold the bytes of its original")
                }
                return (staged, file.info, hash)
            } catch {
                try? staged.volume.discardStaged(id: staged.file.id)
                throw error
            }
        }
        do {
            let isDone = try await emptied(source) {
                try await switchOver(source, staged, original, hash)
            }
            if !isDone { try await discard(staged) }
            return isDone
        } catch {
            try? await discard(staged)
            await journal.giveUp()
            throw error
        }
    }

    private func switchOver(
        _ source: ResourcePath,
        _ staged: Staged,
        _ original: FileInfo,
        _ hash: SHA256Digest
    ) async throws -> Bool {
        let (item, target) = try await lookUp(source)
        guard item.info.isSameVersion(as: original), item.info.changed == original.changed,
            target.access.volume.partitionID == staged.volume.partitionID
        else { return false }
        let from = PendingStep.Place(root: item.place.root, path: item.place.path)
        let put = try await named(item, target) { place in
            let to = PendingStep.Place(root: target.access.root.id, path: place)
            try await journal.intend(
                PendingStep(
                    kind: .carry,
                    place: to,
                    inode: staged.file.inode,
                    source: from,
                    sourceInode: original.inode
                )
            )
            let replaced = request.conflict == .replace ? item.present : nil
            let info = try await blocking.run {
                try storage(exists: .destinationNameTaken) {
                    try target.access.volume.publish(
                        staged.file,
                        at: place,
                        mode: replaced.map { .replace(expecting: $0) } ?? .failIfExists
                    )
                }
            }
            return Resource(root: to.root, path: place, info: info)
        }
        guard let resource = put else {
            journal.skip()
            return false
        }
        let moved = IndexedFile(
            partition: target.access.volume.partitionID,
            root: resource.root,
            path: resource.path,
            info: resource.info,
            hash: hash,
            identification: "",
            creator: caller.user.id
        )
        try await files.follow(moved, from: original, on: item.place.volume.partitionID)
        try await files.finishCarry(from, file: original.inode, by: caller.user.id)
        placed(resource)
        return true
    }
}

extension ReadableFile {
    /// SHA-256 of the content; blocks.
    func hash() throws -> SHA256Digest {
        try hashed(info.size) { buffer, offset throws(StorageError) in try read(into: buffer, at: offset) }
    }
}

extension StagedFile {
    /// SHA-256 of what was written; blocks.
    func hash(of size: Int64) throws -> SHA256Digest {
        try hashed(size) { buffer, offset throws(StorageError) in try read(into: buffer, at: offset) }
    }
}

private func hashed(
    _ size: Int64,
    _ read: (UnsafeMutableRawBufferPointer, Int64) throws(StorageError) -> Int
) throws -> SHA256Digest {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 4_096)
    defer { buffer.deallocate() }
    var hasher = try SHA256Hasher()
    var position: Int64 = 0
    while position < size {
        let count = try read(buffer, position)
        if count <= 0 { throw StorageError(.changed, "a file ended while it was compared") }
        try hasher.update(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        position += Int64(count)
    }
    return try hasher.finish()
}
