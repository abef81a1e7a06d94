import HearthStorage
import HearthTesting
import Testing

@Suite("Going on in a list")
struct ListPositionTests {
    /// Pages of `limit` by positions, while `between` changes the directory after each page.
    private func walk(
        _ order: SortOrder,
        filter: String = "",
        limit: Int = 3,
        on volume: any Volume,
        between: (Int) throws -> Void = { _ in }
    ) throws -> [String] {
        let index = DirectoryIndex()
        var (names, after): ([String], ListPosition?) = ([], nil)
        var round = 0
        repeat {
            let page = try index.page(
                of: .root,
                on: volume,
                order: order,
                nameFilter: Array(filter.utf8),
                after: after,
                limit: limit
            )
            names += page.items.map { String(decoding: $0.entry.name, as: UTF8.self) }
            after = page.next
            round += 1
            try between(round)
        } while after != nil && round < 100
        return names
    }

    private static let orders: [SortOrder] = [.name, .mtime, .size, .type].flatMap { key in
        [SortOrder(key: key), SortOrder(key: key, descending: true)]
    }

    private static func name(_ number: Int) -> String { "f\(number).\(["txt", "JPG", "b"][number % 3])" }

    private func filled() throws -> (TestPartition, DirectoryVolume) {
        let place = try TestPartition()
        let volume = try place.root("r")
        for number in 0..<17 {
            let path = try VolumePath(Self.name(number))
            try volume.write([UInt8](repeating: 0, count: number % 5), to: path)
            try volume.setModified(FileTime(seconds: Int64(1_000 + number % 4)), of: path)
        }
        for name in ["dir2", "Dir10", "x"] { try volume.makeDirectory(VolumePath(name)) }
        return (place, volume)
    }

    @Test("pages together are the whole list, in every order", arguments: orders)
    func complete(_ order: SortOrder) throws {
        let (place, volume) = try filled()
        let whole = try DirectoryIndex().page(of: .root, on: volume, order: order)
        let names = whole.items.map { String(decoding: $0.entry.name, as: UTF8.self) }
        #expect(names.count == 20 && whole.next == nil)
        for limit in [1, 2, 3, 7, 19, 20, 21] {
            #expect(try walk(order, limit: limit, on: volume) == names)
        }
        let filtered = names.filter { $0.contains("1") }
        #expect(try walk(order, filter: "1", limit: 2, on: volume) == filtered)
        withExtendedLifetime(place) {}
    }

    @Test("entries that stay are shown once, whatever comes and goes between pages", arguments: orders)
    func stable(_ order: SortOrder) throws {
        let (place, volume) = try filled()
        let stays = Set((0..<17).filter { $0 % 4 != 0 }.map(Self.name))
        let names = try walk(order, on: volume) { round in
            let gone = round * 4 - 4
            if gone < 17 { try volume.remove(VolumePath(Self.name(gone))) { _ in } }
            try volume.write([], to: VolumePath("new\(round)"))
        }
        let shown = names.filter(stays.contains)
        #expect(Set(shown) == stays && shown.count == stays.count)
        withExtendedLifetime(place) {}
    }
}
