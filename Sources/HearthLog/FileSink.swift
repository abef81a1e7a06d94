import Glibc
import Synchronization

/// Lines appended to a file, created with mode 0600.
///
/// Each line is one `write(2)` with `O_APPEND`, so lines of several writers do not mix.
package final class FileSink: LogSink {
    /// Why the file could not be opened.
    package struct OpenError: Error, Sendable {
        /// The file.
        package let path: String
        /// The C error number.
        package let errno: Int32
    }

    private struct Descriptor: ~Copyable {
        let number: Int32
        init(path: String) throws(OpenError) {
            number = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOCTTY, 0o600)
            if number < 0 { throw OpenError(path: path, errno: Glibc.errno) }
        }
        deinit { close(number) }
    }

    private let path: String
    private let descriptor: Mutex<Descriptor>

    /// Opens the file for appending.
    package init(path: String) throws(OpenError) {
        self.path = path
        descriptor = Mutex(try Descriptor(path: path))
    }

    /// Appends one line.
    package func write(_ line: [UInt8]) { descriptor.withLock { writeFully(line, to: $0.number) } }

    /// Opens the path anew, for use after log rotation; on failure the old file stays in use.
    package func reopen() throws(OpenError) {
        let fresh = try Descriptor(path: path)
        replace(with: fresh)
    }

    private func replace(with fresh: consuming Descriptor) {
        var incoming = Optional(fresh)
        descriptor.withLock { current in
            if let next = incoming.take() { current = next }
        }
    }
}
