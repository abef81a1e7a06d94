import Glibc

/// The file-system side of a database file.
enum SQLiteFile {
    /// Makes an empty file, mode 0600 whatever the umask, unless there is one.
    ///
    /// The library gives its `-wal` and `-shm` files the same mode.
    static func create(_ path: String) throws(SQLError) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if descriptor < 0, errno == EEXIST { return }
        guard descriptor >= 0 else { throw failure("creating", path) }
        close(descriptor)
        try syncFolder(of: path)
    }

    /// Makes the bytes of a file durable.
    static func sync(_ path: String) throws(SQLError) { try sync(path, O_RDONLY) }

    /// Makes the name of a file durable.
    static func syncFolder(of path: String) throws(SQLError) {
        let folder = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) } ?? "."
        try sync(folder.isEmpty ? "/" : folder, O_RDONLY | O_DIRECTORY)
    }

    static func failure(_ what: String, _ path: String) -> SQLError {
        let number = errno
        return SQLError(
            number == ENOSPC ? .full : .io,
            "\(what) \(path): \(String(cString: strerror(number)))"
        )
    }

    private static func sync(_ path: String, _ flags: Int32) throws(SQLError) {
        let descriptor = open(path, flags | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure("opening", path) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw failure("syncing", path) }
    }
}
