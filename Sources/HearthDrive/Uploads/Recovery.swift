import HearthConcurrency
import HearthCrypto
import HearthLog
import HearthSQL
import HearthStorage
import HearthWire

/// Settles at start what a killed process left between a rename and its rows, and removes what nobody owns.
struct Recovery: Sendable {
    let database: any SQLDatabase
    let roots: RootStore
    let partitions: Partitions
    let blocking: ThreadPool
    let running: RunningClock
    let log: Logger

    /// Runs once, before the first request.
    func run() async throws {
        for intent in try await pending() {
            do {
                try await settle(intent)
            } catch let error as DriveError where error.code == .partitionUnavailable {
                // Its disk may be there at the next start.
                log.warning("an unfinished rename waits for its disk", ["intent": .int(intent.id)])
                continue
            } catch {
                // A root that is gone, or a disk that fails: the rows stay as they were, the rest still settles.
                log.error("an unfinished rename could not be settled", ["intent": .int(intent.id)])
            }
            _ = try await database.write { try $0.run("DELETE FROM intents WHERE id = ?", intent.id) }
        }
        let roots = roots
        _ = try await database.write { try roots.pruneShares($0) }
        roots.invalidate()
        try await removeOrphans()
    }

    private struct Intent: Sendable {
        var id: Int64
        var op: String
        var upload: String?
        var sourceRoot: Int?
        var source: VolumePath?
        var finalRoot: Int
        var final: VolumePath
        var inode: UInt64
        var hash: SHA256Digest?
        var identification: String
        var user: Int
        /// What the session keeps as its file's path, when that cannot be told from `final`: of encrypted roots.
        var answer: [UInt8]?
    }

    private func pending() async throws -> [Intent] {
        try await database.read { session in
            try session.query(
                "SELECT id, op, upload, source_root, source, final_root, final, inode, hash, identification, user, "
                    + "answer FROM intents ORDER BY id"
            ).compactMap { row in
                guard let final = VolumePath(bytes: try row.blob(6)) else { return nil }
                return Intent(
                    id: try row.int(0),
                    op: try row.text(1),
                    upload: try row.optionalText(2),
                    sourceRoot: try row.optionalInt(3).map(Int.init),
                    source: try row.optionalBlob(4).flatMap { VolumePath(bytes: $0) },
                    finalRoot: Int(try row.int(5)),
                    final: final,
                    inode: UInt64(bitPattern: try row.int(7)),
                    hash: try row.optionalBlob(8).flatMap { SHA256Digest(bytes: $0) },
                    identification: try row.text(9),
                    user: Int(try row.int(10)),
                    answer: try row.optionalBlob(11)
                )
            }
        }
    }

    /// Where the inode now lies decides: at the final name the rename happened, otherwise it did not.
    private func settle(_ intent: Intent) async throws {
        let volume = try await roots.volume(of: intent.finalRoot)
        if intent.op == "remove" { return try await settleRemoval(intent, on: volume) }
        guard let info = try? volume.entryInfo(intent.final), info.inode == intent.inode else { return }
        if intent.op == "move", let root = intent.sourceRoot, let source = intent.source {
            let move = MoveIntent(
                sourceRoot: root,
                source: source,
                finalRoot: intent.finalRoot,
                final: intent.final,
                inode: intent.inode,
                user: intent.user
            )
            let roots = roots
            _ = try await database.write { try move.follow(roots, $0, info: info) }
            roots.invalidate()
        } else if let answer = intent.answer {
            // A file of an encrypted root: looked for by the name on the disk, and no row tells of it by itself.
            guard let upload = intent.upload else { return }
            let touched = running.now
            let plain = info.plainInfo()
            try await database.write { session in
                try PublishIntent.finish(upload: upload, answer, plain, touched: touched, session)
            }
        } else if let hash = intent.hash {
            let file = IndexedFile(
                partition: volume.partitionID,
                root: intent.finalRoot,
                path: intent.final,
                info: info,
                hash: hash,
                identification: intent.identification,
                creator: intent.user
            )
            let touched = running.now
            try await database.write { session in
                try FileIndex.store(file, session)
                guard let upload = intent.upload else { return }
                try PublishIntent.finish(
                    upload: upload,
                    intent.final.bytes,
                    info,
                    touched: touched,
                    session
                )
            }
        }
    }

    /// A tree disappears from its place in one step: either all of it is still there, or its rows go too.
    private func settleRemoval(_ intent: Intent, on volume: any Volume) async throws {
        if try volume.entryIfPresent(intent.final)?.inode == intent.inode { return }
        let roots = roots
        _ = try await database.write { try roots.forget(intent.finalRoot, intent.final, $0) }
        roots.invalidate()
    }

    /// Temporary files without a row, and half-made trees, are nobody's.
    private func removeOrphans() async throws {
        let known = try await database.read { session in
            Set(try session.query("SELECT id FROM uploads WHERE state = 'open'").map { try $0.text(0) })
        }
        let partitions = partitions.all
        let log = log
        let removed = try await blocking.run {
            var removed = 0
            for open in partitions {
                do throws(StorageError) {
                    try open.partition.clearTemporary()
                    for id in try open.top.stagedIDs() where !known.contains(id) {
                        try open.top.discardStaged(id: id)
                        removed += 1
                    }
                } catch {
                    // One ailing disk does not keep the others from being served.
                    log.error(
                        "what a former run left on a partition could not be removed",
                        ["partition": .string(open.partition.id), "error": .string("\(error)")]
                    )
                }
            }
            return removed
        }
        if removed > 0 {
            log.info("removed temporary files of a former run", ["files": .int(Int64(removed))])
        }
    }
}
