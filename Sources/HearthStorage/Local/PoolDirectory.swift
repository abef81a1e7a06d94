import CLinux
import Glibc

/// A directory of this machine, usually where a disk is mounted, in which partitions are made.
///
/// The file `.hearth-pool` at its top holds the pool's id. An empty mount point has none, so nothing is ever written
/// into it. Everything goes through the handle of the directory: a mount that comes or goes does not lead elsewhere.
package final class PoolDirectory: Sendable {
    /// Where it was opened.
    package let path: String
    /// The pool's id.
    package let id: String
    let top: Descriptor
    private let identity: FileIdentity

    /// The mark's name, at the top of a pool and, below `.hearth`, of its partitions.
    static let mark = FileName(fixed: ".hearth-pool")
    static let partitionMark = FileName(fixed: "partition")

    /// Opens a registered directory.
    ///
    /// - Parameters:
    ///   - path: absolute.
    ///   - id: what the mark must hold.
    /// - Throws: `.notFound` when the directory or its mark is not there: the disk is not mounted; `.changed` for
    ///   another pool's mark; `.accessDenied`, `.io`.
    package init(path: String, id: String) throws(StorageError) {
        self.path = path
        self.id = id
        let top = try openDescriptor("open of a pool", flags: O_RDONLY | O_DIRECTORY | O_NOFOLLOW) {
            hearth_openat(AT_FDCWD, path, $0, 0)
        }
        guard let found = try Mark.read(Self.mark, in: top.number) else {
            throw StorageError(.notFound, "the directory of a pool has no mark: its disk is not mounted")
        }
        guard found == id else { throw StorageError(.changed, "the directory belongs to another pool") }
        identity = try FileStatus(of: top.number).identity
        self.top = top
    }

    /// The device that the directory lies on; pools with equal devices share one disk.
    package var device: UInt64 { identity.device }

    /// What the kernel calls the mounted device, for example `/dev/sdb1`; nil where it does not tell.
    package var source: String? { MountTable.source(of: top.number) }

    /// Whether it lies in memory: everything in it is lost when the machine restarts.
    package var isVolatile: Bool { FileSystemType.isVolatile(top.number) }

    /// The whole file system's room.
    package func space() throws(StorageError) -> VolumeSpace { try VolumeSpace(of: top.number) }

    /// Whether the path still leads to this very directory with its mark: false once the disk is unmounted or another
    /// is mounted there.
    package func isPresent() -> Bool {
        guard let again = try? PoolDirectory(path: path, id: id) else { return false }
        return again.identity == identity
    }

    /// Takes the mark away; partitions and everything else stay.
    package func unregister() throws(StorageError) {
        let number = errorNumber { Self.mark.withCString { unlinkat(top.number, $0, 0) } }
        guard number == 0 || number == ENOENT else { throw StorageError(errno: number, "unlinkat") }
        try syncDirectory(top.number)
    }
}

/// A file with one word in it.
enum Mark {
    private static let longest = 256

    /// The word; nil where there is no such file.
    static func read(_ name: FileName, in directory: Int32) throws(StorageError) -> String? {
        let file: Descriptor
        do throws(StorageError) {
            file = try openDescriptor(
                name,
                in: directory,
                flags: O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY
            )
        } catch {
            guard error.code == .notFound || error.code == .escapes else { throw error }
            return nil
        }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: longest, alignment: 1)
        defer { buffer.deallocate() }
        let count = try readFully(file.number, into: buffer, at: 0)
        let text = String(decoding: buffer[..<count], as: UTF8.self)
        return text.hasSuffix("\n") ? String(text.dropLast()) : text
    }

    /// Writes the word durably, over a former one.
    static func write(_ word: String, as name: FileName, in directory: Int32) throws(StorageError) {
        let building = Partition.temporaryName()
        let hidden = FileName(unchecked: Array(".hearth-".utf8) + building.bytes)
        do throws(StorageError) {
            let file = try openDescriptor(
                hidden,
                in: directory,
                flags: O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW,
                mode: 0o600
            )
            let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: word.utf8.count + 1, alignment: 1)
            defer { buffer.deallocate() }
            buffer.copyBytes(from: Array("\(word)\n".utf8))
            try writeFully(file.number, UnsafeRawBufferPointer(buffer), at: 0)
            try check("fsync") { fsync(file.number) }
            try check("renameat") {
                hidden.withCString { from in name.withCString { renameat(directory, from, directory, $0) } }
            }
            try syncDirectory(directory)
        } catch {
            _ = errorNumber { hidden.withCString { unlinkat(directory, $0, 0) } }
            throw error
        }
    }
}
