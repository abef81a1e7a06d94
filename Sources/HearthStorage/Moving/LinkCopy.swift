import CLinux
import Glibc

/// Copies symbolic links as what they are.
enum LinkCopy {
    /// `PATH_MAX`, the terminator included.
    private static let longest = 4_096
    /// `UTIME_OMIT` of utimensat(2), a macro that Swift does not see.
    private static let keep = Int((1 << 30) - 2)

    /// Where a link leads, as its bytes say; nil when it is gone or is none any more.
    static func destination(of name: FileName, in directory: Int32) throws(StorageError) -> [UInt8]? {
        var buffer = [CChar](repeating: 0, count: longest)
        let length = name.withCString { readlinkat(directory, $0, &buffer, buffer.count) }
        if length < 0 {
            let number = errno
            if number == ENOENT || number == EINVAL { return nil }
            throw StorageError(errno: number, "readlinkat")
        }
        return buffer[..<length].map { UInt8(bitPattern: $0) }
    }

    /// Makes a link with the time of its original.
    static func make(
        _ name: FileName,
        in directory: Int32,
        to destination: [UInt8],
        time: FileTime
    ) throws(StorageError) {
        let text = destination.map { CChar(bitPattern: $0) } + [0]
        try check("symlinkat") { name.withCString { symlinkat(text, directory, $0) } }
        let times = [
            timespec(tv_sec: 0, tv_nsec: keep),
            timespec(tv_sec: Int(time.seconds), tv_nsec: Int(time.nanoseconds)),
        ]
        // The time of a link is a nicety that not every file system has.
        _ = errorNumber {
            name.withCString { utimensat(directory, $0, times, Int32(AT_SYMLINK_NOFOLLOW)) }
        }
    }

    /// Copies one link.
    static func copy(_ name: FileName, from source: Int32, to target: Int32) throws(StorageError) {
        guard let status = try FileStatus(of: name, in: source), status.isLink,
            let destination = try destination(of: name, in: source)
        else { return }
        try make(name, in: target, to: destination, time: status.info.modified)
    }
}
