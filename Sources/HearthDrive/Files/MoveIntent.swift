import HearthSQL
import HearthStorage

/// A rename that is about to happen, written down first.
///
/// A crash between the rename and its rows is settled at the next start by the inode: where the entry now lies
/// decides whether the rows follow (server decisions, 5).
struct MoveIntent: Sendable {
    var sourceRoot: Int
    var source: VolumePath
    var finalRoot: Int
    var final: VolumePath
    var inode: UInt64
    var user: Int

    /// Writes the intent, runs the rename, and lets the rows follow in one transaction with the intent's end.
    func perform(
        _ database: any SQLDatabase,
        _ rename: @Sendable () async throws -> FileInfo
    ) async throws -> FileInfo {
        let id = try await database.write { session in
            try session.run(
                "INSERT INTO intents (op, source_root, source, final_root, final, inode, user) "
                    + "VALUES ('move', ?, ?, ?, ?, ?, ?)",
                sourceRoot,
                source.bytes,
                finalRoot,
                final.bytes,
                inode,
                user
            )
            return session.lastInsertID
        }
        do {
            let info = try await rename()
            try await database.write { session in
                try follow(session, info: info)
                try session.run("DELETE FROM intents WHERE id = ?", id)
            }
            return info
        } catch {
            // The rename did not happen; should even this write fail, the start settles it.
            _ = try? await database.write { try $0.run("DELETE FROM intents WHERE id = ?", id) }
            throw error
        }
    }

    /// Brings the rows to where the entry now lies.
    func follow(_ session: any SQLSession, info: FileInfo) throws {
        let partition = try session.first(
            "SELECT pool || '/' || partition FROM roots WHERE id = ?",
            finalRoot
        )
        try FileIndex.move(
            from: sourceRoot,
            source,
            to: finalRoot,
            final,
            info: info,
            partition: try partition?.text(0) ?? "",
            session
        )
    }
}
