/// A file or directory as an archive names it.
package struct ArchiveEntry: Sendable, Hashable {
    /// What an entry is.
    package enum Kind: Sendable, Hashable {
        /// A directory; it may be empty.
        case directory
        /// A regular file of so many bytes.
        case file(size: Int64)
    }

    /// Names joined by `/`, without one at either end; made by ``EntryPath``.
    package let path: EntryPath
    /// What it is.
    package let kind: Kind
    /// Modification time in seconds since 1970 (UTC), negative before.
    package let seconds: Int64
    /// 0–999 999 999, counted forwards from `seconds`.
    package let nanoseconds: Int32

    /// All members as given.
    package init(path: EntryPath, kind: Kind, seconds: Int64, nanoseconds: Int32 = 0) {
        self.path = path
        self.kind = kind
        self.seconds = seconds
        self.nanoseconds = nanoseconds
    }

    /// Bytes of content; 0 for a directory.
    package var size: Int64 {
        switch kind {
        case .directory: 0
        case .file(let size): size
        }
    }

    var isDirectory: Bool { kind == .directory }

    /// The path as archives write it: a directory's ends with a slash.
    var bytes: [UInt8] { isDirectory ? path.bytes + [UInt8(ascii: "/")] : path.bytes }
}

/// Why something cannot be put into an archive.
package struct ArchiveError: Error, Sendable, Hashable {
    /// What callers may branch on.
    package enum Code: Sendable, Hashable {
        /// The format has no room for a path of that length.
        case pathTooLong
        /// More or fewer bytes came than the entry was said to have, or entries do not follow each other properly.
        case misuse
    }

    /// The kind of failure.
    package let code: Code
    /// One sentence for the log; holds no names.
    package let message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}
