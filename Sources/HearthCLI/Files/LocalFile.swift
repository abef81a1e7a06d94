import Glibc
import HearthArguments

/// Small files of this computer.
package enum LocalFile {
    /// Writes a whole file, mode 0666 less the umask.
    ///
    /// - Throws: as other local files.
    package static func write(_ bytes: [UInt8], to path: String) throws(CommandError) {
        let descriptor = open(ByteText.path(path), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw LocalError.failure(path, errno) }
        defer { close(descriptor) }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw LocalError.failure(path, errno) }
            rest = rest.dropFirst(count)
        }
    }
}
