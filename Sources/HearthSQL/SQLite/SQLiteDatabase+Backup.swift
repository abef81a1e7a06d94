import CSQLite
import Glibc

extension SQLiteDatabase {
    /// Copies a database as it is at one moment, while others use it.
    ///
    /// Blocks its thread for the time of the copy; writers go on meanwhile. The copy appears under its name at once
    /// and durable, and replaces what was there.
    ///
    /// - Parameters:
    ///   - source: the database's file.
    ///   - destination: on a file system with room for it; mode 0600.
    /// - Throws: `.full`, `.io` and the like, with nothing under the destination's name changed.
    package static func backup(from source: String, to destination: String) throws(SQLError) {
        let partial = destination + ".partial"
        unlink(partial)
        do throws(SQLError) {
            try SQLiteFile.create(partial)
            try copyPages(from: source, to: partial)
            guard rename(partial, destination) == 0 else { throw SQLiteFile.failure("renaming", partial) }
            try SQLiteFile.syncFolder(of: destination)
        } catch {
            unlink(partial)
            unlink(partial + "-journal")
            throw error
        }
    }

    private static func copyPages(from source: String, to destination: String) throws(SQLError) {
        var from: OpaquePointer?
        var to: OpaquePointer?
        defer {
            sqlite3_close_v2(from)
            sqlite3_close_v2(to)
        }
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        let opened = sqlite3_open_v2(source, &from, flags, nil)
        guard opened == SQLITE_OK else { throw SQLError(sqlite: opened, "opening \(source) for a copy") }
        let made = sqlite3_open_v2(destination, &to, flags, nil)
        guard made == SQLITE_OK else { throw SQLError(sqlite: made, "opening \(destination)") }
        sqlite3_busy_timeout(from, 5000)
        guard let backup = sqlite3_backup_init(to, "main", from, "main") else {
            throw SQLError(
                sqlite: sqlite3_errcode(to),
                "copying \(source): \(String(cString: sqlite3_errmsg(to)))"
            )
        }
        // All pages in one step: in WAL mode that holds up nobody, and it cannot be made to start anew.
        let stepped = sqlite3_backup_step(backup, -1)
        let finished = sqlite3_backup_finish(backup)
        guard stepped == SQLITE_DONE else { throw SQLError(sqlite: stepped, "copying \(source)") }
        guard finished == SQLITE_OK else {
            throw SQLError(sqlite: finished, "finishing the copy of \(source)")
        }
        guard sqlite3_close(to) == SQLITE_OK else { throw SQLError(.io, "closing \(destination)") }
        to = nil
        try SQLiteFile.sync(destination)
    }
}
