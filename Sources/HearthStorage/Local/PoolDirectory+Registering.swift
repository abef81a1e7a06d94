import CLinux
import Glibc

extension PoolDirectory {
    /// The path of a directory without links, `..` and doubled slashes.
    ///
    /// - Throws: `.notFound`, `.notADirectory`, `.accessDenied`.
    package static func resolve(_ path: String) throws(StorageError) -> String {
        guard let resolved = realpath(path, nil) else { throw StorageError(errno: errno, "realpath") }
        defer { free(resolved) }
        _ = try openDirectory(resolved)
        return String(cString: resolved)
    }

    /// The id in a directory's mark; nil where there is none.
    package static func id(at path: String) throws(StorageError) -> String? {
        let top = try openDirectory(path)
        return try Mark.read(mark, in: top.number)
    }

    /// Whether one directory is the other, or lies in it, by path or by any way of mounting.
    package static func overlap(_ first: String, _ second: String) -> Bool {
        if isInside(first, second) || isInside(second, first) { return true }
        guard let one = try? lineage(of: first), let other = try? lineage(of: second),
            let firstOwn = one.first, let secondOwn = other.first
        else {
            return false
        }
        return one.contains(secondOwn) || other.contains(firstOwn)
    }

    /// Whether a directory, given without links, holds what the kernel makes up (`/proc`, `/sys`), or devices.
    ///
    /// By place as well as by type: `/dev` has the type of any file system in memory.
    package static func isVirtual(_ path: String) throws(StorageError) -> Bool {
        if ["/dev", "/proc", "/sys"].contains(where: { isInside(path, $0) }) { return true }
        return FileSystemType.isVirtual(try openDirectory(path).number)
    }

    /// Makes a directory a pool.
    ///
    /// - Throws: `.accessDenied` or `.readOnly` when the server may not write there.
    package static func register(_ path: String, id: String) throws(StorageError) -> PoolDirectory {
        let top = try openDirectory(path)
        try Mark.write(id, as: mark, in: top.number)
        return try PoolDirectory(path: path, id: id)
    }

    private static func openDirectory(_ path: UnsafePointer<CChar>) throws(StorageError) -> Descriptor {
        try openDescriptor("open of a directory", flags: O_RDONLY | O_DIRECTORY) {
            hearth_openat(AT_FDCWD, path, $0, 0)
        }
    }

    private static func isInside(_ path: String, _ outer: String) -> Bool {
        path == outer || path.hasPrefix(outer == "/" ? outer : outer + "/")
    }

    /// The directory itself and everything above it.
    private static func lineage(of path: String) throws(StorageError) -> [FileIdentity] {
        let flags = Int32(HEARTH_O_PATH) | O_DIRECTORY
        var position = try openDescriptor("open of a directory", flags: flags) {
            hearth_openat(AT_FDCWD, path, $0, 0)
        }
        var found = [try FileStatus(of: position.number).identity]
        while true {
            let parent = try openDescriptor("openat", flags: flags) {
                hearth_openat(position.number, "..", $0, 0)
            }
            let identity = try FileStatus(of: parent.number).identity
            if identity == found.last { return found }
            found.append(identity)
            position = consume parent
        }
    }
}
