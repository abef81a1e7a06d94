import CLinux
import Glibc
import Synchronization

/// An unfinished file of a ``Partition``, `.hearth/uploads/<id>`.
final class LocalStagedFile: StagedFile {
    let id: String
    let inode: UInt64
    /// The partition whose uploads directory holds the file.
    let partition: Partition
    private let handle: Descriptor
    private let timesPending = Atomic(false)
    private let namePending: Atomic<Bool>

    /// Takes over a descriptor opened for reading and writing.
    init(id: String, partition: Partition, handle: consuming Descriptor) throws(StorageError) {
        inode = try FileStatus(of: handle.number).identity.inode
        self.id = id
        self.partition = partition
        namePending = Atomic(!partition.syncCoversNames)
        self.handle = handle
    }

    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(StorageError) {
        try writeFully(handle.number, bytes, at: offset)
    }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(StorageError) -> Int {
        try readFully(handle.number, into: buffer, at: offset)
    }

    func copy(_ range: Range<Int64>, from other: any StagedFile) throws(StorageError) {
        guard let other = other as? LocalStagedFile else {
            throw StorageError(.crossVolume, "an unfinished file of another kind cannot be copied")
        }
        do {
            let copier = FileCopier(progress: { _ in })
            try copier.copyRange(
                range.lowerBound,
                range.upperBound,
                from: other.handle.number,
                to: handle.number
            )
        } catch let error as StorageError {
            throw error
        } catch {
            throw StorageError(.io, "copying between unfinished files: \(error)")
        }
    }

    func sync() throws(StorageError) {
        // fdatasync keeps size and content, but may leave out a time that was set.
        if timesPending.load(ordering: .acquiring) {
            try check("fsync") { fsync(handle.number) }
            timesPending.store(false, ordering: .releasing)
        } else {
            try check("fdatasync") { fdatasync(handle.number) }
        }
        if namePending.load(ordering: .acquiring) {
            try syncDirectory(partition.uploads.number)
            namePending.store(false, ordering: .releasing)
        }
    }

    func truncate(to size: Int64) throws(StorageError) {
        try check("ftruncate") { ftruncate(handle.number, off_t(size)) }
    }

    func reserve(upTo size: Int64) throws(StorageError) {
        guard size > 0, partition.capabilities.reservesSpace else { return }
        let number = errorNumber { hearth_fallocate(handle.number, Int32(HEARTH_FALLOC_KEEP_SIZE), 0, size) }
        switch number {
        case 0, EOPNOTSUPP, ENOSYS: return
        default:
            // Part of it may have been reserved before the disk was full.
            try? releaseUnwritten()
            throw StorageError(errno: number, "fallocate")
        }
    }

    func setModified(_ time: FileTime) throws(StorageError) {
        try check("futimens") { hearth_set_modified(handle.number, time.seconds, Int(time.nanoseconds)) }
        timesPending.store(true, ordering: .releasing)
    }

    func info() throws(StorageError) -> FileInfo {
        try FileStatus(of: handle.number).info
    }

    func releaseUnwritten() throws(StorageError) {
        let size = try info().size
        var offset: Int64 = 0
        // Blocks that were reserved and not written count as holes.
        while offset < size {
            let hole = hearth_seek_hole(handle.number, offset)
            guard hole >= 0, hole < size else { break }
            let data = hearth_seek_data(handle.number, hole)
            let end = data < 0 ? size : data
            punch(from: hole, to: end)
            offset = end
        }
        punch(from: size, to: size + (1 << 40))
        try truncate(to: size)
    }

    private func punch(from start: Int64, to end: Int64) {
        // Best effort: where holes cannot be punched, nothing was reserved inside the file either.
        _ = errorNumber {
            hearth_fallocate(
                handle.number,
                Int32(HEARTH_FALLOC_PUNCH_HOLE | HEARTH_FALLOC_KEEP_SIZE),
                start,
                end - start
            )
        }
    }
}
