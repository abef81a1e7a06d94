import Glibc
import HearthConcurrency
import HearthTesting
import Testing

@testable import HearthStorage

@Suite("Directory pages", .timeLimit(.minutes(10)))
struct DirectoryIndexTests {
    /// A clock that stands far in the future, so that everything is settled, or at the present.
    struct FixedClock: WallClock {
        let nowNanoseconds: Int64
        var now: Int64 { nowNanoseconds / 1_000_000_000 }
        static let late = FixedClock(nowNanoseconds: .max / 2)
    }

    let place: TestPartition
    let volume: DirectoryVolume

    init() throws {
        place = try TestPartition()
        volume = try place.root("r")
    }

    private func names(_ page: DirectoryPage) -> [String] {
        page.items.map { String(decoding: $0.entry.name, as: UTF8.self) }
    }

    @Test("directories come first, then natural order, either way round")
    func order() throws {
        for name in ["b10", "B9", "a"] { try volume.write("x", to: name) }
        for name in ["z2", "Z10"] { try volume.makeDirectory(VolumePath(name)) }
        let index = DirectoryIndex()
        var page = try index.page(of: .root, on: volume)
        #expect(names(page) == ["z2", "Z10", "a", "B9", "b10"])
        #expect(page.total == 5)
        #expect(page.items.map(\.entry.kind) == [.directory, .directory, .file, .file, .file])
        #expect(page.items.map(\.info.size)[2...] == [1, 1, 1])
        page = try index.page(of: .root, on: volume, order: SortOrder(descending: true))
        #expect(names(page) == ["Z10", "z2", "b10", "B9", "a"])
    }

    @Test("by time, size and type, ties in natural order")
    func otherKeys() throws {
        for (name, size, time) in [
            ("a10.txt", 3, 5), ("a9.TXT", 1, 7), ("b.jpg", 2, 5), (".hidden", 9, 1), ("c", 2, 6),
        ] {
            try volume.write([UInt8](repeating: 0, count: size), to: VolumePath(name))
            try volume.setModified(FileTime(seconds: Int64(time)), of: VolumePath(name))
        }
        try volume.makeDirectory(VolumePath("dir"))
        let index = DirectoryIndex()
        func list(_ key: SortOrder.Key, _ descending: Bool = false) throws -> [String] {
            names(try index.page(of: .root, on: volume, order: SortOrder(key: key, descending: descending)))
        }
        #expect(try list(.mtime) == ["dir", ".hidden", "a10.txt", "b.jpg", "c", "a9.TXT"])
        #expect(try list(.mtime, true) == ["dir", "a9.TXT", "c", "a10.txt", "b.jpg", ".hidden"])
        #expect(try list(.size) == ["dir", "a9.TXT", "b.jpg", "c", "a10.txt", ".hidden"])
        #expect(try list(.size, true) == ["dir", ".hidden", "a10.txt", "b.jpg", "c", "a9.TXT"])
        #expect(try list(.type) == ["dir", ".hidden", "c", "b.jpg", "a9.TXT", "a10.txt"])
        #expect(try list(.type, true) == ["dir", "a9.TXT", "a10.txt", "b.jpg", ".hidden", "c"])
    }

    @Test("pages join without gap or overlap")
    func paging() throws {
        for number in 0..<25 { try volume.write("x", to: "f\(number)") }
        for number in 0..<5 { try volume.makeDirectory(VolumePath("d\(number)")) }
        let index = DirectoryIndex()
        for order in [
            SortOrder(), SortOrder(descending: true), SortOrder(key: .mtime), SortOrder(key: .type),
        ] {
            let whole = names(try index.page(of: .root, on: volume, order: order))
            #expect(whole.count == 30)
            for size in [1, 4, 7, 30, 31] {
                var joined: [String] = []
                while joined.count < 30 {
                    let page = try index.page(
                        of: .root,
                        on: volume,
                        order: order,
                        offset: joined.count,
                        limit: size
                    )
                    #expect(page.total == 30 && !page.items.isEmpty)
                    joined += names(page)
                }
                #expect(joined == whole)
            }
        }
        #expect(try index.page(of: .root, on: volume, offset: 30, limit: 5).items.isEmpty)
        #expect(try index.page(of: .root, on: volume, offset: .max, limit: .max).items.isEmpty)
        #expect(try index.page(of: .root, on: volume, limit: .max).items.count == 30)
    }

    @Test("the filter finds parts of names without regard to case")
    func filter() throws {
        for name in ["Urlaub 2019.JPG", "urlaub2.jpg", "ÜBER urlaub", "other", "日本の写真"] {
            try volume.write("x", to: name)
        }
        try volume.makeDirectory(VolumePath("Urlaub"))
        let index = DirectoryIndex()
        func find(_ text: String, _ order: SortOrder = SortOrder()) throws -> [String] {
            let page = try index.page(of: .root, on: volume, order: order, nameFilter: Array(text.utf8))
            #expect(page.total == page.items.count)
            return names(page)
        }
        #expect(try find("URLAUB") == ["Urlaub", "Urlaub 2019.JPG", "urlaub2.jpg", "ÜBER urlaub"])
        #expect(
            try find("urlaub", SortOrder(descending: true)) == [
                "Urlaub", "ÜBER urlaub", "urlaub2.jpg", "Urlaub 2019.JPG",
            ]
        )
        #expect(try find("über") == ["ÜBER urlaub"])
        #expect(try find("本の") == ["日本の写真"])
        #expect(try find(".jpg", SortOrder(key: .size)) == ["Urlaub 2019.JPG", "urlaub2.jpg"])
        #expect(try find("nothing").isEmpty)
        #expect(try find("").count == 6)
    }

    @Test("lists are kept, and every change shows")
    func keeping() throws {
        try volume.write("x", to: "a")
        let index = DirectoryIndex(clock: FixedClock.late)
        let first = try index.page(of: .root, on: volume)
        #expect(index.memory > 0)
        // A change of content alone: the kept names, the new size.
        try volume.open("a", appending: 10, at: place.path("r/a"))
        let second = try index.page(of: .root, on: volume)
        #expect(second.revision == first.revision)
        #expect(second.items.map(\.info.size) == [11])
        try volume.write("x", to: "b")
        let third = try index.page(of: .root, on: volume)
        #expect(names(third) == ["a", "b"])
        #expect(third.revision != second.revision)
        try volume.remove(VolumePath("a")) { _ in }
        #expect(names(try index.page(of: .root, on: volume)) == ["b"])
        try volume.rename(VolumePath("b"), to: VolumePath("c"), on: volume, replace: false)
        #expect(names(try index.page(of: .root, on: volume)) == ["c"])
        if let scope = volume.scope { index.forget(scope) }
        #expect(index.memory == 0)
    }

    @Test("a directory that has just changed is not kept")
    func settling() throws {
        try volume.write("x", to: "a")
        let changed = try volume.info(.root).changed.totalNanoseconds
        for (age, isKept) in [(Int64(0), false), (19_000_000, false), (20_000_000, true), (-5, false)] {
            let index = DirectoryIndex(clock: FixedClock(nowNanoseconds: changed + age))
            _ = try index.page(of: .root, on: volume)
            #expect((index.memory > 0) == isKept, "\(age)")
        }
        // A program that sets the time back after its change (rsync) does not hide the change.
        try volume.setModified(FileTime(seconds: 1), of: .root)
        let again = try volume.info(.root).changed.totalNanoseconds
        let index = DirectoryIndex(clock: FixedClock(nowNanoseconds: again + 1_000))
        _ = try index.page(of: .root, on: volume)
        #expect(index.memory == 0)
    }

    @Test("many changes in quick succession are never missed")
    func quickChanges() throws {
        let index = DirectoryIndex()
        for number in 0..<500 {
            try volume.makeDirectory(VolumePath("d\(number)"))
            #expect(try index.page(of: .root, on: volume, limit: 1).total == number + 1)
        }
    }

    @Test("links are looked at again for every page")
    func links() throws {
        try volume.makeDirectory(VolumePath("dir"))
        try volume.write("x", to: "dir/target")
        try volume.write("x", to: "z")
        #expect(symlink("dir/target", place.path("r/link")) == 0)
        #expect(symlink("dir/later", place.path("r/hidden")) == 0)
        #expect(symlink("/etc", place.path("r/etc")) == 0)
        let index = DirectoryIndex(clock: FixedClock.late)
        let page = try index.page(of: .root, on: volume)
        #expect(names(page) == ["dir", "link", "z"])
        #expect(page.items.map(\.entry.isLink) == [false, true, false])
        try volume.remove(VolumePath("dir/target")) { _ in }
        try volume.makeDirectory(VolumePath("dir/target"))
        #expect(names(try index.page(of: .root, on: volume)) == ["dir", "link", "z"])
        #expect(
            try index.page(of: .root, on: volume).items.map(\.entry.kind) == [.directory, .directory, .file]
        )
        try volume.write("x", to: "dir/later")
        #expect(names(try index.page(of: .root, on: volume)) == ["dir", "link", "hidden", "z"])
        try volume.remove(VolumePath("dir/target")) { _ in }
        #expect(names(try index.page(of: .root, on: volume)) == ["dir", "hidden", "z"])
    }

    @Test("the least recently used lists go when the limit is reached")
    func limit() throws {
        let index = DirectoryIndex(limitBytes: 4_000, clock: FixedClock.late)
        for directory in 0..<20 {
            let path = try VolumePath("d\(directory)")
            try volume.makeDirectory(path)
            for number in 0..<20 { try volume.makeDirectory(VolumePath("d\(directory)/entry \(number)")) }
            #expect(try index.page(of: path, on: volume, limit: 1).total == 20)
            #expect(index.memory <= 4_000)
        }
        #expect(index.memory > 1_000)
    }

    @Test("many callers at once get the same list")
    func concurrent() throws {
        for number in 0..<300 { try volume.makeDirectory(VolumePath("d\(number)")) }
        let index = DirectoryIndex()
        let volume = volume
        ThreadGroup.run(count: 8) { _ in
            for _ in 0..<20 {
                let page = try? index.page(of: .root, on: volume, offset: 290, limit: 30)
                #expect(page?.total == 300)
                #expect(page?.items.count == 10)
            }
        }
    }

    @Test("refuses what is no directory, lists the empty one")
    func refusals() throws {
        try volume.write("x", to: "f")
        try volume.makeDirectory(VolumePath("empty"))
        let index = DirectoryIndex()
        #expect(try index.page(of: VolumePath("empty"), on: volume).total == 0)
        #expect(throws: StorageError.self) { try index.page(of: VolumePath("f"), on: volume) }
        #expect(throws: StorageError.self) { try index.page(of: VolumePath("none"), on: volume) }
    }
}

extension DirectoryVolume {
    /// Appends to a file behind the volume's back.
    fileprivate func open(_ name: String, appending count: Int, at path: String) throws {
        let file = fopen(path, "a")
        try #require(file != nil)
        if let file {
            fputs(String(repeating: "y", count: count), file)
            fclose(file)
        }
    }
}
