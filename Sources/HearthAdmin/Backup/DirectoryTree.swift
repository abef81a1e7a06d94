import Glibc
import HearthServer

/// Small directories of Hearth's own making: a backup, a set of keys.
enum DirectoryTree {
    /// The names of the regular files, sorted; links do not count.
    static func regularFiles(of path: String) throws(ServiceError) -> [String] {
        guard let names = entries(of: path) else { throw ServiceError("cannot list \(path)", errno: errno) }
        return names.filter { name in
            var status = stat()
            return lstat("\(path)/\(name)", &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        }
    }

    /// Deletes a directory with its files and directories; what cannot go stays.
    static func remove(_ path: String) {
        for name in entries(of: path) ?? [] where unlink("\(path)/\(name)") != 0 { remove("\(path)/\(name)") }
        rmdir(path)
    }

    private static func entries(of path: String) -> [String]? {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        guard let stream = fdopendir(descriptor) else {
            close(descriptor)
            return nil
        }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }
}
