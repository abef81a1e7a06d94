#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Keeps a database to its owner: names of files are nobody else's business.
enum PrivateDatabase {
    /// Makes the file, empty, when it is not there, and takes away from others what they may do with it.
    ///
    /// Before SQLite opens it: the files beside it (`-wal`, `-shm`) get the permissions that it has then.
    static func prepare(_ path: String) {
        // Only a new file is opened here: closing one that this process has open drops SQLite's locks on it.
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if descriptor >= 0 {
            close(descriptor)
            return
        }
        for suffix in ["", "-wal", "-shm", "-journal"] where access(path + suffix, F_OK) == 0 {
            chmod(path + suffix, 0o600)
        }
    }
}
