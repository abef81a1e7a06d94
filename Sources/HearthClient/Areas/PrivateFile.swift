#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Small files that are for their owner alone: mode 0600, replaced whole, locked between programs.
///
/// Every call blocks for a moment: use them through ``BlockingWork``.
package enum PrivateFile {
    /// The content; nil when there is no such file.
    ///
    /// - Throws: `.storage`, also for a file of more than 16 MiB.
    package static func read(_ path: String) throws(SessionError) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw failure("cannot be opened", path)
        }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = unistdRead(descriptor, &piece, piece.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw failure("cannot be read", path) }
            if count == 0 { return bytes }
            bytes += piece[..<count]
            guard bytes.count <= 16 << 20 else { throw SessionError(.storage("\(path) is too large")) }
        }
    }

    /// Writes beside the file, flushes, and renames: a crash leaves the old content or the new one.
    ///
    /// A symbolic link stays one; what it points to is replaced.
    ///
    /// - Throws: `.storage`; the old content is still there then.
    package static func replace(_ path: String, with bytes: [UInt8]) throws(SessionError) {
        let path = resolved(path)
        let draft = "\(path).\(getpid()).\(UInt32.random(in: 0 ... .max)).tmp"
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw failure("cannot be written", path) }
        do throws(SessionError) {
            defer { close(descriptor) }
            try write(bytes, to: descriptor, path)
            // The mode of `open` is narrowed by the umask, never widened.
            guard fchmod(descriptor, 0o600) == 0, fsync(descriptor) == 0 else {
                throw failure("cannot be written", path)
            }
        } catch {
            unlink(draft)
            throw error
        }
        guard rename(draft, path) == 0 else {
            let error = failure("cannot be replaced", path)
            unlink(draft)
            throw error
        }
        flushFolder(of: path)
    }

    /// Runs `body` while no other program, and no other thread, does so for the same path.
    package static func locked<Value>(
        _ path: String,
        _ body: () throws(SessionError) -> Value
    ) throws(SessionError) -> Value {
        let lock = try Lock(path)
        defer { withExtendedLifetime(lock) {} }
        return try body()
    }

    /// Keeps every other program, and every other thread, from the same path while it lives.
    package final class Lock: Sendable {
        private let descriptor: Int32

        /// Waits until nobody else has it.
        ///
        /// - Throws: `.storage`.
        package init(_ path: String) throws(SessionError) {
            let lock = PrivateFile.resolved(path) + ".lock"
            let descriptor = open(lock, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
            guard descriptor >= 0 else { throw PrivateFile.failure("cannot be locked", path) }
            while flock(descriptor, LOCK_EX) != 0 {
                guard errno == EINTR else {
                    let error = PrivateFile.failure("cannot be locked", path)
                    close(descriptor)
                    throw error
                }
            }
            self.descriptor = descriptor
        }

        deinit { close(descriptor) }
    }

    /// Makes a folder and those above it, each of mode 0700; leaves folders alone that are there.
    ///
    /// - Throws: `.storage`.
    package static func makeFolder(_ path: String) throws(SessionError) {
        var made = path.hasPrefix("/") ? "" : "."
        for part in path.split(separator: "/") {
            made += "/" + part
            // `mkdir` last: the message tells of its `errno`.
            guard isFolder(made) || mkdir(made, 0o700) == 0 || errno == EEXIST else {
                throw failure("cannot be made", made)
            }
        }
        guard isFolder(path) else { throw SessionError(.storage("\(path) is not a folder")) }
    }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32, _ path: String) throws(SessionError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { unistdWrite(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw failure("cannot be written", path) }
            rest = rest.dropFirst(count)
        }
    }

    /// The name is durable when its folder is; a file system that cannot flush folders has no better way.
    private static func flushFolder(of path: String) {
        let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        let descriptor = open(folder, O_RDONLY | O_CLOEXEC | O_DIRECTORY)
        guard descriptor >= 0 else { return }
        _ = fsync(descriptor)
        close(descriptor)
    }

    private static func resolved(_ path: String) -> String {
        guard let real = realpath(path, nil) else { return path }
        defer { free(real) }
        return String(cString: real)
    }

    private static func failure(_ what: String, _ path: String) -> SessionError {
        SessionError(.storage("\(path) \(what): \(String(cString: strerror(errno)))"))
    }
}

// Inside the type the names of these two are taken by its own functions.
private func unistdRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int) -> Int {
    read(descriptor, buffer, count)
}

private func unistdWrite(_ descriptor: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, buffer, count)
}
