import Glibc
import HearthConcurrency
import HearthMedia
import Testing

/// Each attempt is a process that locks itself down by the child's own code.
@Suite(.timeLimit(.minutes(10)))
struct LockdownTests {
    private static let isRoot = geteuid() == 0
    private static let pool = ThreadPool(name: "probe", threads: 2)

    private func run<T: Sendable>(_ work: @escaping @Sendable () throws -> T) async throws -> T {
        try await Self.pool.run(work)
    }

    /// One of each sort, where not every one is tried.
    private static let chosen: Set<String> = [
        "open", "open-bare", "openat2", "open-own-memory", "open-by-handle", "open-as-32-bit", "creat",
        "list-directory", "remove", "write-open", "socket-inet", "socket-unix", "socket-netlink", "fork",
        "vfork",
        "clone", "clone3", "spawn", "execute", "trace-me", "trace-parent", "read-parent", "kill-parent",
        "mount",
        "ring", "memory", "memory-with-code", "grow-log", "new-namespace",
    ]

    private func expectAllDenied(_ options: [String], among names: Set<String>? = nil) async throws {
        let probe = ProbeProgram()
        let attempts = try await run { try probe.attempts() }.map(\.name)
        #expect(attempts.count > 100)
        for name in attempts where names?.contains(name) ?? true {
            let (end, lockdown) = try await run { try probe.attempt(name, options) }
            #expect(lockdown.hasPrefix("locked seccomp"), "\(name): \(lockdown)")
            #expect(end.isDenied(byLimits: Self.meetsLimits(name)), "\(name) \(options): \(end)")
        }
    }

    /// Attempts that a limit of resources ends.
    private static func meetsLimits(_ name: String) -> Bool {
        ["memory", "descriptors", "threads", "processor", "grow-log"].contains { name.hasPrefix($0) }
    }

    @Test func nothingWorksFromInside() async throws {
        try await expectAllDenied([])
    }

    /// As root, the test becomes another user first; otherwise it is one.
    @Test func nothingWorksForAnOrdinaryUserOnAThreadThatWasThereBefore() async throws {
        try await expectAllDenied(["--thread"] + (Self.isRoot ? ["--user", "65533"] : []))
    }

    @Test func theFilterAloneIsEnough() async throws {
        try await expectAllDenied(["--deny", "landlock,namespaces"], among: Self.chosen)
    }

    /// Otherwise the tests above would show nothing.
    @Test(.enabled(if: isRoot)) func mostWorksWithoutTheLockdown() async throws {
        let probe = ProbeProgram()
        let attempts = try await run { try probe.attempts() }.filter(\.worksForRoot)
        #expect(attempts.count > 60)
        for (name, _) in attempts {
            let (end, _) = try await run { try probe.attempt(name, ["--unlocked"]) }
            #expect(end == .worked, "\(name)")
        }
    }

    @Test func landlockHoldsWhereThereIsOne() async throws {
        let probe = ProbeProgram()
        let whole = try await run { try probe.attempt("open") }
        let without = try await run { try probe.attempt("open", ["--deny", "landlock"]) }
        #expect(without.lockdown.contains("no landlock"))
        #expect(whole.lockdown.contains("landlock") && whole.end == .error(EACCES))
    }

    @Test func withoutAFilterNothingIsLockedDown() async throws {
        let probe = ProbeProgram()
        for means in ["seccomp", "seccomp,landlock", "seccomp,landlock,namespaces"] {
            let (_, lockdown) = try await run { try probe.attempt("open", ["--deny", means]) }
            #expect(lockdown.hasPrefix("unfit "), "\(means)")
        }
    }

    @Test func theProgramRefusesToDecodeUnlocked() async throws {
        let probe = ProbeProgram()
        let program = BuiltProgram("hearth-media")
        // The kind of a frame is its fifth byte.
        for means in ["seccomp", "seccomp,landlock,namespaces"] {
            let refused = try await run { try probe.run(program, without: means) }
            #expect(refused.bytes.dropFirst(4).first == MediaFrame.unfit.rawValue, "\(refused.complaints)")
            #expect(refused.status == 1)
            #expect(refused.complaints.contains("not locked down"))
        }
        let fit = try await run { try probe.run(program, without: "landlock,namespaces") }
        #expect(fit.bytes.dropFirst(4).first == MediaFrame.ready.rawValue, "\(fit.complaints)")
        #expect(fit.status == 0)
    }
}
