import HearthClient
import Testing

@Suite("Client paths", .timeLimit(.minutes(5)))
struct ClientPathsTests {
    @Test("follows HEARTH_HOME, then XDG, then HOME")
    func resolves() throws {
        func paths(_ environment: [String: String]) throws -> [String] {
            let paths = try ClientPaths(environment: environment, workingDirectory: "/work")
            return [paths.clientFile, paths.transfersFile, paths.secretsFile]
        }
        #expect(
            try paths(["HOME": "/h"]) == [
                "/h/.config/hearth/client.toml", "/h/.local/state/hearth/transfers.sqlite",
                "/h/.local/state/hearth/secrets.json",
            ]
        )
        #expect(
            try paths(["HOME": "/h", "XDG_CONFIG_HOME": "/c/", "XDG_STATE_HOME": "relative"]) == [
                "/c/hearth/client.toml", "/h/.local/state/hearth/transfers.sqlite",
                "/h/.local/state/hearth/secrets.json",
            ]
        )
        #expect(
            try paths(["HEARTH_HOME": "own/", "HOME": "/h"]) == [
                "/work/own/client.toml", "/work/own/transfers.sqlite", "/work/own/secrets.json",
            ]
        )
        #expect(throws: SessionError.self) { try paths([:]) }
    }

    @Test("makes folders for their owner alone, and leaves those that are there")
    func folders() async throws {
        let folder = try TestFolder()
        let paths = try ClientPaths(environment: ["HEARTH_HOME": folder.path("a/b")], workingDirectory: "/")
        try await paths.makeFolders()
        #expect(folder.mode("a") == 0o700)
        #expect(folder.mode("a/b") == 0o700)
        try await paths.makeFolders()
        try folder.write("", to: "file")
        let blocked = try ClientPaths(
            environment: ["HEARTH_HOME": folder.path("file/x")],
            workingDirectory: "/"
        )
        await #expect(throws: SessionError.self) { try await blocked.makeFolders() }
    }
}
