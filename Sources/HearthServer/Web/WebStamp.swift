import CLinux
import Glibc

/// What tells one state of a file of the web app from another.
struct WebStamp: Sendable, Hashable {
    /// In bytes.
    let size: Int64
    /// The last change, in seconds and nanoseconds of Unix time.
    let seconds: Int64
    let nanoseconds: Int64
    let inode: UInt64

    /// Of a regular file; nil for anything else.
    init?(_ status: stat) {
        guard status.st_mode & S_IFMT == S_IFREG else { return nil }
        size = Int64(status.st_size)
        seconds = Int64(status.st_mtim.tv_sec)
        nanoseconds = Int64(status.st_mtim.tv_nsec)
        inode = UInt64(status.st_ino)
    }

    /// As an entity tag.
    var etag: String {
        "\"\(String(inode, radix: 16))-\(String(size, radix: 16))-\(String(seconds, radix: 16)).\(nanoseconds)\""
    }
}
