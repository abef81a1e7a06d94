#if canImport(Glibc)
import CLinux
import Glibc
#else
import Darwin
#endif

/// What a file is, as far as a transfer must know.
struct FileFacts: Sendable, Hashable {
    enum Kind: Sendable { case regular, directory, link, other }

    var kind: Kind
    var device: UInt64
    var inode: UInt64
    /// Bytes.
    var size: Int64
    /// Unix seconds of the last change of its bytes.
    var modified: Int64
    /// The nanoseconds that belong to ``modified``.
    var nanoseconds: Int64

    /// Says whether two looks saw the same bytes: place, length and time.
    ///
    /// Without the device, whose number many file systems get anew whenever they are mounted.
    var identity: String { "\(inode):\(size):\(modified).\(nanoseconds)" }

    fileprivate init(_ status: stat) {
        kind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .regular
            case S_IFDIR: .directory
            case S_IFLNK: .link
            default: .other
            }
        device = UInt64(truncatingIfNeeded: status.st_dev)
        inode = UInt64(status.st_ino)
        size = Int64(status.st_size)
        #if canImport(Glibc)
        modified = Int64(status.st_mtim.tv_sec)
        nanoseconds = Int64(status.st_mtim.tv_nsec)
        #else
        modified = Int64(status.st_mtimespec.tv_sec)
        nanoseconds = Int64(status.st_mtimespec.tv_nsec)
        #endif
    }
}

/// What the local file system said, as a ``TransferError``.
enum LocalError {
    /// The meaning of a C error number; read it before anything else can change it.
    static func make(_ number: Int32, _ path: LocalPath) -> TransferError {
        switch number {
        case ENOENT, ENOTDIR: TransferError(.localNotFound, path.description)
        case EACCES, EPERM, EROFS: TransferError(.localRefused, path.description)
        case ENOSPC, EDQUOT: TransferError(.localFull, path.description)
        case EEXIST, EISDIR, ENOTEMPTY: TransferError(.localExists, path.description)
        case ELOOP: TransferError(.symbolicLink, path.description)
        default:
            TransferError(.localFailed, "\(path): \(String(cString: strerror(number)))")
        }
    }
}

/// An open file; closed with the last reference.
///
/// Any thread may read and write at offsets at the same time (`pread`, `pwrite`). Every call may block.
final class LocalFile: Sendable {
    let descriptor: Int32
    let path: LocalPath

    private init(_ descriptor: Int32, _ path: LocalPath) {
        self.descriptor = descriptor
        self.path = path
    }

    deinit { close(descriptor) }

    /// Opens for reading; a FIFO or device does not make it wait.
    static func read(_ path: LocalPath, followsLinks: Bool = true) throws(TransferError) -> LocalFile {
        let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | (followsLinks ? 0 : O_NOFOLLOW)
        return try opened(path, flags)
    }

    /// Opens a file for writing it from its beginning, whether it is there or not.
    static func claim(_ path: LocalPath) throws(TransferError) -> LocalFile {
        try opened(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    }

    /// Opens a file that is there for going on with it; nil when it is not there.
    static func resume(_ path: LocalPath) throws(TransferError) -> LocalFile? {
        do {
            return try opened(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        } catch  where error.code == .localNotFound {
            return nil
        }
    }

    private static func opened(_ path: LocalPath, _ flags: Int32) throws(TransferError) -> LocalFile {
        let (descriptor, number) = path.withCString { (open($0, flags, 0o666), errno) }
        guard descriptor >= 0 else { throw LocalError.make(number, path) }
        return LocalFile(descriptor, path)
    }

    /// What it is now.
    func facts() throws(TransferError) -> FileFacts {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw LocalError.make(errno, path) }
        return FileFacts(status)
    }

    /// What lies at a path; nil when nothing does.
    static func facts(_ path: LocalPath, followsLinks: Bool = true) throws(TransferError) -> FileFacts? {
        var status = stat()
        let (code, number) = path.withCString { name in
            (followsLinks ? stat(name, &status) : lstat(name, &status), errno)
        }
        if code == 0 { return FileFacts(status) }
        if number == ENOENT || number == ENOTDIR { return nil }
        throw LocalError.make(number, path)
    }

    /// Fills the buffer from an offset on; fewer bytes only at the end of the file.
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(TransferError) -> Int {
        var filled = 0
        while filled < buffer.count {
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
            let count = pread(descriptor, rest.baseAddress, rest.count, off_t(offset + Int64(filled)))
            if count == 0 { break }
            if count < 0 {
                if errno == EINTR { continue }
                throw LocalError.make(errno, path)
            }
            filled += count
        }
        return filled
    }

    /// Writes every byte at an offset.
    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(TransferError) {
        var written = 0
        while written < bytes.count {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[written...])
            let count = pwrite(descriptor, rest.baseAddress, rest.count, off_t(offset + Int64(written)))
            if count < 0 {
                if errno == EINTR { continue }
                throw LocalError.make(errno, path)
            }
            written += count
        }
    }

    /// Takes the space now, so that a full disk shows before the first byte and not after the last but one.
    ///
    /// File systems that cannot do so are left alone: glibc's `posix_fallocate` would write every block there.
    func reserve(_ size: Int64) throws(TransferError) {
        guard size > 0 else { return }
        #if canImport(Glibc)
        while hearth_fallocate(descriptor, 0, 0, size) != 0 {
            switch errno {
            case EINTR: continue
            case ENOSPC, EDQUOT: throw LocalError.make(errno, path)
            default: return
            }
        }
        #else
        var store = fstore_t(
            fst_flags: UInt32(F_ALLOCATEALL),
            fst_posmode: F_PEOFPOSMODE,
            fst_offset: 0,
            fst_length: off_t(size),
            fst_bytesalloc: 0
        )
        if fcntl(descriptor, F_PREALLOCATE, &store) != 0, errno == ENOSPC || errno == EDQUOT {
            throw LocalError.make(errno, path)
        }
        #endif
    }

    /// Cuts or stretches.
    func truncate(to size: Int64) throws(TransferError) {
        guard ftruncate(descriptor, off_t(size)) == 0 else { throw LocalError.make(errno, path) }
    }

    /// Makes every byte survive a power cut.
    func sync() throws(TransferError) {
        while fsync(descriptor) != 0 {
            if errno != EINTR { throw LocalError.make(errno, path) }
        }
    }

    /// Sets the time of the last change, in Unix seconds.
    func setModified(_ seconds: Int64) throws(TransferError) {
        var times = [timespec(), timespec()]
        // The time of the last access too: "leave it" has no name that both systems export.
        times[0].tv_sec = time_t(seconds)
        times[1].tv_sec = time_t(seconds)
        guard futimens(descriptor, times) == 0 else { throw LocalError.make(errno, path) }
    }
}
