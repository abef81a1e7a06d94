import HearthDrive
import HearthStorage
import Testing

@Suite("Pages of lists")
struct ListPageTests {
    private static func context(
        _ root: Int,
        _ path: [String] = [],
        _ order: SortOrder = SortOrder(),
        _ filter: String = ""
    ) throws -> ListCursor.Context {
        ListCursor.Context(
            root: root,
            directory: VolumePath(try path.map { try #require(FileName($0)) }),
            order: order,
            filter: Array(filter.utf8)
        )
    }

    @Test("a cursor opens for its own list only")
    func binding() throws {
        let tags = FileTags(secret: [UInt8](repeating: 7, count: 32))
        let place = ListPosition(isDirectory: false, name: Array("ü".utf8), major: -5, minor: 999_999_999)
        let own = try Self.context(1, ["a"])
        let cursor = try tags.cursor(behind: place, own)
        #expect(try tags.position(of: cursor, own) == place)
        let others = [
            try Self.context(2, ["a"]), try Self.context(1), try Self.context(1, ["a", "b"]),
            try Self.context(1, ["a"], SortOrder(key: .size)),
            try Self.context(1, ["a"], SortOrder(descending: true)),
            try Self.context(1, [], SortOrder(), "a"),
        ]
        for other in others {
            #expect(throws: DriveError.self) { try tags.position(of: cursor, other) }
        }
        let stranger = FileTags(secret: [UInt8](repeating: 8, count: 32))
        #expect(throws: DriveError.self) { try stranger.position(of: cursor, own) }
    }

    @Test("a cursor with any character changed is refused")
    func tampering() throws {
        let tags = FileTags(secret: [UInt8](repeating: 7, count: 32))
        let own = try Self.context(1)
        let cursor = Array(try tags.cursor(behind: ListPosition(isDirectory: true, name: [0x61]), own).utf8)
        for index in cursor.indices {
            var changed = cursor
            changed[index] = changed[index] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
            #expect(throws: DriveError.self) {
                try tags.position(of: String(decoding: changed, as: UTF8.self), own)
            }
        }
        for text in ["", "A", "=", "ü", String(repeating: "A", count: 5_000)] {
            #expect(throws: DriveError.self) { try tags.position(of: text, own) }
        }
    }

    @Test("the first half of a list's tag decides about the directory")
    func matching() throws {
        let tags = FileTags(secret: [7])
        let page = try tags.listTag(revision: 5, content: [1])
        let other = try tags.listTag(revision: 5, content: [2])
        let later = try tags.listTag(revision: 6, content: [1])
        #expect(page != other)
        #expect(ListTag.matches([page], entries: other))
        #expect(ListTag.matches(["\"x\"", String(page.dropFirst(2))], entries: other))
        #expect(!ListTag.matches(["*"], entries: page))
        let part = try tags.listTag(revision: nil, content: [1])
        #expect(!ListTag.matches([part], entries: page))
        #expect(!ListTag.matches([later], entries: page))
        for text in ["", "W/", "\"\"", "\".\"", "x", "W/\"x\""] {
            #expect(!ListTag.matches([text], entries: page), "\(text)")
        }
    }

    @Test("a condition on the whole directory holds until an entry comes, goes or is renamed")
    func condition() async throws {
        let fixture = try await DriveFixture.make()
        let home = try await fixture.home()
        let directory = try fixture.path(home)
        try await fixture.upload([1], to: fixture.path(home, "a"))
        try await fixture.upload([1], to: fixture.path(home, "b"))
        let tag = try await fixture.drive.files.listTag(of: directory, fixture.owner)
        let entries = try await fixture.drive.files.entries(of: directory, fixture.owner, matching: [tag])
        #expect(entries.names.map(\.display) == ["a", "b"])
        _ = try await fixture.drive.files.rename(
            try fixture.path(home, "b"),
            fixture.owner,
            to: "c",
            policy: .open
        )
        #expect(try await fixture.drive.files.listTag(of: directory, fixture.owner) != tag)
        let refused = await code {
            _ = try await fixture.drive.files.entries(of: directory, fixture.owner, matching: [tag])
        }
        #expect(refused == 90_005)
        let none = await code {
            _ = try await fixture.drive.files.entries(of: directory, fixture.owner, matching: [])
        }
        #expect(none == 90_005)
    }
}
