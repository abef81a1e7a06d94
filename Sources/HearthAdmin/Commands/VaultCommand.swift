import Glibc
import HearthArguments
import HearthConcurrency
import HearthCrypto
import HearthDrive
import HearthLog
import HearthServer
import HearthStorage

/// `hearth vault check`: on the running server that has the folder, on the drive itself, or on any vault by its path.
struct VaultCommand {
    let console: Console
    /// The data directory; asked for only when the vault lies on a partition.
    let data: () throws -> DataDirectory
    /// Asks for the password, or reads it.
    let password: () throws -> String

    /// Checks, and shows what was found.
    ///
    /// - Parameter parsed: the command line.
    /// - Throws: `.refused` when findings are left, and for what is no vault; `UsageError`.
    func run(_ parsed: ParsedArguments) throws {
        guard let path = Self.realPath(parsed.positional(0) ?? "") else {
            throw ServiceError(.refused, "there is no directory \(parsed.positional(0) ?? "")")
        }
        try Self.checkFormat(path)
        let request = VaultRequest(
            path: path,
            password: try password(),
            mends: parsed.flag("mend"),
            accepts: parsed.flag("accept"),
            isQuick: parsed.flag("quick")
        )
        let printer = VaultPrinter(console, showsProgress: isatty(STDERR_FILENO) == 1)
        if try !checkOnDrive(request, printer) {
            if request.accepts {
                throw ServiceError(
                    .refused,
                    "\(path) is no folder of this drive, so nothing is recorded that could be accepted"
                )
            }
            try show(try checkHere(request, printer))
        }
        try conclude(request, printer)
    }

    // MARK: On a drive

    /// False when it is no folder of the drive.
    private func checkOnDrive(_ request: VaultRequest, _ printer: VaultPrinter) throws -> Bool {
        guard Self.isOnPartition(request.path) else { return false }
        let changes = request.mends || request.accepts
        let data = try data()
        guard data.hasDatabase else {
            if !changes { return false }
            throw ServiceError(.refused, "\(request.path) \(Self.whichDrive)")
        }
        let reply = try AdminCall(data: data).perform(.vault(request), hear: { printer.hear($0) }) {
            try checkOnClosedDrive(request, data, printer)
        }
        try show(reply)
        guard let isOnPartition = printer.elsewhere else { return true }
        // A server that uses it may be running over another data directory.
        if changes, !isOnPartition { throw ServiceError(.refused, "\(request.path) \(Self.whichDrive)") }
        return false
    }

    private static let whichDrive =
        "lies on a partition of another drive; say which with --data DIR, so that nobody works in it meanwhile"

    private func checkOnClosedDrive(
        _ request: VaultRequest,
        _ data: DataDirectory,
        _ printer: VaultPrinter
    ) throws -> AdminReply {
        try interruptibly { hear in
            let pools = ServicePools(connections: 2, blocking: 4)
            defer { pools.stop() }
            return try waitFor(on: pools.connections) {
                let logger = Logger(label: "hearth", level: .warning)
                let service = try await HearthService(
                    HearthService.Options(data: data, logger: logger),
                    pools: pools
                )
                let run: @Sendable () async -> AdminReply = {
                    await AdminDesk(drive: service.drive, drains: true).answer(.vault(request), hear: hear)
                }
                let reply = await run()
                await service.stop()
                return reply
            }
        } hear: {
            printer.hear($0)
        }
    }

    // MARK: By its path

    private func checkHere(_ request: VaultRequest, _ printer: VaultPrinter) throws -> AdminReply {
        try interruptibly { hear in
            let pool = ThreadPool(name: "vault", threads: 1)
            let blocking = ThreadPool(name: "blocking", threads: 1)
            defer {
                pool.stop()
                blocking.stop()
            }
            return try waitFor(on: pool) {
                try await VaultRun(request: request, blocking: blocking, hear: hear).performAlone()
            }
        } hear: {
            printer.hear($0)
        }
    }

    private func interruptibly(
        _ work: (@escaping @Sendable (VaultReport) -> Bool) throws -> AdminReply,
        hear: @escaping @Sendable (VaultReport) -> Void
    ) throws -> AdminReply {
        let interrupt = VaultInterrupt()
        defer { interrupt.end() }
        do {
            return try work { report in
                hear(report)
                return !interrupt.isAsked
            }
        } catch is CancellationError {
            return .refused(VaultRun.stopped)
        }
    }

    // MARK: What it came to

    private func show(_ reply: AdminReply) throws {
        if case .refused(let text) = reply { throw ServiceError(.refused, text) }
    }

    private func conclude(_ request: VaultRequest, _ printer: VaultPrinter) throws {
        guard let summary = printer.summary else {
            throw ServiceError(.unreachable, "the check did not come to its end")
        }
        if summary.remaining == 0 { return }
        var hint = "\(VaultWords.count(summary.remaining, "finding")) left"
        if !request.mends { hint += "; --mend puts right what can be put right without loss" }
        if printer.canAccept { hint += "; --accept takes what other programs changed as right" }
        throw ServiceError(.refused, hint)
    }

    // MARK: Paths

    private static func realPath(_ text: String) -> String? {
        guard let resolved = realpath(text, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// Refuses what is no vault, or one of another format, before anybody types a password.
    private static func checkFormat(_ path: String) throws {
        do {
            try VaultKeys.checkFormat(of: try ReadOnlyDirectory(path: path))
        } catch let error as CryptoError {
            throw ServiceError(.refused, error.message)
        } catch let error as StorageError {
            throw ServiceError(.refused, VaultRun.text(for: error, path))
        }
    }

    /// Whether a directory above holds what Hearth keeps at the top of a partition.
    private static func isOnPartition(_ path: String) -> Bool {
        var parts = path.split(separator: "/")
        while parts.popLast() != nil {
            let above = parts.map { "/" + $0 }.joined()
            if access("\(above)/.hearth/uploads", F_OK) == 0 { return true }
        }
        return false
    }

    // MARK: Help

    /// The commands as help knows them.
    static func spec(data: OptionSpec, passwordFile: OptionSpec) -> CommandSpec {
        CommandSpec(
            name: "vault",
            summary: "Look after encrypted folders.",
            subcommands: [
                CommandSpec(
                    name: "check",
                    summary: "Look for damage in an encrypted folder, or in any Cryptomator vault.",
                    discussion: """
                        Works on a folder of the drive, beside a running server as well, and on any vault of \
                        format 8 (SIV_GCM) by its path. Every block of every file is opened. Without --mend and \
                        --accept nothing is written.

                        --mend never deletes content: what nothing leads to is brought back below "recovered" in \
                        the vault, and damaged files stay where they are.

                        The password is asked for on the terminal. Exit codes: 0 nothing is left to do, 1 findings \
                        are left or the check failed, 2 not understood.
                        """,
                    options: [
                        data, passwordFile,
                        OptionSpec("mend", help: "Put right what can be put right without losing anything."),
                        OptionSpec(
                            "accept",
                            help:
                                "Take as right what other programs changed in a folder of the drive, as far as it can be read."
                        ),
                        OptionSpec(
                            "quick",
                            help: "Leave the content of files out; names, sizes and headers are looked at."
                        ),
                    ],
                    arguments: [ArgumentSpec("PATH", help: "The vault's directory.")]
                )
            ]
        )
    }
}
