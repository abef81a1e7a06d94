import Glibc
import HearthConcurrency
import HearthSQL
import HearthStorage
import HearthWire

/// How far the end of the area's data is (wangpan-api, 9.4).
package enum DissolveState: Int, Sendable {
    /// It goes on; ask again.
    case removing = 1
    /// It ended early; asking again begins anew.
    case failed = 2
    /// Nothing is left.
    case done = 3
}

/// What becomes of the files: the parameters of the task.
private struct DissolveOrder: Sendable {
    /// The hidden directory at the top of each partition that the folders go to; nil deletes them.
    var shelf: String?

    var json: String {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("shelf")
        if let shelf { writer.string(shelf) } else { writer.null() }
        writer.endObject()
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    init(shelf: String?) { self.shelf = shelf }

    init(json text: String) throws {
        guard let json = try? JSONValue(parsing: Array(text.utf8)), let shelf = json["shelf"] else {
            throw DriveError(.internalError)
        }
        self.shelf = shelf.string
    }
}

extension Folders {
    private static let subject = "area"

    /// Ends all folders of the area; people and their accounts stay (wangpan-api, 5.8).
    ///
    /// Begins at the first call, waits a second at most, and tells at every call how far it is.
    ///
    /// - Parameters:
    ///   - deletingFiles: whether files and directory pools go; otherwise the folders' directories are kept below a
    ///     hidden directory named after area and time, at the top of their partitions.
    ///   - caller: the owner.
    /// - Returns: how far it is.
    /// - Throws: 10023 for everybody else.
    package func dissolve(deletingFiles: Bool, _ caller: Caller) async throws -> DissolveState {
        guard caller.user.isOwner else { throw DriveError(.forbidden) }
        let now = clock.now
        let isFailed = try await database.write { [self] session in
            if try Self.takeFailure(session) { return true }
            let area = try session.first("SELECT value FROM settings WHERE name = 'area_name'")?.text(0)
            let shelf = deletingFiles ? nil : Self.shelf(area ?? "Home", now)
            let order = TaskOrder(
                topic: .dissolve,
                sign: Self.subject,
                subject: Self.subject,
                user: caller.user.id,
                parameters: DissolveOrder(shelf: shelf).json
            )
            _ = try tasks.insert(order, session)
            return false
        }
        if isFailed { return .failed }
        tasks.wake()
        let end = ContinuousClock.now + .seconds(1)
        while true {
            let state = try await dissolveState()
            if state != .removing || ContinuousClock.now >= end { return state }
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    private func dissolveState() async throws -> DissolveState {
        let mark = try await database.read {
            try Tasks.mark(of: Self.subject, topics: [.dissolve], $0)
        }
        guard let mark else {
            // Pools that go are tasks of their own, behind this one.
            let pools = try await tasks.marks([.deletePool])
            return pools.values.contains { $0.status.hasSuffix("_1") } ? .removing : .done
        }
        guard mark.status.hasSuffix("_0") else { return .removing }
        return try await database.write { try Self.takeFailure($0) } ? .failed : .done
    }

    /// A failure is told once: who asks again means to try again.
    private static func takeFailure(_ session: any SQLSession) throws -> Bool {
        try session.run(
            "DELETE FROM tasks WHERE topic = ? AND state = 'failed'",
            TaskTopic.dissolve.rawValue
        ) > 0
    }

    /// `.{area} 2026-01-31 12.00.00` in UTC, within what a name may have.
    static func shelf(_ area: String, _ now: Int64) -> String {
        var seconds = time_t(now)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        let numbers = [
            parts.tm_mon + 1, parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec,
        ].map { $0 < 10 ? "0\($0)" : "\($0)" }
        let date = "\(parts.tm_year + 1_900)-\(numbers[0])-\(numbers[1])"
        // Not `.hearth…`, which belongs to the program.
        let name = area.hasPrefix("hearth") ? "_\(area)" : area
        return ".\(plain(name, 200)) \(date) \(numbers[2]).\(numbers[3]).\(numbers[4])"
    }

    /// A label as a component: at most so many bytes, nothing that no name may have.
    private static func plain(_ label: String, _ longest: Int) -> String {
        var result = ""
        for character in label {
            let isBad =
                character == "/" || character.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }
            let next = isBad ? "_" : String(character)
            if result.utf8.count + next.utf8.count > longest { break }
            result += next
        }
        return result
    }

    /// The task's work, folder by folder; a run that was killed goes on with those that are left.
    func dissolve(_ task: TaskRun) async throws {
        let order = try DissolveOrder(json: task.parameters)
        let ids = try await database.read { session in
            try session.query("SELECT id FROM roots WHERE kind <> 'direct' ORDER BY id").map {
                Int(try $0.int(0))
            }
        }
        for id in ids {
            try task.checkStopped()
            if let shelf = order.shelf {
                try await setAside(id, on: shelf, task)
            } else {
                try await deleteRoot(id, task)
            }
        }
        let names = try await database.write { session in
            try session.run("DELETE FROM roots")
            try session.run(
                "DELETE FROM settings WHERE name IN ('pool_name', 'partition_name', 'is_auto_del')"
            )
            return try session.query("SELECT name FROM pools ORDER BY name").map { try $0.text(0) }
        }
        roots.invalidate()
        guard order.shelf == nil else { return }
        for name in names {
            do {
                _ = try await pools.remove(name, by: task.user)
            } catch let error as DriveError where error.code == .poolNotFound {
                continue
            }
        }
    }

    /// Takes a folder out of the drive and keeps its files.
    private func setAside(_ id: Int, on shelf: String, _ task: TaskRun) async throws {
        guard let root = try await database.read({ try Self.root(id, $0) }) else { return }
        let partition = try roots.partitions.partition(pool: root.pool, name: root.partition)
        let name = FolderMove.parkingName(id)
        let label = Self.plain(root.name, 240)
        try await roots.gate.alone(id) {
            try await hide(root, as: name, on: partition, task)
            try await blocking.run {
                guard try storage({ try partition.isParked(name, in: .leaving) }) else { return }
                for attempt in 0..<10_000 {
                    let text = attempt == 0 ? label : "\(label)(\(attempt))"
                    guard let own = FileName(text), let top = FileName(shelf) else { break }
                    do {
                        try partition.unpark(name, in: .leaving, to: VolumePath([top, own]))
                        return
                    } catch let error as StorageError where error.code == .alreadyExists {
                        continue
                    } catch let error as StorageError {
                        throw DriveError(error)
                    }
                }
                throw DriveError(.folderDeleteFailed)
            }
        }
        try await forgetFiles(of: id, task)
        try await database.write { _ = try $0.run("DELETE FROM roots WHERE id = ?", id) }
        roots.invalidate()
    }
}
