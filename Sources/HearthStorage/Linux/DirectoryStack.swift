import CLinux
import Glibc

/// The open directories from the top of a tree down to where a walk stands, however deep.
///
/// Only the lowest ones are kept open; the way back up reopens `..` and checks that it is the same directory as on the
/// way down, so that a tree moved meanwhile cannot lead the walk elsewhere.
struct DirectoryStack: ~Copyable {
    private struct Level {
        let identity: FileIdentity
        var descriptor: Int32
    }

    private static let openLimit = 24
    private static let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW

    private var levels: [Level]
    /// The highest level that is still open; all below it are.
    private var firstOpen = 0

    /// Starts at a directory opened for reading.
    init(_ top: consuming Descriptor) throws(StorageError) {
        let identity = try FileStatus(of: top.number).identity
        levels = [Level(identity: identity, descriptor: top.release())]
    }

    deinit {
        for level in levels[firstOpen...] { close(level.descriptor) }
    }

    /// 1 at the top of the tree.
    var depth: Int { levels.count }

    /// How many of the directories are open.
    var openCount: Int { levels.count - firstOpen }

    /// The directory where the walk stands.
    var current: Int32 { levels[levels.count - 1].descriptor }

    /// Goes into a directory; a link is refused as `.notADirectory` or `.escapes`.
    ///
    /// - Returns: what the directory is.
    @discardableResult
    mutating func push(_ name: FileName) throws(StorageError) -> FileStatus {
        let child = try openDescriptor(name, in: current, flags: Self.flags)
        let status = try FileStatus(of: child.number)
        levels.append(Level(identity: status.identity, descriptor: child.release()))
        if levels.count - firstOpen > Self.openLimit {
            close(levels[firstOpen].descriptor)
            levels[firstOpen].descriptor = -1
            firstOpen += 1
        }
        return status
    }

    /// Goes back to the parent; not at the top.
    mutating func pop() throws(StorageError) {
        let parent = levels.count - 2
        if parent < firstOpen {
            let child = current
            let reopened = try openDescriptor("openat", flags: Self.flags) {
                hearth_openat(child, "..", $0, 0)
            }
            guard try FileStatus(of: reopened.number).identity == levels[parent].identity else {
                throw StorageError(.changed, "the tree was moved during a walk")
            }
            levels[parent].descriptor = reopened.release()
            firstOpen = parent
        }
        close(current)
        levels.removeLast()
    }
}
