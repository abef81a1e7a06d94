import HearthClient
import HearthWire
import Synchronization
import Testing

@Suite("Secret stores", .timeLimit(.minutes(5)))
struct SecretStoreTests {
    enum Kind: CaseIterable { case memory, file, system }

    private func store(_ kind: Kind, _ folder: TestFolder) -> any SecretStore {
        switch kind {
        case .memory: MemorySecretStore()
        case .file: FileSecretStore(path: folder.path("secrets.json"))
        case .system: SystemSecretStore(path: folder.path("secrets.json"), environment: [:]) { _ in }
        }
    }

    @Test("keeps, replaces and forgets secrets by area and kind", arguments: Kind.allCases)
    func conformance(_ kind: Kind) async throws {
        let folder = try TestFolder()
        defer { withExtendedLifetime(folder) {} }
        let store = store(kind, folder)
        let token = SecretKey.token(area: "1-2")
        #expect(try await store.read(token) == nil)
        try await store.write([0, 1, 255], for: token)
        try await store.write([9], for: .cloudSession(area: "1-2"))
        try await store.write([7], for: .token(area: "1-20"))
        #expect(try await store.read(token) == [0, 1, 255])
        try await store.write([2], for: token)
        #expect(try await store.read(token) == [2])
        try await store.remove(token)
        try await store.remove(token)
        #expect(try await store.read(token) == nil)
        #expect(try await store.read(.cloudSession(area: "1-2")) == [9])
        try await store.removeAll(area: "1-2")
        #expect(try await store.read(.cloudSession(area: "1-2")) == nil)
        #expect(try await store.read(.token(area: "1-20")) == [7])
    }

    @Test("forgets an area only while its token is the one that was named", arguments: Kind.allCases)
    func comparing(_ kind: Kind) async throws {
        let folder = try TestFolder()
        defer { withExtendedLifetime(folder) {} }
        let store = store(kind, folder)
        #expect(try await store.removeAll(area: "1", whereTokenIs: [1]) == false)
        try await store.write([2], for: .token(area: "1"))
        try await store.write([3], for: .cloudSession(area: "1"))
        #expect(try await store.removeAll(area: "1", whereTokenIs: [1]) == false)
        #expect(try await store.read(.token(area: "1")) == [2])
        #expect(try await store.removeAll(area: "1", whereTokenIs: [2]))
        #expect(try await store.read(.token(area: "1")) == nil)
        #expect(try await store.read(.cloudSession(area: "1")) == nil)
    }

    @Test("writes a file for its owner alone, shared by programs")
    func file() async throws {
        let folder = try TestFolder()
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<20 {
                let store = store(.file, folder)
                group.addTask { try? await store.write([UInt8(number)], for: .token(area: "\(number)")) }
            }
        }
        #expect(folder.mode("secrets.json") == 0o600)
        #expect(folder.names == ["secrets.json", "secrets.json.lock"])
        for number in 0..<20 {
            #expect(try await store(.file, folder).read(.token(area: "\(number)")) == [UInt8(number)])
        }
    }

    @Test("refuses passwords of folders in a file")
    func passwords() async throws {
        let folder = try TestFolder()
        for kind in [Kind.file, .system] {
            let store = store(kind, folder)
            #expect(await store.holdsFolderPasswords == false)
            await #expect(throws: SessionError.self) {
                try await store.write([1], for: .folderPassword(area: "1", root: 2))
            }
        }
        #expect(folder.names.contains("secrets.json") == false)
    }

    @Test(
        "never loses a damaged file in silence",
        arguments: ["", "{}", "[1]", "{\"version\":2,\"areas\":{}}"]
    )
    func corrupt(_ content: String) async throws {
        let folder = try TestFolder()
        try folder.write(content, to: "secrets.json")
        let store = store(.file, folder)
        let error = SessionError(.corrupt(path: folder.path("secrets.json")))
        await #expect(throws: error) { try await store.read(.token(area: "1")) }
        await #expect(throws: error) { try await store.write([1], for: .token(area: "1")) }
        #expect(try folder.text("secrets.json") == content)
    }

    @Test("says once that a file is used, at the first secret that goes there")
    func notice() async throws {
        let folder = try TestFolder()
        let notices = Mutex<[SecretNotice]>([])
        let store = SystemSecretStore(path: folder.path("secrets.json"), environment: [:]) { notice in
            notices.withLock { $0.append(notice) }
        }
        _ = try await store.read(.token(area: "1"))
        #expect(notices.withLock { $0.count } == 0)
        try await store.write([1], for: .token(area: "1"))
        try await store.write([2], for: .token(area: "2"))
        let said = notices.withLock { $0 }
        #expect(said.map(\.path) == [folder.path("secrets.json")])
        #expect(said.first?.text(.english).contains("session bus") == true)
    }
}
