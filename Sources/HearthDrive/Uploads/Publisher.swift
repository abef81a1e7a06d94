import HearthConcurrency
import HearthCrypto
import HearthSQL
import HearthStorage
import HearthWire

/// Puts a finished temporary file under its final name, by the order that survives a power cut:
/// bytes fsynced, intent committed, renamed, directory fsynced, rows committed; only then the client hears success.
struct Publisher: Sendable {
    /// What is published where.
    struct Order: Sendable {
        var access: RootAccess
        var destination: VolumePath
        var conflict: ConflictPolicy
        /// `If-Match`: the entity tags one of which the present file must have; empty = no condition.
        var expected: [String]
        var hash: SHA256Digest
        var modified: Int64?
        var identification: String
        var user: Int
        /// The session to mark as done.
        var upload: String?
    }

    let database: any SQLDatabase
    let blocking: ThreadPool
    let tags: FileTags
    let clock: any WallClock
    let running: RunningClock

    /// Publishes, and answers with the file that now holds the bytes: the new one, or one that held them already.
    ///
    /// - Throws: 10012, 90005, 20027, 10007, 10028, 10029. The temporary file is still there after a failure.
    func publish(_ staged: any StagedFile, _ order: Order) async throws -> Resource {
        guard let name = order.destination.last, let parent = order.destination.parent else {
            throw DriveError(.nameInUse)
        }
        let volume = order.access.volume
        try await blocking.run {
            do {
                _ = try volume.makeDirectories(parent)
            } catch let error as StorageError
                where error.code == .notADirectory || error.code == .alreadyExists
            {
                throw DriveError(.destinationNotDirectory, cause: error)
            } catch let error as StorageError {
                throw DriveError(error, missing: .forbiddenCharacter)
            }
            try storage {
                if let seconds = order.modified {
                    try staged.setModified(FileTime(seconds: seconds, nanoseconds: 0))
                }
                try staged.sync()
            }
        }
        var retries = 0
        var attempt = 0
        while attempt < 10_000 {
            let candidate = attempt == 0 ? name : FreeName.candidate(name, attempt)
            guard let candidate else { break }
            let place = parent.appending(candidate)
            let present = try volume.entryIfPresent(place)
            if attempt == 0 { try tags.check(order.expected, present, now: clock) }
            if let present {
                if !asksForAnotherTime(present, order), try await holdsSameBytes(present, order) {
                    return try await adopt(place, present, staged, order)
                }
                switch order.conflict {
                case .rename:
                    attempt += 1
                    continue
                case .fail: throw DriveError(.nameInUse)
                case .skip where present.kind != .file: throw DriveError(.nameInUse)
                case .skip: return try await adopt(place, present, staged, order)
                case .replace where present.kind != .file: throw DriveError(.nameInUse)
                case .replace: break
                }
            }
            if let resource = try await rename(staged, to: place, over: present, order) { return resource }
            // Somebody took the name between the look and the rename: look again.
            retries += 1
            if retries > 16 { throw DriveError(.busy, retryAfter: 1) }
        }
        throw DriveError(.nameInUse)
    }

    /// Whether the file shall be replaced by one of another time: then equal bytes do not make it the one that was sent.
    private func asksForAnotherTime(_ present: FileInfo, _ order: Order) -> Bool {
        order.conflict == .replace && order.modified.map { $0 != present.modified.seconds } ?? false
    }

    /// Whether the recorded hash of the present file, taken from the bytes it has now, is the new one.
    private func holdsSameBytes(_ present: FileInfo, _ order: Order) async throws -> Bool {
        guard present.kind == .file, !order.access.seal.isEncrypted else { return false }
        let partition = order.access.volume.partitionID
        return try await database.read { session in
            try FileIndex.hash(of: present, partition: partition, session) == order.hash
        }
    }

    /// Answers with a file that is there; the temporary one goes.
    private func adopt(
        _ place: VolumePath,
        _ present: FileInfo,
        _ staged: any StagedFile,
        _ order: Order
    ) async throws -> Resource {
        try await database.write { session in
            if !order.identification.isEmpty, !order.access.seal.isEncrypted {
                try session.run(
                    "UPDATE files SET identification = ? WHERE partition = ? AND inode = ? AND creator = ?",
                    order.identification,
                    order.access.volume.partitionID,
                    present.inode,
                    order.user
                )
            }
            try finish(session, order, place, present)
        }
        let volume = order.access.volume
        try await blocking.run { try storage { try volume.discardStaged(id: staged.id) } }
        return Resource(root: order.access.root.id, path: place, info: present)
    }

    /// Nil when the name was taken meanwhile.
    private func rename(
        _ staged: any StagedFile,
        to place: VolumePath,
        over present: FileInfo?,
        _ order: Order
    ) async throws -> Resource? {
        let root = order.access.root.id
        let intent = try await intend(staged, to: place, order)
        let volume = order.access.volume
        let info: FileInfo?
        do {
            info = try await blocking.run {
                do {
                    let mode: PublishMode = present.map { .replace(expecting: $0) } ?? .failIfExists
                    return try volume.publish(staged, at: place, mode: mode)
                } catch let error as StorageError where error.code == .alreadyExists || error.code == .changed
                {
                    return nil
                } catch let error as StorageError {
                    throw DriveError(error, missing: .forbiddenCharacter)
                }
            }
        } catch {
            _ = try? await database.write { try $0.run("DELETE FROM intents WHERE id = ?", intent) }
            throw error
        }
        guard let info else {
            _ = try await database.write { try $0.run("DELETE FROM intents WHERE id = ?", intent) }
            return nil
        }
        try await database.write { session in
            try PublishIntent.record(info, place, order, session)
            try finish(session, order, place, info)
            try session.run("DELETE FROM intents WHERE id = ?", intent)
        }
        return Resource(root: root, path: place, info: info)
    }

    /// Writes down that a file is about to get its name.
    ///
    /// Of an encrypted root the row holds the name that the disk will show, and the answer for the session sealed: so
    /// a start needs no password to find out whether it happened.
    private func intend(
        _ staged: any StagedFile,
        to place: VolumePath,
        _ order: Order
    ) async throws -> Int64 {
        var final = place
        var answer: [UInt8]?
        if let volume = order.access.volume as? EncryptedVolume {
            final = try await blocking.run {
                do { return try volume.location(of: place) } catch let error as StorageError {
                    throw DriveError(error, missing: .forbiddenCharacter)
                }
            }
            answer = try order.access.seal.bytes(place)
        }
        let isPlain = answer == nil
        let row = (final: final.bytes, answer: answer)
        return try await database.write { session in
            try session.run(
                "INSERT INTO intents (op, upload, final_root, final, inode, hash, identification, user, answer) "
                    + "VALUES ('publish', ?, ?, ?, ?, ?, ?, ?, ?)",
                order.upload,
                order.access.root.id,
                row.final,
                staged.inode,
                isPlain ? order.hash.bytes : nil,
                isPlain ? order.identification : "",
                order.user,
                row.answer
            )
            return session.lastInsertID
        }
    }

    private func finish(
        _ session: any SQLSession,
        _ order: Order,
        _ place: VolumePath,
        _ info: FileInfo
    ) throws {
        guard let upload = order.upload else { return }
        let final = try order.access.seal.bytes(place)
        try PublishIntent.finish(upload: upload, final, info, touched: running.now, session)
    }
}

/// What a published file leaves in the database; shared with recovery.
enum PublishIntent {
    /// The row about a file; none about one of an encrypted root, since it would hold its hash and name.
    static func record(
        _ info: FileInfo,
        _ place: VolumePath,
        _ order: Publisher.Order,
        _ session: any SQLSession
    ) throws {
        if order.access.seal.isEncrypted { return }
        let file = IndexedFile(
            partition: order.access.volume.partitionID,
            root: order.access.root.id,
            path: place,
            info: info,
            hash: order.hash,
            identification: order.identification,
            creator: order.user
        )
        try FileIndex.store(file, session)
    }

    /// Keeps the session's answer for 7 days and drops what finishing no longer needs.
    ///
    /// `final` is the path as ``RowSeal`` keeps it; `info` tells the plain size.
    static func finish(
        upload: String,
        _ final: [UInt8],
        _ info: FileInfo,
        touched: Int64,
        _ session: any SQLSession
    ) throws {
        try session.run(
            "UPDATE uploads SET state = 'done', final = ?, final_size = ?, final_modified = ?, inode = ?, touched = ? "
                + "WHERE id = ?",
            final,
            info.size,
            info.modified.seconds,
            info.inode,
            touched,
            upload
        )
        try session.run("DELETE FROM chunks WHERE upload = ?", upload)
    }
}
