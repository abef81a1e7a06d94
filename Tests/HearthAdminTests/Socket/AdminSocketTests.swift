import Glibc
import HearthAdmin
import HearthConcurrency
import HearthServer
import HearthTesting
import Testing

@Suite("The admin socket", .timeLimit(.minutes(10)))
struct AdminSocketTests {
    private static let requests: [AdminRequest] = [
        .setUp(owner: "olivia", password: "pass \"word\"\n", nickname: nil, area: "Zu Hause"),
        .setUp(owner: "o", password: "p", nickname: "O", area: nil),
        .addUser(name: "max", password: "家家家家家家", nickname: "Max"),
        .setPassword(name: "max", password: "x\ty"),
        .listUsers,
        .editUser(name: "max", accountName: "maxim", nickname: nil),
        .editUser(name: "max", accountName: nil, nickname: "家"),
        .setDisabled(name: "max", isDisabled: true),
        .setDisabled(name: "max", isDisabled: false),
        .removeUser(name: "max"),
        .makeOwner(name: "max"),
        .setUpLink,
        .makeCertificate(names: nil, force: false),
        .makeCertificate(names: [], force: true),
        .makeCertificate(names: ["a.local", "fd00::1"], force: false),
        .invite(nickname: nil, days: nil),
        .invite(nickname: "Zoe", days: -3),
    ]
    private static let user = AdminUser(
        id: 7,
        accountName: "ü",
        nickname: "n",
        isOwner: true,
        isDisabled: false
    )

    @Test("requests survive the line", arguments: requests)
    func request(_ item: AdminRequest) {
        #expect(item.line.last == 0x0A)
        #expect(item.line.dropLast().contains(0x0A) == false)
        #expect(AdminRequest(line: Array(item.line.dropLast())) == item)
    }

    @Test(
        "replies survive the line",
        arguments: [AdminReply.done([]), .done([user]), .refused("no \"way\""), .told("a\nb")]
    )
    func reply(_ item: AdminReply) {
        #expect(AdminReply(line: Array(item.line.dropLast())) == item)
    }

    @Test(
        "nonsense is neither",
        arguments: ["", "{}", "[]", "{\"command\":\"reboot\"}", "{\"users\":[{}]}", "x"]
    )
    func nonsense(_ text: String) {
        #expect(AdminRequest(line: Array(text.utf8)) == nil)
        #expect(AdminReply(line: Array(text.utf8)) == nil)
    }

    @Test("a command goes to the server and back, also below a very long path", arguments: [1, 12])
    func roundTrip(_ depth: Int) async throws {
        let temporary = try TemporaryDirectory()
        let pool = ThreadPool(name: "admintest", threads: 2)
        defer { pool.stop() }
        let folder = temporary.path + String(repeating: "/abcdefghij", count: depth)
        try OperatorFiles.makeDirectory(folder)
        let path = folder + "/admin.sock"
        // What a killed server leaves: a file in the way.
        try OperatorFiles.write([], to: path, mode: 0o644)
        let listener = try AdminListener(path: path, pool: pool) { request, _ in
            if case .addUser(let name, _, _) = request { return .refused("not \(name)") }
            return .done([Self.user])
        }
        var status = stat()
        #expect(lstat(path, &status) == 0)
        #expect(status.st_mode == S_IFSOCK | 0o600)
        for _ in 0..<3 {
            let list = try await pool.run { try AdminClient.send(.listUsers, to: path) }
            #expect(list == .done([Self.user]))
            let request = AdminRequest.addUser(name: "max", password: "p", nickname: nil)
            let add = try await pool.run { try AdminClient.send(request, to: path) }
            #expect(add == .refused("not max"))
        }
        listener.stop()
        #expect(lstat(path, &status) != 0)
        let gone = try await pool.run { try AdminClient.send(.listUsers, to: path) }
        #expect(gone == nil)
    }
}
