import Glibc
import Synchronization

/// A session bus of a test's own, with an unlocked keyring on it.
final class PrivateBus: Sendable {
    /// A program that did not do what it should.
    struct Failure: Error {
        let what: String
    }

    private let folder: String
    private let programs = Mutex<[Program]>([])

    init(folder: String) { self.folder = folder }

    /// Where it listens.
    var address: String { "unix:path=\(folder)/bus" }

    /// Starts both, and returns when the keyring can be asked; blocks.
    func start() throws {
        let environment = [
            "PATH=/usr/bin:/bin", "HOME=\(folder)", "XDG_DATA_HOME=\(folder)/data",
            "XDG_RUNTIME_DIR=\(folder)",
            "DBUS_SESSION_BUS_ADDRESS=\(address)",
        ]
        let bus = try Program(
            [
                "/usr/bin/dbus-daemon", "--session", "--nofork", "--nopidfile", "--address=\(address)",
                "--print-address=1",
            ],
            environment
        )
        programs.withLock { $0.append(bus) }
        guard !bus.readLine().isEmpty else { throw Failure(what: "the bus says no address") }
        let keyring = try Program(
            ["/usr/bin/gnome-keyring-daemon", "--foreground", "--unlock", "--components=secrets"],
            environment,
            input: "test"
        )
        programs.withLock { $0.append(keyring) }
        // Asking for anything but the name would have the bus start a keyring of its own.
        while true {
            let question = try Program(
                [
                    "/usr/bin/dbus-send", "--bus=\(address)", "--print-reply", "--dest=org.freedesktop.DBus",
                    "/",
                    "org.freedesktop.DBus.NameHasOwner", "string:org.freedesktop.secrets",
                ],
                environment
            )
            let answer = question.readAll()
            question.wait()
            if answer.hasSuffix("boolean true\n") { return }
            guard keyring.isRunning else { throw Failure(what: "the keyring has ended") }
        }
    }

    /// Ends both.
    func stop() {
        let all = programs.withLock { programs in
            defer { programs = [] }
            return programs
        }
        for program in all.reversed() {
            program.terminate()
            program.wait()
        }
    }
}

/// A program of a test, started with every signal as it is for a program that a person starts.
///
/// Foundation's `Process` hands the mask of the calling thread on, and threads of Dispatch block SIGTERM.
private final class Program: Sendable {
    private let identifier: pid_t
    private let output: Int32
    private let isReaped = Mutex(false)

    init(_ arguments: [String], _ environment: [String], input: String = "") throws {
        var ends: [Int32] = [-1, -1]
        var inputEnds: [Int32] = [-1, -1]
        guard pipe(&ends) == 0, pipe(&inputEnds) == 0 else { throw PrivateBus.Failure(what: "no pipe") }
        // The keyring reads to the end of its input: nobody else may hold the other end.
        for end in ends + inputEnds { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawn_file_actions_adddup2(&actions, inputEnds[0], 0)
        posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        let words = arguments.map { strdup($0) } + [nil]
        let variables = environment.map { strdup($0) } + [nil]
        defer {
            for text in words + variables { free(text) }
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
            close(ends[1])
            close(inputEnds[0])
            close(inputEnds[1])
        }
        var identifier: pid_t = 0
        let status = posix_spawn(&identifier, arguments[0], &actions, &attributes, words, variables)
        guard status == 0 else {
            close(ends[0])
            throw PrivateBus.Failure(what: "\(arguments[0]) does not start")
        }
        if !input.isEmpty { _ = write(inputEnds[1], input, input.utf8.count) }
        self.identifier = identifier
        output = ends[0]
    }

    deinit { close(output) }

    var isRunning: Bool {
        isReaped.withLock { isReaped in
            if !isReaped { isReaped = waitpid(identifier, nil, WNOHANG) == identifier }
            return !isReaped
        }
    }

    func readLine() -> String { read(untilLine: true) }

    func readAll() -> String { read(untilLine: false) }

    func terminate() { isReaped.withLock { if !$0 { _ = kill(identifier, SIGTERM) } } }

    func wait() {
        isReaped.withLock { isReaped in
            while !isReaped {
                let ended = waitpid(identifier, nil, 0)
                isReaped = ended == identifier || (ended < 0 && errno != EINTR)
            }
        }
    }

    private func read(untilLine: Bool) -> String {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while Glibc.read(output, &byte, 1) == 1 {
            bytes.append(byte)
            if untilLine, byte == 0x0A { break }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
