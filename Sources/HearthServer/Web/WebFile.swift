import CLinux
import Glibc
import HearthHTTP

/// An open file of the web app.
final class WebFile: FileContent {
    /// As it is now.
    let stamp: WebStamp
    private let opened: Int32

    /// Opens a file; nil when it is none or cannot be read.
    init?(path: String) {
        opened = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NOFOLLOW | O_NONBLOCK)
        var status = stat()
        guard opened >= 0, fstat(opened, &status) == 0, let stamp = WebStamp(status) else {
            if opened >= 0 { close(opened) }
            return nil
        }
        self.stamp = stamp
    }

    deinit { close(opened) }

    var size: Int64 { stamp.size }

    var descriptor: Int32? { opened }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) async throws -> Int {
        let count = pread(opened, buffer.baseAddress, buffer.count, off_t(offset))
        guard count >= 0 else { throw ServiceError("cannot read a file of the web app", errno: errno) }
        return count
    }
}
