import CLinux
import Glibc
import HearthCrypto

/// Copies single files for a ``TreeMirror`` and compares both sides.
final class FileMirror {
    private static let bufferSize = 1 << 20

    private let copier: FileCopier
    private let quota: Quota?
    private let progress: (Int64) throws -> Void
    private var buffer = [UInt8](repeating: 0, count: FileMirror.bufferSize)

    /// `progress` hears bytes that are copied, or found equal; `meter` and `quota` belong to the target.
    init(meter: CopyMeter?, quota: Quota?, progress: @escaping (Int64) throws -> Void) {
        copier = FileCopier(progress: progress, meter: meter)
        self.quota = quota
        self.progress = progress
    }

    /// Makes an entry a copy of an open file.
    ///
    /// - Parameters:
    ///   - original: open for reading.
    ///   - status: what it was when it was opened.
    ///   - name: the copy, or what a former run left of it.
    ///   - directory: where the copy belongs.
    /// - Returns: the copy; nil when the original changed meanwhile, so that the next pass has to look again.
    /// - Throws: `.io` when the bytes that are read back are others than those of the original.
    func mirror(
        _ original: borrowing Descriptor,
        _ status: FileStatus,
        to name: FileName,
        in directory: Int32
    ) throws -> FileInfo? {
        if let there = try FileStatus(of: name, in: directory) {
            if there.kind == .file, there.info.size == status.info.size,
                there.info.modified == status.info.modified,
                let taken = try takeOver(original, status, name, in: directory)
            {
                return taken
            }
            try TreeRemoval.remove(name, in: directory, quota: quota)
        }
        let copy = try openDescriptor(
            name,
            in: directory,
            flags: O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW,
            mode: 0o600
        )
        do {
            try copier.copy(
                from: original.number,
                size: status.info.size,
                allocated: status.info.allocated,
                to: copy.number
            )
        } catch let error as StorageError where error.code == .changed {
            return nil
        }
        try FileAttributes.copy(from: original.number, status, to: copy.number)
        let isEqual = try hash(original.number) == hash(copy.number)
        guard try isUnchanged(original, status) else { return nil }
        if !isEqual { throw StorageError(.io, "a copy does not hold the bytes of its original") }
        return try FileStatus(of: copy.number).info
    }

    /// What a killed run left counts once its bytes are compared.
    private func takeOver(
        _ original: borrowing Descriptor,
        _ status: FileStatus,
        _ name: FileName,
        in directory: Int32
    ) throws -> FileInfo? {
        guard let copy = try? openDescriptor(name, in: directory, flags: O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
        else { return nil }
        guard try hash(original.number) == hash(copy.number), try isUnchanged(original, status) else {
            return nil
        }
        try FileAttributes.copy(from: original.number, status, to: copy.number)
        try progress(status.info.size)
        return try FileStatus(of: copy.number).info
    }

    private func isUnchanged(
        _ original: borrowing Descriptor,
        _ status: FileStatus
    ) throws(StorageError) -> Bool {
        let now = try FileStatus(of: original.number).info
        return now.isSameVersion(as: status.info) && now.changed == status.info.changed
    }

    private func hash(_ descriptor: Int32) throws -> SHA256Digest {
        var hasher = try SHA256Hasher()
        var position: Int64 = 0
        while true {
            try progress(0)
            let count = try buffer.withUnsafeMutableBytes { bytes in
                let count = try readFully(descriptor, into: bytes, at: position)
                try hasher.update(UnsafeRawBufferPointer(rebasing: bytes[..<count]))
                return count
            }
            position += Int64(count)
            if count < Self.bufferSize { return try hasher.finish() }
        }
    }
}
