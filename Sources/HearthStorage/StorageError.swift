import CLinux
import Glibc

/// Why a volume refused or failed.
package struct StorageError: Error, Sendable {
    /// What callers may branch on.
    package struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The code's own name, for logs.
        package let description: String
        private init(_ name: String) { description = name }

        /// Nothing is there.
        package static let notFound = Self("notFound")
        /// Something is there already, or the directory to be replaced is not empty.
        package static let alreadyExists = Self("alreadyExists")
        /// A component that must be a directory is something else.
        package static let notADirectory = Self("notADirectory")
        /// A file was wanted and a directory is there.
        package static let isADirectory = Self("isADirectory")
        /// A FIFO, socket or device: never opened for content.
        package static let notARegularFile = Self("notARegularFile")
        /// The server's own account may not do this on the disk.
        package static let accessDenied = Self("accessDenied")
        /// The name cannot be used here.
        package static let invalidName = Self("invalidName")
        /// The file system does not take a name or path of this length.
        package static let nameTooLong = Self("nameTooLong")
        /// Disk or quota is full; what was begun has been undone.
        package static let noSpace = Self("noSpace")
        /// The two places are on different file systems: copy instead of rename.
        package static let crossVolume = Self("crossVolume")
        /// The destination is the source or lies inside it.
        package static let intoItself = Self("intoItself")
        /// A link on the way leads out of the root, in a circle, or may not be followed; treat as not found.
        package static let escapes = Self("escapes")
        /// The file there is not the expected one.
        package static let changed = Self("changed")
        /// The file system is mounted read-only.
        package static let readOnly = Self("readOnly")
        /// A directory or file has no room for another link.
        package static let tooManyLinks = Self("tooManyLinks")
        /// In use, for example a mount point; trying later may work.
        package static let busy = Self("busy")
        /// An item of a vault is broken, or was changed by another program since it was recorded.
        package static let damaged = Self("damaged")
        /// The disk or the kernel failed.
        package static let io = Self("io")
    }

    /// The kind of failure.
    package let code: Code
    /// What was attempted, for the log; holds no file names.
    package let message: String
    /// The system's error number, where one is the cause.
    package let errno: Int32?

    /// A failure that no system call reported.
    package init(_ code: Code, _ message: String, errno: Int32? = nil) {
        self.code = code
        self.message = message
        self.errno = errno
    }

    /// A failed system call, with the code that its error number usually means.
    package init(errno: Int32, _ operation: String) {
        self.init(Self.code(for: errno), "\(operation): \(Self.text(of: errno))", errno: errno)
    }

    private static func code(for errno: Int32) -> Code {
        switch errno {
        case ENOENT: .notFound
        case EEXIST, ENOTEMPTY: .alreadyExists
        case ENOTDIR: .notADirectory
        case EISDIR: .isADirectory
        case ENXIO, ENODEV: .notARegularFile
        case EACCES, EPERM: .accessDenied
        case EILSEQ: .invalidName
        case ENAMETOOLONG: .nameTooLong
        case ENOSPC, EDQUOT, EFBIG: .noSpace
        case EXDEV: .crossVolume
        case ELOOP: .escapes
        case EROFS: .readOnly
        case EMLINK: .tooManyLinks
        case EBUSY, ETXTBSY, EAGAIN, EMFILE, ENFILE: .busy
        default: .io
        }
    }

    private static func text(of errno: Int32) -> String {
        guard let text = hearth_error_text(errno) else { return "error \(errno)" }
        return String(cString: text)
    }
}
