import Glibc
import HearthClient
import HearthTesting
import Testing

/// Needs `dbus-daemon`, `gnome-keyring-daemon` and libsecret (Debian: dbus, gnome-keyring, libsecret-1-0).
@Suite("Secret Service", .serialized, .timeLimit(.minutes(5)))
struct SecretServiceTests {
    private static let lacking: String? = {
        for program in ["/usr/bin/dbus-daemon", "/usr/bin/dbus-send", "/usr/bin/gnome-keyring-daemon"]
        where access(program, X_OK) != 0 {
            return "\(program) is not installed"
        }
        guard dlopen("libsecret-1.so.0", RTLD_NOW | RTLD_LOCAL) != nil else {
            return "libsecret-1.so.0 is not installed"
        }
        return nil
    }()

    @Test("is absent without a session bus")
    func absent() async throws {
        let error = await #expect(throws: SecretService.Absence.self) {
            try await SecretService.open(environment: ["XDG_RUNTIME_DIR": "/nonexistent"])
        }
        #expect(error?.isFault == false)
    }

    @Test(
        "keeps secrets in a keyring on a private bus, and moves what was in the file",
        .enabled(if: lacking == nil, Comment(rawValue: lacking ?? ""))
    )
    func keyring() async throws {
        let folder = try TestFolder()
        let bus = PrivateBus(folder: folder.directory.path)
        defer { bus.stop() }
        try await BlockingWork.run { try bus.start() }
        // GLib reads the process's own environment, once; no other test of this process looks at it.
        setenv("DBUS_SESSION_BUS_ADDRESS", bus.address, 1)
        defer { unsetenv("DBUS_SESSION_BUS_ADDRESS") }
        let environment = ["DBUS_SESSION_BUS_ADDRESS": bus.address]
        // A busy machine is not what is tested here.
        let service = try await SecretService.open(environment: environment, limit: 60)
        #expect(service.holdsFolderPasswords)
        let token = SecretKey.token(area: "1-2")
        let password = SecretKey.folderPassword(area: "1-2", root: 5)
        #expect(try await service.read(token) == nil)
        try await service.write([0, 1, 255], for: token)
        try await service.write([4], for: password)
        try await service.write([5], for: .token(area: "1-20"))
        #expect(try await service.read(token) == [0, 1, 255])
        try await service.write([2], for: token)
        #expect(try await service.read(token) == [2])
        try await service.remove(token)
        try await service.remove(token)
        #expect(try await service.read(token) == nil)
        #expect(try await service.read(password) == [4])
        try await service.removeAll(area: "1-2")
        #expect(try await service.read(password) == nil)
        #expect(try await service.read(.token(area: "1-20")) == [5])

        let file = folder.path("secrets.json")
        try await FileSecretStore(path: file).write([8], for: token)
        let store = SystemSecretStore(path: file, environment: environment) { _ in
            Issue.record("the file is used although there is a service")
        }
        #expect(try await store.read(token) == [8])
        // Written while the service failed: newer than what the service holds.
        try await FileSecretStore(path: file).write([7], for: token)
        #expect(try await store.read(token) == [7])
        try await store.write([9], for: token)
        #expect(try await store.read(token) == [9])
        #expect(try await FileSecretStore(path: file).read(token) == nil)
        // Written there because the service failed once: newer than what the service has.
        try await FileSecretStore(path: file).write([10], for: token)
        #expect(try await store.read(token) == [10])
        #expect(try await store.removeAll(area: "1-2", whereTokenIs: [9]) == false)
        #expect(try await store.removeAll(area: "1-2", whereTokenIs: [10]))
        #expect(try await store.read(token) == nil)
    }
}
