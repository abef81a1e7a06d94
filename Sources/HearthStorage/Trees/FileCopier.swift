import CLinux
import Glibc

/// Copies the content of files.
///
/// By sharing blocks, else inside the kernel, else through memory; holes stay holes.
final class FileCopier {
    private static let pieceSize = 16 << 20
    private static let bufferSize = 1 << 20

    private var canClone: Bool
    private var canCopyRange: Bool
    private var buffer: [UInt8] = []
    private let meter: CopyMeter?
    private let progress: (Int64) throws -> Void

    /// Copies with the kernel's help unless told otherwise.
    ///
    /// `progress` hears the bytes copied since its last call; `meter` counts each piece before it is written.
    init(progress: @escaping (Int64) throws -> Void, meter: CopyMeter? = nil, kernel: Bool = true) {
        self.progress = progress
        self.meter = meter
        canClone = kernel
        canCopyRange = kernel
    }

    /// Copies all content into an empty file.
    ///
    /// - Parameters:
    ///   - source: open for reading.
    ///   - size: how much is copied.
    ///   - allocated: what the source occupies; a clone counts as much.
    ///   - destination: open for writing, empty.
    /// - Throws: `.changed` when the source became shorter meanwhile; `.noSpace`; what `progress` threw.
    func copy(from source: Int32, size: Int64, allocated: Int64, to destination: Int32) throws {
        if size > 0, canClone {
            try meter?.take(allocated)
            if hearth_ficlone(destination, source) == 0 {
                try settle(destination)
                return try progress(size)
            }
            meter?.settleFile(0)
            canClone = false
        }
        defer { try? settle(destination) }
        try check("ftruncate") { ftruncate(destination, off_t(size)) }
        var position: Int64 = 0
        while position < size {
            let data = hearth_seek_data(source, position)
            // ENXIO: nothing but a hole is left.
            if data < 0, errno == ENXIO { break }
            let start = data < 0 ? position : data
            let hole = data < 0 ? -1 : hearth_seek_hole(source, start)
            let end = min(hole < 0 ? size : hole, size)
            try copyRange(start, end, from: source, to: destination)
            position = end
        }
        if size == 0 { try progress(0) }
    }

    /// Copies a range to the same place of the destination.
    func copyRange(_ start: Int64, _ end: Int64, from source: Int32, to destination: Int32) throws {
        var position = start
        var pieceEnd = start
        while position < end {
            if position == pieceEnd {
                pieceEnd = min(end, position + Int64(Self.pieceSize))
                try meter?.take(pieceEnd - position)
            }
            let length = Int(pieceEnd - position)
            let count =
                canCopyRange
                ? try copyInKernel(position, length, from: source, to: destination)
                : try copyThroughMemory(position, length, from: source, to: destination)
            guard let count else { continue }
            guard count > 0 else {
                throw StorageError(.changed, "the file became shorter while it was copied")
            }
            position += Int64(count)
            try progress(Int64(count))
        }
    }

    /// Corrects the count to what the file occupies.
    private func settle(_ destination: Int32) throws(StorageError) {
        guard let meter else { return }
        meter.settleFile(try FileStatus(of: destination).info.allocated)
    }

    /// Nil when this has to be done through memory from now on.
    private func copyInKernel(
        _ position: Int64,
        _ length: Int,
        from source: Int32,
        to destination: Int32
    ) throws -> Int? {
        var (from, to) = (position, position)
        let count = hearth_copy_file_range(source, &from, destination, &to, length)
        if count > 0 { return count }
        // 0 may mean the end, or a file system that has it without doing it.
        if count == 0 || [EXDEV, ENOSYS, EINVAL, EOPNOTSUPP, EPERM].contains(errno) {
            canCopyRange = false
            return nil
        }
        guard errno == EINTR else { throw StorageError(errno: errno, "copy_file_range") }
        return nil
    }

    private func copyThroughMemory(
        _ position: Int64,
        _ length: Int,
        from source: Int32,
        to destination: Int32
    ) throws -> Int {
        if buffer.isEmpty { buffer = [UInt8](repeating: 0, count: Self.bufferSize) }
        return try buffer.withUnsafeMutableBytes { bytes in
            let piece = UnsafeMutableRawBufferPointer(rebasing: bytes[..<min(length, bytes.count)])
            let count = try readFully(source, into: piece, at: position)
            try writeFully(destination, UnsafeRawBufferPointer(rebasing: piece[..<count]), at: position)
            return count
        }
    }
}
