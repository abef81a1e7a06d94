import CLinux
import Glibc

/// The right to work on a data directory; ends with the last reference, or with the process.
package final class DirectoryLock: Sendable {
    private let descriptor: Int32

    fileprivate init(descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }
}

extension DataDirectory {
    /// Takes the lock, without waiting.
    ///
    /// - Throws: `.inUse` while another process, or another part of this one, holds it.
    package func lock() throws(ServiceError) -> DirectoryLock {
        let descriptor = open(lockFile, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        if descriptor < 0 { throw ServiceError("cannot open \(lockFile)", errno: errno) }
        if flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            let number = errno
            close(descriptor)
            if number == EWOULDBLOCK {
                throw ServiceError(.inUse, "another Hearth is using this directory: \(path)")
            }
            throw ServiceError("cannot lock \(lockFile)", errno: number)
        }
        return DirectoryLock(descriptor: descriptor)
    }
}
