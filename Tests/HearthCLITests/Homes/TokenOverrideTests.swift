import HearthCLI
import HearthClient
import HearthWire
import Testing

@Suite("A token from the environment")
struct TokenOverrideTests {
    @Test("is used for every area, kept nowhere, and its end takes nothing along")
    func ends() async throws {
        let kept = MemorySecretStore()
        let area = Area(homeID: "1", alias: "home", lanURL: "http://127.0.0.1:1", userID: 3)
        let storage = MemoryAreaStorage()
        try await AreaManager(storage: storage, secrets: kept).add(area, token: "kept")
        let sessions = AreaManager(storage: storage, secrets: TokenOverride("given", over: kept))
        #expect(try await sessions.token(of: area.id) == "given")
        await sessions.endSession(of: area.id, token: "given", code: .unauthorized)
        #expect(try await kept.text(.token(area: area.id)) == "kept")
        try await sessions.secrets.write(Array("other".utf8), for: .token(area: area.id))
        try await sessions.secrets.remove(.token(area: area.id))
        #expect(try await kept.text(.token(area: area.id)) == "kept")
    }
}
