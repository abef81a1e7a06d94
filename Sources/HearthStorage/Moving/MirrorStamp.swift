/// Vouches that one file was compared with its copy, byte by byte, in the state that both still have.
///
/// 128 bits instead of paths and numbers, so that a million files cost some 32 MB; two different states meet by
/// chance about once in 2^64 comparisons of a run.
struct MirrorStamp: Hashable {
    private let first: UInt64
    private let second: UInt64

    /// A directory on the way down: its parent's stamp and its name.
    struct Directory {
        fileprivate let number: UInt64

        /// The top of the tree.
        static let top = Directory(number: 0)

        /// A subdirectory.
        func appending(_ name: FileName) -> Directory {
            var hasher = Hasher()
            hasher.combine(number)
            hasher.combine(name)
            return Directory(number: UInt64(bitPattern: Int64(hasher.finalize())))
        }
    }

    /// The state of a file and of its copy.
    init(_ directory: Directory, _ name: FileName, _ source: FileInfo, _ copy: FileInfo) {
        first = Self.hash(1, directory, name, source, copy)
        second = Self.hash(2, directory, name, source, copy)
    }

    private static func hash(
        _ salt: UInt64,
        _ directory: Directory,
        _ name: FileName,
        _ source: FileInfo,
        _ copy: FileInfo
    ) -> UInt64 {
        var hasher = Hasher()
        hasher.combine(salt)
        hasher.combine(directory.number)
        hasher.combine(name)
        for info in [source, copy] {
            hasher.combine(info.device)
            hasher.combine(info.inode)
            hasher.combine(info.size)
            hasher.combine(info.modified)
            hasher.combine(info.changed)
        }
        return UInt64(bitPattern: Int64(hasher.finalize()))
    }
}
