import HearthClient
import HearthWire

/// Sends what a home does not have yet of a folder; deletes and overwrites nothing there.
///
/// Identities are SHA-256 of the content: a file that was renamed or moved, here or there, is not sent again, and a
/// file that was changed comes beside its older version.
public struct BackupRun: Sendable {
    /// Seconds for which a file must not have changed before it is sent.
    public static let rest = 2.0

    let engine: TransferEngine
    let store: BackupStore
    let set: BackupSet

    /// Hashes noted in one transaction; more would be read again after a kill.
    private static let noted = 64
    /// Files read at the same time.
    private static let width = 2

    /// What happens while a backup runs.
    public enum Event: Sendable {
        /// A file is there.
        case sent(path: [UInt8], size: Int64)
        /// A file or folder failed.
        case failed(path: [UInt8], TransferFailure)
    }

    /// Told of everything as it happens.
    public typealias Report = @Sendable (Event) -> Void

    /// Takes what moves the files, what knows them, and what to do.
    public init(engine: TransferEngine, store: BackupStore, set: BackupSet) {
        self.engine = engine
        self.store = store
        self.set = set
    }

    /// How a file is called among the identities of a home.
    static func identity(_ hash: [UInt8]) -> String { "sha256-" + SHA256Hasher.hexadecimal(hash) }

    /// The hash of an identity; nil for another client's.
    static func hash(_ identity: String) -> [UInt8]? {
        guard identity.hasPrefix("sha256-"), identity.utf8.count == 71 else { return nil }
        let digits = Array(identity.utf8.dropFirst(7))
        var bytes: [UInt8] = []
        for index in stride(from: 0, to: 64, by: 2) {
            guard let byte = UInt8(String(decoding: digits[index..<(index + 2)], as: UTF8.self), radix: 16)
            else {
                return nil
            }
            bytes.append(byte)
        }
        return bytes
    }

    /// Runs once.
    ///
    /// - Parameters:
    ///   - paths: what is looked at below the folder, with all below it; nil is everything.
    ///   - patience: seconds to wait for files that are being written; those that go on are left for the next run.
    ///   - report: told of everything as it happens.
    /// - Returns: what came of it; failures of single files are in it. Paths of files that still moved come with it.
    /// - Throws: ``TransferError/Code/leased`` when another process runs the same backup; what fails for all files
    ///   alike: the folder is not there, the server cannot be reached.
    public func run(
        _ paths: Set<[UInt8]>? = nil,
        patience: Double = 0,
        report: @escaping Report = { _ in }
    ) async throws(TransferError) -> (outcome: BackupOutcome, moving: Set<[UInt8]>) {
        let started = engine.clock.elapsed()
        let lockPath = store.path + ".lock-\(set.id)"
        let lock = try await engine.work.run { () throws(TransferError) in try BackupLock(path: lockPath) }
        defer { withExtendedLifetime(lock) {} }
        var outcome = BackupOutcome()
        var there = try await identities()
        let adopted = try await adopt(&there)
        var (part, moving) = try await round(paths, adopted, &there, report)
        outcome.add(part)
        while !moving.isEmpty, engine.clock.elapsed() - started < patience, outcome.stops.isEmpty {
            do { try await engine.clock.sleep(Self.rest / 2) } catch { throw TransferError(.cancelled) }
            (part, moving) = try await round(moving, nil, &there, report)
            outcome.add(part)
        }
        outcome.seconds = engine.clock.elapsed() - started
        try await store.note(outcome, of: set.id)
        return (outcome, moving)
    }

    private func batch() -> TransferBatch {
        TransferBatch(engine: engine, name: "backup \(set.id)", area: set.area, direction: .upload)
    }

    /// Hashes that the home has.
    private func identities() async throws(TransferError) -> Set<[UInt8]> {
        if set.isEncrypted { return try await store.sent(of: set.id) }
        let context = try await engine.calls(set.area)
        let state = try await context.request(Backups())
        var hashes: Set<[UInt8]> = []
        for identity in state.identifications { if let hash = Self.hash(identity) { hashes.insert(hash) } }
        return hashes
    }

    /// Takes over what a process that was killed left: what it had sent counts, what it had begun goes on.
    private func adopt(_ there: inout Set<[UInt8]>) async throws(TransferError) -> TransferID? {
        var sent: [[UInt8]] = []
        let known = there
        let group = try await batch().adopt(
            wants: { record in
                guard let hash = Self.hash(record.identification) else { return false }
                return !known.contains(hash)
            },
            finished: { record throws(TransferError) in
                if let hash = Self.hash(record.identification) { sent.append(hash) }
            }
        )
        if set.isEncrypted {
            try await store.noteSent(sent, of: set.id)
            there.formUnion(sent)
        }
        return group
    }

    // MARK: One round

    private func round(
        _ paths: Set<[UInt8]>?,
        _ adopted: TransferID?,
        _ there: inout Set<[UInt8]>,
        _ report: @escaping Report
    ) async throws(TransferError) -> (BackupOutcome, moving: Set<[UInt8]>) {
        var outcome = BackupOutcome()
        let known = try await store.files(of: set.id)
        let now = engine.clock.wall()
        let scan = BackupScan(set: set, known: known, restedBefore: now - Self.rest, now: now)
        let found = try await WorkThreads.runAlone("backup") { () throws(TransferError) in try scan.run(paths)
        }
        try await store.forget(found.gone, of: set.id)
        for problem in found.problems {
            outcome.fail(problem.path, TransferFailure(problem.error))
            report(.failed(path: problem.path, TransferFailure(problem.error)))
        }
        var moving = Set(found.moving)
        var files = found.files.filter { $0.hash != nil }
        let unread = found.files.filter { $0.hash == nil }
        let read = try await self.read(unread, &outcome, &moving, report)
        outcome.hashed = read.count
        files += read
        outcome.files = files.count + outcome.failed
        // One of each content, the first by name.
        files.sort { $0.path.lexicographicallyPrecedes($1.path) }
        var missing: [BackupScan.Found.File] = []
        var taken: Set<[UInt8]> = []
        var twins: [BackupScan.Found.File] = []
        for file in files {
            guard let hash = file.hash else { continue }
            if there.contains(hash) {
                outcome.known += 1
            } else if taken.insert(hash).inserted {
                missing.append(file)
            } else {
                twins.append(file)
            }
        }
        try await send(missing, adopted, &there, &outcome, &moving, report)
        // What counted on another file's bytes, which did not get there, has its own turn.
        for twin in twins {
            if let hash = twin.hash, there.contains(hash) {
                outcome.known += 1
            } else {
                moving.insert(twin.path)
            }
        }
        outcome.unsettled = moving.count
        return (outcome, moving)
    }

    /// Reads files whose content is not known, and notes it as it goes.
    private func read(
        _ files: [BackupScan.Found.File],
        _ outcome: inout BackupOutcome,
        _ moving: inout Set<[UInt8]>,
        _ report: Report
    ) async throws(TransferError) -> [BackupScan.Found.File] {
        typealias Reading = (file: BackupScan.Found.File, result: Result<[UInt8], TransferError>)
        var done: [BackupScan.Found.File] = []
        var fresh: [(path: [UInt8], known: BackupStore.Known)] = []
        var rest = files[...]
        while !rest.isEmpty {
            if Task.isCancelled { throw TransferError(.cancelled) }
            let part = rest.prefix(Self.noted)
            rest = rest.dropFirst(Self.noted)
            let readings = await withTaskGroup(of: Reading.self) { group in
                var waiting = part[...]
                for _ in 0..<Self.width {
                    if let file = waiting.popFirst() { group.addTask { await hash(file) } }
                }
                var readings: [Reading] = []
                for await reading in group {
                    readings.append(reading)
                    if let file = waiting.popFirst() { group.addTask { await hash(file) } }
                }
                return readings
            }
            for (file, result) in readings {
                switch result {
                case .success(let hash):
                    var file = file
                    file.hash = hash
                    done.append(file)
                    fresh.append((file.path, .init(facts: .init(file.facts), hash: hash)))
                // Somebody writes to it: its turn comes when it rests.
                case .failure(let error) where error.code == .sourceChanged: moving.insert(file.path)
                // Gone since it was listed.
                case .failure(let error) where error.code == .localNotFound: break
                case .failure(let error):
                    outcome.fail(file.path, TransferFailure(error))
                    report(.failed(path: file.path, TransferFailure(error)))
                }
            }
            try await store.note(fresh, of: set.id)
            fresh = []
        }
        return done
    }

    private func hash(
        _ file: BackupScan.Found.File
    ) async -> (
        file: BackupScan.Found.File, result: Result<[UInt8], TransferError>
    ) {
        do throws(TransferError) {
            let path = set.local.appending(file.path)
            let digits = try await TreeHashes.hash(path, engine.work)
            let now = try await engine.work.run { () throws(TransferError) in
                try LocalFile.facts(path, followsLinks: false)
            }
            guard now?.identity == file.facts.identity, let hash = Self.hash("sha256-" + digits) else {
                throw TransferError(.sourceChanged, path.description)
            }
            return (file, .success(hash))
        } catch {
            return (file, .failure(error))
        }
    }

    private func send(
        _ files: [BackupScan.Found.File],
        _ adopted: TransferID?,
        _ there: inout Set<[UInt8]>,
        _ outcome: inout BackupOutcome,
        _ moving: inout Set<[UInt8]>,
        _ report: Report
    ) async throws(TransferError) {
        guard !files.isEmpty else {
            if let adopted { try await engine.remove(adopted) }
            return
        }
        var byLocal: [[UInt8]: BackupScan.Found.File] = [:]
        for file in files { byLocal[set.local.appending(file.path).bytes] = file }
        var gone: [(path: [UInt8], failure: TransferFailure)] = []
        var sent: [BackupScan.Found.File] = []
        var failed: [(path: [UInt8], failure: TransferFailure)] = []
        let run = try await batch().run(adopting: adopted) { group throws(TransferError) in
            gone = try await order(files, group)
        } ended: { ending throws(TransferError) in
            guard let file = byLocal[ending.record.local.bytes] else { return }
            if ending.record.status == .finished { sent.append(file) }
            if ending.record.status == .failed {
                failed.append((file.path, ending.error ?? TransferFailure(code: .server)))
            }
        }
        var hashes: [[UInt8]] = []
        for file in sent {
            if let hash = file.hash { hashes.append(hash) }
            outcome.sent += 1
            outcome.bytes += file.facts.size
            report(.sent(path: file.path, size: file.facts.size))
        }
        there.formUnion(hashes)
        if set.isEncrypted { try await store.noteSent(hashes, of: set.id) }
        for (path, failure) in failed + gone {
            if failure.code == .localNotFound { continue }
            // Written to since it was read: its turn comes with what it holds then.
            if failure.code == .sourceChanged {
                moving.insert(path)
                // What was known of it is wrong, even where length and time still say so.
                try await store.forget([path], of: set.id)
                continue
            }
            outcome.fail(path, failure)
            report(.failed(path: path, failure))
        }
        outcome.stops += run.stops
        if Task.isCancelled { throw TransferError(.cancelled) }
    }

    private func order(
        _ files: [BackupScan.Found.File],
        _ group: TransferID
    ) async throws(TransferError) -> [(path: [UInt8], failure: TransferFailure)] {
        var failures: [(path: [UInt8], failure: TransferFailure)] = []
        var rest = files[...]
        while !rest.isEmpty {
            let part = rest.prefix(500)
            rest = rest.dropFirst(500)
            let orders = part.compactMap { file in order(file, group).map { (file, $0) } }
            do throws(TransferError) {
                _ = try await engine.upload(orders.map(\.1))
            } catch {
                if error.code == .store { throw error }
                // One that is gone does not keep the others.
                for (file, order) in orders {
                    do throws(TransferError) {
                        _ = try await engine.upload(order)
                    } catch {
                        if error.code == .store { throw error }
                        failures.append((file.path, TransferFailure(error)))
                    }
                }
            }
        }
        return failures
    }

    private func order(_ file: BackupScan.Found.File, _ group: TransferID) -> UploadOrder? {
        guard let hash = file.hash, let remote = set.remote.below(file.path) else { return nil }
        // Another content of that name stays where it is.
        var order = UploadOrder(
            area: set.area,
            source: .path(set.local.appending(file.path)),
            remote: remote,
            conflict: .rename
        )
        order.identification = Self.identity(hash)
        order.isEncrypted = set.isEncrypted
        order.group = group
        return order
    }
}
