import CLinux
import Glibc

/// Small files of the operator's side: configuration, keys, passwords.
///
/// People's files are the business of HearthStorage.
package enum OperatorFiles {
    /// Reads a whole file.
    ///
    /// - Parameters:
    ///   - path: where; a last component that is a link is followed.
    ///   - limit: more bytes than this are an error.
    /// - Returns: the bytes, or nil when there is no such file.
    /// - Throws: `.files`.
    package static func read(_ path: String, limit: Int) throws(ServiceError) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
        if descriptor < 0 {
            if errno == ENOENT { return nil }
            throw ServiceError("cannot open \(path)", errno: errno)
        }
        defer { close(descriptor) }
        return try read(descriptor, named: path, limit: limit)
    }

    /// Reads a descriptor to its end.
    ///
    /// - Parameters:
    ///   - descriptor: stays open.
    ///   - name: stands in errors.
    ///   - limit: more bytes than this are an error.
    /// - Returns: the bytes.
    /// - Throws: `.files`.
    package static func read(
        _ descriptor: Int32,
        named name: String,
        limit: Int
    ) throws(ServiceError) -> [UInt8] {
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 4_096)
        while true {
            let count = Glibc.read(descriptor, &piece, piece.count)
            if count == 0 { return bytes }
            if count < 0 {
                if errno == EINTR { continue }
                throw ServiceError("cannot read \(name)", errno: errno)
            }
            bytes.append(contentsOf: piece.prefix(count))
            if bytes.count > limit {
                throw ServiceError(.files, "\(name) is larger than \(limit) bytes")
            }
        }
    }

    /// Puts a file in place whole or not at all; it is on the disk when this returns.
    ///
    /// - Parameters:
    ///   - bytes: the content.
    ///   - path: a file of that name is replaced.
    ///   - mode: the file's mode, whatever the umask.
    /// - Throws: `.files`, with what was there before still there.
    package static func write(_ bytes: [UInt8], to path: String, mode: UInt32) throws(ServiceError) {
        let fresh = path + ".new"
        unlink(fresh)
        let descriptor = open(fresh, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode)
        if descriptor < 0 { throw ServiceError("cannot create \(fresh)", errno: errno) }
        defer { close(descriptor) }
        fchmod(descriptor, mode)
        try write(bytes, to: descriptor, named: fresh)
        if fsync(descriptor) != 0 { throw ServiceError("cannot write \(fresh) to the disk", errno: errno) }
        if rename(fresh, path) != 0 {
            let number = errno
            unlink(fresh)
            throw ServiceError("cannot put \(path) in place", errno: number)
        }
        try syncDirectory(parent(of: path))
    }

    /// Makes what a directory holds survive a power cut.
    package static func syncDirectory(_ path: String) throws(ServiceError) {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        if descriptor < 0 { throw ServiceError("cannot open \(path)", errno: errno) }
        defer { close(descriptor) }
        if fsync(descriptor) != 0 { throw ServiceError("cannot write \(path) to the disk", errno: errno) }
    }

    /// Makes a directory and its parents; one that is there already is left as it is.
    ///
    /// - Parameters:
    ///   - path: absolute.
    ///   - mode: of the last component, whatever the umask; nil for 0777 under the umask. Parents get 0755 under it.
    /// - Throws: `.files`.
    package static func makeDirectory(_ path: String, mode: UInt32? = nil) throws(ServiceError) {
        var made = ""
        let names = path.split(separator: "/")
        for (index, name) in names.enumerated() {
            let container = made.isEmpty ? "/" : made
            made += "/" + name
            let isLast = index == names.count - 1
            if mkdir(made, isLast ? mode ?? 0o777 : 0o755) == 0 {
                if isLast, let mode { chmod(made, mode) }
                try syncDirectory(container)
            } else if errno != EEXIST {
                throw ServiceError("cannot create the directory \(made)", errno: errno)
            }
        }
        var status = stat()
        if stat(path, &status) != 0 { throw ServiceError("cannot look at \(path)", errno: errno) }
        if status.st_mode & S_IFMT != S_IFDIR {
            throw ServiceError(.files, "\(path) is not a directory; choose another place with --data")
        }
    }

    /// Everything up to the last slash; `/` for a name at the top.
    package static func parent(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32, named name: String) throws(ServiceError)
    {
        var offset = 0
        while offset < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                Glibc.write(descriptor, buffer.baseAddress.map { $0 + offset }, buffer.count - offset)
            }
            if count > 0 {
                offset += count
            } else if errno != EINTR {
                throw ServiceError("cannot write \(name)", errno: errno)
            }
        }
    }
}
