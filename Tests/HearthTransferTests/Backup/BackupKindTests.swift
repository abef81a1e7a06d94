import HearthClient
import HearthTesting
import HearthTransfer
import Testing

@Suite struct BackupKindTests {
    @Test(arguments: [
        ("IMG_1.JPG", BackupKind.photo), ("a.heic", .photo), ("x.tar.mp4", .video), ("b.pdf", .document),
        ("c.m4a", .audio), ("none", nil), (".jpg", nil), ("d.jpg.part", nil), ("e.", nil),
    ])
    func endingsTellTheKind(_ name: String, _ kind: BackupKind?) {
        #expect(BackupKind.of(Array(name.utf8)) == kind)
    }

    @Test func setsAreKeptOncePerPairOfFolders() async throws {
        let directory = try TemporaryDirectory("backup")
        let path = directory.appending("backups.sqlite")
        let store = try BackupStore(path: path)
        let remote = try #require(RemotePath("/s/1/Phone"))
        let plain = BackupSet(area: "home", local: LocalPath("/a"), remote: remote, label: "Phone")
        let first = try await store.add(plain)
        var chosen = plain
        chosen.kinds = [.photo]
        let second = try await store.add(chosen)
        #expect(second.id == first.id)
        #expect(try await store.sets().map(\.kinds) == [[.photo]])
        #expect(second.takes(Array("a.jpg".utf8)))
        #expect(!second.takes(Array("a.txt".utf8)))
        let again = try BackupStore(path: path)
        #expect(try await again.set(first.id) == second)
        #expect(try await again.remove(first.id))
        #expect(try await store.sets().isEmpty)
        #expect(try await !store.remove(first.id))
    }
}
