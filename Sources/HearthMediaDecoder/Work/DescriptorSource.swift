import CLinux
import Glibc

/// A plain file that the server opened.
final class DescriptorSource: ByteSource {
    let size: Int64
    var descriptor: Int32? { file }
    /// Whether the disk failed.
    private(set) var hasFailed = false
    private let file: Int32

    /// Takes a descriptor over, which is closed with ``close()``.
    ///
    /// - Returns: nil for anything but a regular file that can only be read.
    init?(_ descriptor: Int32) {
        file = descriptor
        var info = stat()
        let flags = hearth_fcntl(descriptor, F_GETFL, 0)
        guard fstat(descriptor, &info) == 0, info.st_mode & S_IFMT == S_IFREG, flags >= 0,
            flags & O_ACCMODE == O_RDONLY
        else { return nil }
        size = Int64(info.st_size)
    }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) -> Int {
        // Near the largest offset pread(2) fails, and a file that leads there is no broken disk.
        guard offset >= 0, offset < size else { return 0 }
        var done = 0
        while done < buffer.count, let base = buffer.baseAddress {
            let count = pread(file, base + done, buffer.count - done, off_t(offset) + done)
            if count > 0 {
                done += count
            } else if count == 0 {
                break
            } else if errno != EINTR {
                hasFailed = true
                return -1
            }
        }
        return done
    }

    /// Closes the file.
    func close() { Glibc.close(file) }
}
