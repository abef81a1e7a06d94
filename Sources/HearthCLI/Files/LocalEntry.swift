import Glibc
import HearthArguments

/// A file or folder of this computer, as a walk finds it.
package struct LocalEntry: Sendable, Hashable {
    /// What lies there.
    package enum Kind: Sendable, Hashable {
        /// A regular file.
        case file
        /// A folder.
        case folder
        /// A symbolic link, not followed.
        case link
        /// A socket, FIFO or device.
        case special
    }

    /// Below the top of the walk, parts separated by `/`; empty for the top itself.
    ///
    /// As `ByteText` has it: names need not be UTF-8.
    package var path: String
    /// What lies there.
    package var kind: Kind
    /// Length in bytes; 0 for all but files.
    package var size: Int64
    /// Unix seconds of the last change of the content.
    package var modified: Int64

    init(path: String, _ status: stat) {
        self.path = path
        switch status.st_mode & S_IFMT {
        case S_IFREG: kind = .file
        case S_IFDIR: kind = .folder
        case S_IFLNK: kind = .link
        default: kind = .special
        }
        size = kind == .file ? Int64(status.st_size) : 0
        modified = Int64(status.st_mtim.tv_sec)
    }

    /// What lies at a path.
    ///
    /// - Parameters:
    ///   - path: as the person gave it.
    ///   - followsLinks: whether a link stands for what it points to.
    /// - Returns: an entry with an empty path.
    /// - Throws: exit code 3 for nothing there, and others.
    package static func at(_ path: String, followsLinks: Bool = true) throws(CommandError) -> LocalEntry {
        var status = stat()
        let bytes = ByteText.path(path)
        let result = followsLinks ? stat(bytes, &status) : lstat(bytes, &status)
        guard result == 0 else { throw LocalError.failure(path, errno) }
        return LocalEntry(path: "", status)
    }
}
