import Glibc
import HearthConcurrency
import HearthCrypto
import HearthDrive
import HearthServer
import HearthStorage
import HearthWire
import Synchronization

/// One check of a vault, in a server or in the command's own process.
struct VaultRun: Sendable {
    /// Hears what a check says; false ends it.
    typealias Listener = @Sendable (VaultReport) -> Bool

    /// What a check says that was ended.
    static let stopped = "the check was stopped; what it put right stays so"

    let request: VaultRequest
    /// Does the work, which takes its time.
    let blocking: ThreadPool
    let hear: Listener

    // MARK: A folder of a drive

    /// Checks the folder of a drive that lies at the request's path.
    ///
    /// - Returns: that it is done, or why not.
    /// - Throws: what the drive throws; `CancellationError` when nobody listens any more.
    func perform(on folders: Folders) async throws -> AdminReply {
        guard let folder = try await folders.encryptedFolder(at: request.path) else {
            _ = hear(.elsewhere(isOnPartition: try await folders.isOnPartition(request.path)))
            return .told("")
        }
        return try await reply {
            try await run(on: folder.volume, records: folder.records, Gate(folders: folders, folder: folder))
        }
    }

    // MARK: Any other vault

    /// Checks a vault that is no folder of a drive; without mending, nothing is written anywhere.
    ///
    /// - Returns: that it is done, or why not.
    /// - Throws: as above.
    func performAlone() async throws -> AdminReply {
        try await reply {
            let site = try await blocking.run { try VaultSite(path: request.path, writes: request.mends) }
            do {
                try await run(on: site.volume, records: nil, Gate())
                try await blocking.run { site.close() }
            } catch {
                try await blocking.run { site.close() }
                throw error
            }
        }
    }

    // MARK: Both

    /// Keeps others from changing names; nobody else is there where it holds no folder.
    private struct Gate: Sendable {
        var folders: Folders?
        var folder: CheckedFolder?

        func alone<T: Sendable>(_ body: @Sendable () async throws -> T) async throws -> T {
            guard let folders, let folder else { return try await body() }
            return try await folders.checking(folder, body)
        }
    }

    private func run(
        on volume: any Volume,
        records: (any VaultRecordList)?,
        _ gate: Gate
    ) async throws {
        let password = Array(request.password.utf8)
        let keys = try await blocking.run { try VaultKeys.opening(volume, password: password) }
        var options = VaultCheck.Options()
        options.mends = request.mends
        options.accepts = request.accepts
        options.readsContent = !request.isQuick
        options.recoveredName = Self.timeName()
        let tally = VaultCheckTally()
        let pace = Pace()
        let progress: @Sendable () throws -> Void = { [hear] in
            guard pace.isDue() else { return }
            guard hear(.progress(VaultReport.Counts(tally.now))) else { throw CancellationError() }
        }
        func make(_ options: VaultCheck.Options, report: @escaping VaultCheck.Report) throws -> VaultCheck {
            try VaultCheck(
                inner: volume,
                keys: keys,
                records: records,
                options: options,
                tally: tally,
                report: report,
                progress: progress
            )
        }
        let check = try make(options) { [hear] finding, outcome in
            guard hear(.finding(VaultReport.Finding(finding, outcome))) else { throw CancellationError() }
        }
        var structure: VaultCheck.Structure?
        if gate.folder != nil {
            // First beside others. What they change meanwhile may look like damage, so that only a sound outcome counts.
            var looking = options
            (looking.mends, looking.accepts) = (false, false)
            let look = try make(looking) { _, _ in }
            structure = try await blocking.run {
                do {
                    return try look.structure()
                } catch is StorageError {
                    return nil
                }
            }
            let counts = tally.now
            if counts.damages + counts.notes > 0 { structure = nil }
            if structure == nil { tally.reset() }
        }
        // The second look, for which others wait, finds everything in memory.
        let found: VaultCheck.Structure
        if let structure {
            found = structure
        } else {
            found = try await gate.alone { try await blocking.run { try check.structure() } }
        }
        let changes = try await blocking.run { try check.content(found) }
        if !changes.isEmpty {
            try await gate.alone { try await blocking.run { try check.accept(changes) } }
        }
        _ = hear(.summary(VaultReport.Counts(tally.now)))
    }

    private func reply(_ work: () async throws -> Void) async throws -> AdminReply {
        do {
            try await work()
            return .told("")
        } catch let error as CryptoError {
            switch error.code {
            case .authenticationFailed: return .refused("the password does not open this vault")
            case .unsupported: return .refused(error.message)
            default: return .refused("the vault's key files cannot be used: \(error.message)")
            }
        } catch let error as StorageError {
            return .refused(Self.text(for: error, request.path))
        }
    }

    /// Words for the person at the keyboard.
    static func text(for error: StorageError, _ path: String) -> String {
        switch error.code {
        case .notFound, .notADirectory:
            "\(path) is no vault: there is no vault.cryptomator and masterkey.cryptomator in it"
        case .accessDenied: "\(path) may not be used by this account"
        default: "the vault cannot be checked: \(error.message)"
        }
    }

    /// The local time, such as `2026-03-01 14-05-09`.
    private static func timeName() -> String {
        var seconds = time(nil)
        var parts = tm()
        localtime_r(&seconds, &parts)
        func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(parts.tm_year + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday)) "
            + "\(two(parts.tm_hour))-\(two(parts.tm_min))-\(two(parts.tm_sec))"
    }
}

/// Says once a second that a second has passed.
private final class Pace: Sendable {
    private let next = Mutex(ContinuousClock.now + .seconds(1))

    func isDue() -> Bool {
        let now = ContinuousClock.now
        return next.withLock { next in
            guard now >= next else { return false }
            next = now + .seconds(1)
            return true
        }
    }
}
