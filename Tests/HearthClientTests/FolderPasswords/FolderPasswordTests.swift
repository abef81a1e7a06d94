import HearthClient
import HearthWire
import Testing

@Suite("Folder passwords", .timeLimit(.minutes(5)))
struct FolderPasswordTests {
    let time = SteppedClock()

    @Test("are remembered for 72 hours from entry, and using them does not lengthen that")
    func lifetime() async throws {
        let memory = FolderPasswordMemory(secrets: MemorySecretStore(), clock: time.clock)
        try await memory.remember("secret", area: "a", root: 5)
        time.advance(71 * 3600)
        #expect(await memory.password(area: "a", root: 5) == "secret")
        #expect(await memory.password(area: "a", root: 6) == nil)
        #expect(await memory.password(area: "b", root: 5) == nil)
        time.advance(3600)
        #expect(await memory.password(area: "a", root: 5) == nil)
    }

    @Test("outlive the process where the store may hold them, and what has passed counts")
    func persistent() async throws {
        let secrets = MemorySecretStore()
        try await FolderPasswordMemory(secrets: secrets, clock: time.clock).remember("p", area: "a", root: 5)
        time.advance(71 * 3600)
        let later = FolderPasswordMemory(secrets: secrets, clock: time.clock)
        #expect(await later.password(area: "a", root: 5) == "p")
        time.advance(3601)
        #expect(await later.password(area: "a", root: 5) == nil)
        #expect(try await secrets.read(.folderPassword(area: "a", root: 5)) == nil)
    }

    @Test("stay in the process where the store may not hold them")
    func transient() async throws {
        let secrets = MemorySecretStore(holdsFolderPasswords: false)
        let memory = FolderPasswordMemory(secrets: secrets, clock: time.clock)
        try await memory.remember("p", area: "a", root: 5)
        #expect(await memory.password(area: "a", root: 5) == "p")
        let later = FolderPasswordMemory(secrets: secrets, clock: time.clock)
        #expect(await later.password(area: "a", root: 5) == nil)
    }

    @Test("do not come back to life when the device's clock is set back")
    func clockSetBack() async throws {
        let secrets = MemorySecretStore()
        let memory = FolderPasswordMemory(secrets: secrets, clock: time.clock)
        try await memory.remember("p", area: "a", root: 5)
        time.advance(73 * 3600)
        time.jump(-10 * 3600)
        #expect(await memory.password(area: "a", root: 5) == nil)
        try await memory.remember("p", area: "a", root: 5)
        time.jump(-1)
        #expect(
            await FolderPasswordMemory(secrets: secrets, clock: time.clock).password(area: "a", root: 5)
                == nil
        )
    }

    private struct Look: Target {
        typealias Response = Void
        var path: String { "/resources/s/5" }
        var root: RootReference? { RootReference(id: 5) }
    }

    @Test("travel with the calls that need them, and are dropped on 20009")
    func plugin() async throws {
        let memory = FolderPasswordMemory(secrets: MemorySecretStore(), clock: time.clock)
        let transport = StubTransport { request throws(TransportError) in
            request.headers["pwd"] == "right"
                ? .data() : .refusal(.folderPasswordWrong, status: 403)
        }
        let provider = Provider(
            endpoint: FixedEndpoint("http://h"),
            transport: transport,
            plugins: [FolderPasswordPlugin(area: "a", memory: memory)]
        )
        try await memory.remember("right", area: "a", root: 5)
        try await provider.request(Look())
        try await memory.remember("wrong", area: "a", root: 5)
        await #expect(throws: ClientError.self) { try await provider.request(Look()) }
        #expect(await memory.password(area: "a", root: 5) == nil)
        await #expect(throws: ClientError.self) { try await provider.request(Look()) }
        #expect(transport.requests.map { $0.headers["pwd"] } == ["right", "wrong", nil])
    }

    @Test("that were entered meanwhile do not go with an old one's refusal")
    func enteredMeanwhile() async throws {
        let memory = FolderPasswordMemory(secrets: MemorySecretStore(), clock: time.clock)
        try await memory.remember("old", area: "a", root: 5)
        let transport = StubTransport { _ throws(TransportError) in
            try? await memory.remember("new", area: "a", root: 5)
            return .refusal(.folderPasswordWrong)
        }
        let provider = Provider(
            endpoint: FixedEndpoint("http://h"),
            transport: transport,
            plugins: [FolderPasswordPlugin(area: "a", memory: memory)]
        )
        await #expect(throws: ClientError.self) { try await provider.request(Look()) }
        #expect(await memory.password(area: "a", root: 5) == "new")
    }
}
