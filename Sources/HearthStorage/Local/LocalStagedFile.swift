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
    /// What the partition's account knows of the file; nil without a limit.
    private let charge: StagedCharge?
    private let timesPending = Atomic(false)
    private let namePending: Atomic<Bool>
    /// Whether ``sync()`` does anything; see ``BatchVolume``.
    private let isDurable: Bool

    /// Takes over a descriptor opened for reading and writing.
    init(
        id: String,
        partition: Partition,
        handle: consuming Descriptor,
        charge: StagedCharge?,
        isDurable: Bool = true
    ) throws(StorageError) {
        self.isDurable = isDurable
        self.charge = charge
        inode = try FileStatus(of: handle.number).identity.inode
        self.id = id
        self.partition = partition
        namePending = Atomic(!partition.syncCoversNames)
        self.handle = handle
    }

    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(StorageError) {
        let isCharged = try beginWriting(offset, Int64(bytes.count))
        defer { if isCharged { endWriting() } }
        try writeFully(handle.number, bytes, at: offset)
    }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(StorageError) -> Int {
        try readFully(handle.number, into: buffer, at: offset)
    }

    func copy(_ range: Range<Int64>, from other: any StagedFile) throws(StorageError) {
        guard let other = other as? LocalStagedFile else {
            throw StorageError(.crossVolume, "an unfinished file of another kind cannot be copied")
        }
        let isCharged = try beginWriting(range.lowerBound, range.upperBound - range.lowerBound)
        defer { if isCharged { endWriting() } }
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

    func copy(_ size: Int64, of file: any ReadableFile, progress: (Int64) throws -> Void) throws {
        guard let source = file.descriptor else {
            throw StorageError(.crossVolume, "the content is not what the disk holds")
        }
        let isCharged = try beginWriting(0, size)
        defer { if isCharged { endWriting() } }
        try withExtendedLifetime(file) {
            try withoutActuallyEscaping(progress) { progress in
                let copier = FileCopier(progress: progress)
                try copier.copy(
                    from: source,
                    size: size,
                    allocated: file.info.allocated,
                    to: handle.number
                )
            }
        }
    }

    func sync() throws(StorageError) {
        guard isDurable else { return }
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
        charge?.withdraw(to: size, allocated: try info().allocated)
    }

    func reserve(upTo size: Int64) throws(StorageError) {
        guard size > 0 else { return }
        let promised = try charge?.promise(size) ?? 0
        guard partition.capabilities.reservesSpace else { return }
        let number = errorNumber { hearth_fallocate(handle.number, Int32(HEARTH_FALLOC_KEEP_SIZE), 0, size) }
        switch number {
        case 0, EOPNOTSUPP, ENOSYS: return
        default:
            // Part of it may have been reserved before the disk was full.
            try? giveUnwrittenBack()
            charge?.withdraw(to: promised, allocated: (try? info().allocated) ?? 0)
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
        try giveUnwrittenBack()
        charge?.withdraw(to: 0, allocated: try info().allocated)
    }

    /// The file is about to have its final name, or has lost it: its charge ends.
    ///
    /// - Parameter replaced: what a file in its place occupied.
    func endCharge(replaced: Int64) {
        partition.quota?.takeCharge(of: id)?.end(used: ((try? info().allocated) ?? 0) - replaced)
    }

    /// Charges a write that is not paid for yet; true when it is owed an ``endWriting()``.
    private func beginWriting(_ offset: Int64, _ count: Int64) throws(StorageError) -> Bool {
        guard let charge, count > 0, !charge.covers(offset + count) else { return false }
        try charge.beginWriting(holeBytes(offset, offset + count))
        return true
    }

    private func endWriting() { charge?.endWriting(allocated: (try? info().allocated) ?? 0) }

    /// How much of a range has nothing on the disk yet, in whole blocks.
    private func holeBytes(_ start: Int64, _ end: Int64) -> Int64 {
        let covered = Blocks.rounded((try? info().size) ?? 0)
        var sum: Int64 = 0
        var position = start
        while position < end {
            let data = hearth_seek_data(handle.number, position)
            // No more data, or a file system that cannot tell.
            let holeEnd = data < 0 ? end : min(data, end)
            if holeEnd > position {
                // The block in which the file ends is there already.
                let first = data < 0 && position < covered ? covered : position / Blocks.size * Blocks.size
                sum += max(0, Blocks.rounded(holeEnd) - first)
            }
            guard holeEnd < end else { break }
            let hole = hearth_seek_hole(handle.number, holeEnd)
            position = hole < 0 ? end : hole
        }
        return sum
    }

    private func giveUnwrittenBack() throws(StorageError) {
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
        try check("ftruncate") { ftruncate(handle.number, off_t(size)) }
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
