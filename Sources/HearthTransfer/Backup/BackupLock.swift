#if canImport(Glibc)
import CLinux
import Glibc
#else
import Darwin
#endif

/// Keeps two processes from running one backup at the same time; ends with the process, however that ends.
final class BackupLock: Sendable {
    private let descriptor: Int32

    /// Takes the lock of a set.
    ///
    /// Blocks for a moment.
    ///
    /// - Parameter path: a file of its own; it stays.
    /// - Throws: ``TransferError/Code/leased`` when another process has it.
    init(path: String) throws(TransferError) {
        let opened = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard opened >= 0 else { throw LocalError.make(errno, LocalPath(path)) }
        guard flock(opened, LOCK_EX | LOCK_NB) == 0 else {
            let number = errno
            close(opened)
            if number == EWOULDBLOCK { throw TransferError(.leased, path) }
            throw LocalError.make(number, LocalPath(path))
        }
        descriptor = opened
    }

    deinit { close(descriptor) }
}
