/// Where an entry of a vault is, or would be, on the inner volume: the place of one cipher name in one directory.
struct VaultSpot: Sendable {
    /// What is at a spot.
    enum Content {
        /// Nothing on the disk.
        case nothing
        /// A directory with nothing in it but a long name, which is as good as nothing: an interrupted change.
        case shell
        /// A file, with what the inner volume tells of its cipher file.
        case file(FileInfo)
        /// A directory; its link has not been read.
        case directory
        /// Something of other programs: a symbolic link, or no part of the format.
        case other(FileInfo)
        /// A node that holds things but none that it should, or a long one whose `name.c9s` is missing or tells
        /// another name; what is known of it is told as it is for sound ones.
        case unreadable(FileInfo)

        /// Whether the name is free.
        var isFree: Bool {
            switch self {
            case .nothing, .shell: true
            default: false
            }
        }
    }

    let directory: VaultDirectory
    /// The whole encrypted name with its suffix.
    let cipherName: [UInt8]
    /// What the directory calls it: the cipher name, or for long ones the short name.
    let node: FileName
    let isLong: Bool

    /// The node on the inner volume.
    var path: VolumePath { directory.path.appending(node) }
    /// Where a file's content is.
    var contents: VolumePath { isLong ? path.appending(VaultNames.contents) : path }
    /// Where a directory's link is.
    var link: VolumePath { path.appending(VaultNames.directoryLink) }
    /// Where the cipher name of a long entry is.
    var longName: VolumePath { path.appending(VaultNames.longName) }

    /// Whether both are the same entry.
    func isSame(as other: VaultSpot) -> Bool {
        directory.id == other.directory.id && cipherName == other.cipherName
    }
}
