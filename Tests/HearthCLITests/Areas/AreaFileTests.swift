import Glibc
import HearthCLI
import HearthClient
import HearthTesting
import Testing

@Suite("client.toml")
struct AreaFileTests {
    private let key = KeyFingerprint(bytes: Array(0..<32))

    private func areas() throws -> [Area] {
        let key = try #require(key)
        var first = Area(
            homeID: "77",
            alias: "home",
            name: "Zuhause \"A\" \\ 日本\r\n\t\u{1B}\u{7F}",
            lanURL: "https://10.0.0.2:8443",
            accountName: "mum",
            nickname: "Mum",
            userID: 3,
            trust: .pinnedUnder(pem: "-----BEGIN CERTIFICATE-----\nAAA\n-----END CERTIFICATE-----\n", key),
            isOwner: true,
            bssid: "02:00:00:00:00:01"
        )
        first.cloud = CloudAccount(
            url: "https://cloud.example",
            userID: 9,
            phone: "123",
            channelTrust: .pinned(key)
        )
        let second = Area(
            homeID: "0",
            alias: "büro",
            lanURL: "http://127.0.0.1:1",
            userID: 1,
            family: .wangpan
        )
        return [first, second]
    }

    @Test("everything that is known of homes comes back")
    func roundTrip() throws {
        var file = AreaFile()
        file.list = AreaList(areas: try areas(), currentID: try areas()[1].id)
        let back = try AreaFile(Array(file.text.utf8))
        #expect(back.list == file.list)
        #expect(back.text == file.text)
        var empty = back
        empty.list = AreaList()
        #expect(try AreaFile(Array(empty.text.utf8)).list == AreaList())
    }

    @Test("what is the person's own stays, comments included")
    func foreign() throws {
        let text = """
            # mine
            colour = "blue"   # yes
            current = "gone"

            [transfer]
            # slow line
            bwlimit = "1M"

            [area.1]
            # lost
            id = "1-1"
            alias = "home"
            url = "http://x"
            future = ["a", "b"]

            [later]
            current = "not the key"
            """
        var file = try AreaFile(Array(text.utf8))
        #expect(file.list.areas.map(\.alias) == ["home"])
        #expect(file.list.currentID == nil)
        file.list.currentID = "1-1"
        let written = file.text
        for line in [
            "# mine", "colour = \"blue\"   # yes", "# slow line", "bwlimit = \"1M\"",
            "future = [\"a\", \"b\"]",
            "current = \"not the key\"", "current = \"1-1\"",
        ] { #expect(written.contains(line), "\(line) is there") }
        let back = try AreaFile(Array(written.utf8))
        #expect(back.list == file.list)
        #expect(back.text == written)
    }

    @Test(
        "what cannot be read is refused, never guessed at",
        arguments: [
            "[area.1]\nid = \"a\"\n", "[area.1]\nid = \"a\"\nalias = 7\n",
            "[area.1]\nid = \"a\"\nalias = \"b\"\nfingerprint = \"no\"\n", "current = 1\n", "[[area]]\n",
        ]
    )
    func faults(_ text: String) {
        #expect(throws: (any Error).self) { try AreaFile(Array(text.utf8)) }
    }

    @Test("the file is for its owner alone, and several writers lose nothing")
    func storage() async throws {
        let folder = try TemporaryDirectory()
        let path = folder.path + "/below/client.toml"
        let storage = TOMLAreaStorage(path: path)
        #expect(try await storage.load() == AreaList())
        await withTaskGroup(of: Void.self) { group in
            for number in 1...8 {
                group.addTask {
                    let other = TOMLAreaStorage(path: path)
                    _ = try? await other.update { list throws(SessionError) in
                        list.areas.append(
                            Area(homeID: "\(number)", alias: "a\(number)", lanURL: "http://x", userID: 1)
                        )
                    }
                }
            }
        }
        #expect(try await storage.load().areas.count == 8)
        var status = stat()
        #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
    }
}
