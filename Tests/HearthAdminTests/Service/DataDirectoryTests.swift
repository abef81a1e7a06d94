import Glibc
import HearthServer
import HearthTesting
import Testing

@Suite("The data directory")
struct DataDirectoryTests {
    struct Choice: Sendable, CustomTestStringConvertible {
        var option: String?
        var isRoot = false
        var environment: [String: String] = [:]
        let path: String?
        var testDescription: String { "\(option ?? "-") \(isRoot) \(environment) -> \(path ?? "error")" }
    }

    @Test(
        "is chosen by flag, variable, service, user",
        arguments: [
            Choice(option: "/a/", environment: ["HEARTH_DATA": "/b"], path: "/a"),
            Choice(environment: ["HEARTH_SERVER_DATA": "/b", "STATE_DIRECTORY": "/c"], path: "/b"),
            Choice(environment: ["HEARTH_DATA": "/old", "STATE_DIRECTORY": "/c"], path: "/old"),
            Choice(environment: ["HEARTH_DATA": "/old", "HEARTH_SERVER_DATA": "/b"], path: "/b"),
            Choice(environment: ["STATE_DIRECTORY": "/c:/d", "HOME": "/h"], path: "/c"),
            Choice(isRoot: true, environment: ["HOME": "/root"], path: "/var/lib/hearth"),
            Choice(environment: ["XDG_DATA_HOME": "/x", "HOME": "/h"], path: "/x/hearth"),
            Choice(environment: ["XDG_DATA_HOME": "relative", "HOME": "/h"], path: "/h/.local/share/hearth"),
            Choice(environment: ["HEARTH_SERVER_DATA": "", "HOME": "/h"], path: "/h/.local/share/hearth"),
            Choice(path: nil),
            Choice(option: "", environment: ["HOME": "/h"], path: nil),
        ]
    )
    func chosen(_ item: Choice) {
        let choose = {
            try DataDirectory.chosen(option: item.option, isRoot: item.isRoot) { item.environment[$0] }
        }
        if let path = item.path {
            #expect((try? choose())?.path == path)
        } else {
            #expect(throws: ServiceError.self) { try choose() }
        }
    }

    private func mode(_ path: String) throws -> mode_t {
        var status = stat()
        try #require(lstat(path, &status) == 0, "\(path)")
        return status.st_mode & 0o777
    }

    @Test("keeps others out")
    func permissions() throws {
        let temporary = try TemporaryDirectory()
        let data = DataDirectory(path: temporary.appending("a/b/data"))
        try data.create()
        try data.prepare()
        let secret = try data.secret()
        #expect(secret.count == 32)
        #expect(try mode(data.path) == 0o700)
        #expect(try mode(data.keys) == 0o700)
        #expect(try mode(data.secretFile) == 0o600)
        #expect(access(data.partition, R_OK | W_OK | X_OK) == 0)
    }

    @Test("keeps the secret, and the mode of a directory that was there")
    func again() throws {
        let temporary = try TemporaryDirectory()
        let data = DataDirectory(path: temporary.appending("data"))
        try #require(mkdir(data.path, 0o755) == 0)
        chmod(data.path, 0o755)
        try data.create()
        try data.prepare()
        let secret = try data.secret()
        try data.create()
        try data.prepare()
        #expect(try data.secret() == secret)
        #expect(try mode(data.path) == 0o755)
    }

    @Test("a damaged secret is not replaced")
    func damaged() throws {
        let temporary = try TemporaryDirectory()
        let data = DataDirectory(path: temporary.path)
        try data.prepare()
        try OperatorFiles.write([1, 2, 3], to: data.secretFile, mode: 0o600)
        let error = #expect(throws: ServiceError.self) { try data.secret() }
        #expect(error?.message.contains("damaged") == true)
        #expect(try OperatorFiles.read(data.secretFile, limit: 10) == [1, 2, 3])
    }

    @Test("is locked by one at a time")
    func lock() throws {
        let temporary = try TemporaryDirectory()
        let data = DataDirectory(path: temporary.path)
        do {
            let lock = try data.lock()
            let error = #expect(throws: ServiceError.self) { try data.lock() }
            #expect(error?.code == .inUse)
            #expect(error?.message.contains("another Hearth is using this directory") == true)
            withExtendedLifetime(lock) {}
        }
        _ = try data.lock()
    }

    @Test("a file in its place is named")
    func notADirectory() throws {
        let temporary = try TemporaryDirectory()
        let path = temporary.appending("file")
        try OperatorFiles.write([], to: path, mode: 0o600)
        #expect(throws: ServiceError.self) { try DataDirectory(path: path).create() }
        #expect(throws: ServiceError.self) { try DataDirectory(path: path + "/below").create() }
    }
}
