import Glibc
@testable import HearthCLI
import HearthArguments
import HearthClient
import HearthTesting
import Synchronization
import Testing

@Suite("First contact on the command line", .timeLimit(.minutes(5)))
struct ServerIntroductionTests {
    private let folder: TemporaryDirectory
    private let said = Said()

    /// What went to standard error.
    private final class Said: Sendable {
        let text = Mutex("")
    }

    init() throws { folder = try TemporaryDirectory("hearth-introduction") }

    private func introduction() throws -> ServerIntroduction {
        guard case .run(let parsed) = try ClientCommands.root.parse(["login", "https://nas.local"]) else {
            throw UsageError("help")
        }
        let (path, said) = (folder.path, said)
        let environment: @Sendable (String) -> String? = { $0 == "HEARTH_HOME" ? path : nil }
        let output = Output { _, bytes in said.text.withLock { $0 += String(decoding: bytes, as: UTF8.self) }
        }
        return ServerIntroduction(
            CommandContext(
                parsed,
                options: GlobalOptions(parsed, environment: environment),
                output: output,
                prompt: Prompt(canAsk: false, output: output),
                environment: environment,
                root: { ClientCommands.root }
            )
        )
    }

    private func keep(_ url: String, _ trust: ServerTrust, user: Int = 3) async throws {
        let storage = TOMLAreaStorage(path: folder.appending("client.toml"))
        var list = try await storage.load()
        list.areas.append(Area(homeID: "7", alias: "home\(user)", lanURL: url, userID: user, trust: trust))
        try await storage.save(list)
    }

    private func pin() throws -> ServerTrust {
        .pinned(try #require(KeyFingerprint(bytes: Array(0..<32))))
    }

    private func known(_ text: String) async throws -> ServerTrust? {
        try await introduction().known(try ServerAddress(text))
    }

    @Test("a kept key is found however the address is written")
    func spelling() async throws {
        try await keep("https://nas.local", try pin())
        for text in ["https://nas.local", "https://NAS.Local:443/", "nas.local"] {
            #expect(try await known(text) == (try pin()), "\(text)")
        }
        #expect(try await known("https://nas.local:8443") == nil)
        #expect(try await known("https://other.local") == nil)
    }

    @Test("of several people at one address the one with a key counts")
    func several() async throws {
        try await keep("https://nas.local", .system, user: 1)
        try await keep("https://nas.local:443", try pin(), user: 2)
        #expect(try await known("https://nas.local") == (try pin()))
    }

    @Test("http is refused for a host that is known by https, whatever the port")
    func plain() async throws {
        try await keep("https://nas.local:8443", try pin())
        for text in ["http://nas.local", "http://NAS.local:8443", "http://nas.local:80"] {
            let error = await #expect(throws: CommandError.self) { try await known(text) }
            #expect(error?.exit == .trust)
        }
        #expect(try await known("http://other.local") == nil)
        #expect(said.text.withLock { $0.contains("not encrypted") })
    }

    @Test("on this machine another port is another server")
    func loopback() async throws {
        try await keep("https://127.0.0.1:18556", try pin())
        #expect(try await known("http://127.0.0.1:1") == nil)
        #expect(said.text.withLock { $0.isEmpty })
        let error = await #expect(throws: CommandError.self) { try await known("http://127.0.0.1:18556") }
        #expect(error?.exit == .trust)
    }

    @Test("a home that is known by https is not replaced by itself at another address of http")
    func replacing() async throws {
        try await keep("https://nas.local", try pin())
        let introduction = try introduction()
        func area(_ url: String, user: Int = 3) -> Area {
            Area(homeID: "7", alias: "", lanURL: url, userID: user)
        }
        let error = await #expect(throws: CommandError.self) {
            try await introduction.allow(replacingBy: area("http://10.0.0.5"))
        }
        #expect(error?.exit == .trust)
        try await introduction.allow(replacingBy: area("https://10.0.0.5"))
        try await introduction.allow(replacingBy: area("http://10.0.0.5", user: 4))
    }

    @Test("a list of homes that cannot be read is no first contact")
    func damaged() async throws {
        let path = folder.appending("client.toml")
        let descriptor = open(path, O_WRONLY | O_CREAT, 0o600)
        #expect(write(descriptor, "[area.1\n", 8) == 8)
        close(descriptor)
        for text in ["https://nas.local", "http://nas.local"] {
            await #expect(throws: CommandError.self) { try await known(text) }
        }
    }
}
