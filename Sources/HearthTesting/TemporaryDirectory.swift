import CLinux
import Glibc

/// A fresh directory below `$TMPDIR`, deleted with everything in it when the last reference goes.
///
/// With the environment variable `HEARTH_KEEP_TEMP` set it stays, and its path is printed.
package final class TemporaryDirectory: Sendable {
    /// Why no directory could be made.
    package struct CreationError: Error {
        /// The C error number of `mkdtemp(3)`.
        package let errno: Int32
    }

    /// The absolute path, without a slash at the end.
    package let path: String

    /// Makes the directory, mode 0700, in `base` if that is given.
    package init(_ prefix: String = "hearth", in base: String? = nil) throws(CreationError) {
        let base = base ?? getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(base)/\(prefix)-XXXXXX".utf8CString)
        guard template.withUnsafeMutableBufferPointer({ $0.baseAddress.flatMap { mkdtemp($0) } }) != nil
        else {
            throw CreationError(errno: Glibc.errno)
        }
        path = template.withUnsafeBufferPointer { buffer in
            String(decoding: buffer.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
    }

    deinit {
        if getenv("HEARTH_KEEP_TEMP") != nil {
            print("kept \(path)")
        } else {
            Self.remove(path)
        }
    }

    /// The path of something inside.
    package func appending(_ name: String) -> String { "\(path)/\(name)" }

    /// Deletes a tree without following links, by handles: paths of very deep trees would pass PATH_MAX.
    private static func remove(_ root: String) {
        var current = openDirectory(AT_FDCWD, root)
        var names: [[CChar]] = []
        while current >= 0 {
            fchmod(current, 0o700)
            if let child = emptyUntilDirectory(current) {
                fchmodat(current, child, 0o700, 0)
                let next = openDirectory(current, child)
                close(current)
                names.append(child)
                current = next
            } else if let name = names.popLast() {
                let parent = openDirectory(current, "..")
                close(current)
                // A directory that cannot go would be found again and again.
                guard unlinkat(parent, name, AT_REMOVEDIR) == 0 else {
                    close(parent)
                    return
                }
                current = parent
            } else {
                close(current)
                rmdir(root)
                return
            }
        }
    }

    private static func openDirectory(_ parent: Int32, _ name: UnsafePointer<CChar>) -> Int32 {
        hearth_openat(parent, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW, 0)
    }

    /// Unlinks what is no directory; returns the first directory found, nil when none is left.
    private static func emptyUntilDirectory(_ directory: Int32) -> [CChar]? {
        guard let stream = fdopendir(openDirectory(directory, "."))
        else {
            return nil
        }
        defer { closedir(stream) }
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { characters in
                    Array(UnsafeBufferPointer(start: characters, count: strlen(characters) + 1))
                }
            }
            if name == [46, 0] || name == [46, 46, 0] { continue }
            if unlinkat(directory, name, 0) != 0, errno == EISDIR || errno == EPERM { return name }
        }
        return nil
    }
}
