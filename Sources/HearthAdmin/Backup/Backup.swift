import Glibc
import HearthSQL
package import HearthServer

/// A copy of a drive's database and keys: a directory with `hearth.sqlite` and `keys/`.
///
/// People's files are not part of it.
package enum Backup {
    /// Most bytes of one key file; none has more than a few thousand.
    static let keyLimit = 1 << 20

    /// Makes a backup, also while a server runs; blocks its thread.
    ///
    /// - Parameters:
    ///   - data: a directory in which a drive was started before.
    ///   - path: must not exist yet; appears whole, on the disk, or not at all.
    /// - Throws: `.refused` when there is nothing to copy or the path exists; `SQLError` and `.files` for the rest.
    package static func make(of data: DataDirectory, at path: String) throws {
        guard data.hasDatabase else {
            throw ServiceError(
                .refused,
                "\(data.path) holds no database; say which directory with --data DIR"
            )
        }
        var status = stat()
        if lstat(path, &status) == 0 {
            throw ServiceError(.refused, "\(path) exists already; a backup needs a new name")
        }
        let partial = path + ".partial"
        DirectoryTree.remove(partial)
        if mkdir(partial, 0o700) != 0 { throw ServiceError("cannot create \(partial)", errno: errno) }
        do {
            try SQLiteDatabase.backup(from: data.database, to: partial + "/hearth.sqlite")
            try copyKeys(from: data.keys, to: partial + "/keys")
            try OperatorFiles.syncDirectory(partial)
            if rename(partial, path) != 0 { throw ServiceError("cannot put \(path) in place", errno: errno) }
        } catch {
            DirectoryTree.remove(partial)
            throw error
        }
        try OperatorFiles.syncDirectory(OperatorFiles.parent(of: path))
    }

    /// Copies the regular files of a key directory; the new directory has mode 0700, its files 0600.
    static func copyKeys(from source: String, to destination: String) throws(ServiceError) {
        if mkdir(destination, 0o700) != 0 {
            throw ServiceError("cannot create \(destination)", errno: errno)
        }
        for name in try DirectoryTree.regularFiles(of: source) {
            guard let bytes = try OperatorFiles.read("\(source)/\(name)", limit: keyLimit) else { continue }
            try OperatorFiles.write(bytes, to: "\(destination)/\(name)", mode: 0o600)
        }
        try OperatorFiles.syncDirectory(destination)
    }
}
