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

    /// Takes disk blocks for the log, so that small writes still work when the disk is full.
    ///
    /// The library writes the log from its start again after each checkpoint, into these blocks, and reads no
    /// further than its checksums hold: zeros behind the last entry are nothing to it.
    ///
    /// - Parameters:
    ///   - bytes: counted from the start of the file.
    ///   - database: the database's path; its log exists. The database itself is never opened here: closing any
    ///     descriptor of it would drop the library's locks (fcntl(2), "Record locking").
    /// - Returns: whether the blocks are there.
    static func reserveLog(_ bytes: Int, of database: String) -> Bool {
        let descriptor = open(database + "-wal", O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return posix_fallocate(descriptor, 0, off_t(bytes)) == 0
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
