import HearthStorage
import Testing

extension VolumeConformance {
    /// Files and directories, within and between roots, with and without replacement.
    package static func runRenaming(_ fixture: VolumeFixture) throws {
        let volume = fixture.volume
        let before = try volume.write("one", to: "a")
        try volume.write("two", to: "b")
        try volume.makeDirectories(VolumePath("d/e"))
        try volume.rename(VolumePath("a"), to: VolumePath("d/a2"), on: volume, replace: false)
        let after = try volume.info(VolumePath("d/a2"))
        #expect(after.inode == before.inode && after.modified == before.modified)
        expect(.alreadyExists) {
            try volume.rename(VolumePath("b"), to: VolumePath("d/a2"), on: volume, replace: false)
        }
        expect(.alreadyExists) {
            try volume.rename(VolumePath("b"), to: VolumePath("d"), on: volume, replace: false)
        }
        expect(.isADirectory) {
            try volume.rename(VolumePath("b"), to: VolumePath("d"), on: volume, replace: true)
        }
        expect(.notADirectory) {
            try volume.rename(VolumePath("d"), to: VolumePath("b"), on: volume, replace: true)
        }
        expect(.notFound) {
            try volume.rename(VolumePath("x"), to: VolumePath("y"), on: volume, replace: false)
        }
        expect(.notFound) {
            try volume.rename(VolumePath("b"), to: VolumePath("x/y"), on: volume, replace: false)
        }
        expect(.invalidName) { try volume.rename(.root, to: VolumePath("x"), on: volume, replace: false) }
        expect(.invalidName) { try volume.rename(VolumePath("b"), to: .root, on: volume, replace: true) }
        #expect(try volume.text(of: "b") == "two")
        try volume.rename(VolumePath("b"), to: VolumePath("d/a2"), on: volume, replace: true)
        #expect(try volume.text(of: "d/a2") == "two")
        // Upper and lower case are different names, or one entry that is spelt anew.
        try volume.rename(VolumePath("d"), to: VolumePath("D"), on: volume, replace: false)
        #expect(try volume.listing() == ["D"])
        // A directory with content does not give way.
        try volume.makeDirectories(VolumePath("full/x"))
        try volume.makeDirectory(VolumePath("empty"))
        expect(.alreadyExists) {
            try volume.rename(VolumePath("D"), to: VolumePath("full"), on: volume, replace: true)
        }
        try volume.rename(VolumePath("D"), to: VolumePath("empty"), on: volume, replace: true)
        #expect(try volume.listing("empty") == ["a2", "e"])
        try volume.rename(VolumePath("empty"), to: VolumePath("moved"), on: fixture.sibling, replace: false)
        #expect(try fixture.sibling.text(of: "moved/a2") == "two")
        if let foreign = fixture.foreign {
            let full = try VolumePath("full")
            expect(.crossVolume) { try volume.rename(full, to: full, on: foreign, replace: false) }
        }
        #expect(try volume.listing() == ["full"])
    }

    /// Into itself, below itself, onto its own ancestor: refused, with everything as it was.
    package static func runIntoItself(_ fixture: VolumeFixture) throws {
        let volume = fixture.volume
        try volume.makeDirectories(VolumePath("T/N/N"))
        try volume.write("k", to: "T/N/N/k")
        for replace in [false, true] {
            for target in ["T/N/N/T", "T/x", "T"] {
                expect(.intoItself, "\(target)") {
                    try volume.rename(VolumePath("T"), to: VolumePath(target), on: volume, replace: replace)
                }
            }
            for (source, target) in [("T/N/N", "T/N"), ("T/N", "T")] {
                expect(.alreadyExists, "\(source)") {
                    try volume.rename(
                        VolumePath(source),
                        to: VolumePath(target),
                        on: volume,
                        replace: replace
                    )
                }
            }
        }
        for target in ["T/x", "T/N/N/T"] {
            expect(.intoItself, "\(target)") {
                try volume.copy(VolumePath("T"), to: VolumePath(target), on: volume) { _ in }
            }
        }
        expect(.alreadyExists) {
            try volume.copy(VolumePath("T/N/N"), to: VolumePath("T/N"), on: volume) { _ in }
        }
        expect(.alreadyExists) { try volume.copy(VolumePath("T"), to: VolumePath("T"), on: volume) { _ in } }
        #expect(try volume.text(of: "T/N/N/k") == "k")
        #expect(try volume.listing("T") == ["N"])
        #expect(try volume.listing("T/N") == ["N"])
    }

    /// Content, times and shape of a copy, on all kinds of destinations.
    package static func runCopying(_ fixture: VolumeFixture) throws {
        let volume = fixture.volume
        try volume.makeDirectories(VolumePath("d/sub/deep"))
        try volume.makeDirectory(VolumePath("d/empty"))
        for number in 0..<100 {
            try volume.write(
                [UInt8](repeating: UInt8(number), count: number * 100),
                to: VolumePath("d/f\(number)")
            )
        }
        try volume.write("deep", to: "d/sub/deep/f")
        let time = FileTime(seconds: 1_000_000_000, nanoseconds: 123_000_000)
        for path in ["d/f7", "d/sub/deep/f", "d/sub/deep", "d/sub", "d"] {
            try volume.setModified(time, of: VolumePath(path))
        }
        for (target, to) in [(volume, "c1"), (fixture.sibling, "c2")]
            + (fixture.foreign.map { [($0, "c3")] } ?? [])
        {
            var bytes: Int64 = 0
            try volume.copy(VolumePath("d"), to: VolumePath(to), on: target) { bytes += $0 }
            #expect(bytes == 495_000 + 4)
            #expect(try target.listing(to) == volume.listing("d"))
            #expect(try target.listing("\(to)/empty").isEmpty)
            for number in 0..<100 {
                let content = try target.content(of: VolumePath("\(to)/f\(number)"))
                #expect(content == [UInt8](repeating: UInt8(number), count: number * 100))
            }
            for path in ["/f7", "/sub/deep/f", "/sub/deep", "/sub", ""] {
                #expect(try target.info(VolumePath(to + path)).modified == time, "\(path)")
            }
            #expect(try target.treeSize(VolumePath(to)) == volume.treeSize(VolumePath("d")))
            expect(.alreadyExists) {
                try volume.copy(VolumePath("d"), to: VolumePath(to), on: target) { _ in }
            }
            try volume.copy(VolumePath("d/f7"), to: VolumePath("\(to)/copy of f7"), on: target) { _ in }
            #expect(try target.info(VolumePath("\(to)/copy of f7")).modified == time)
            expect(.notFound) {
                try volume.copy(VolumePath("d/f7"), to: VolumePath("x/y"), on: target) { _ in }
            }
            expect(.notFound) {
                try volume.copy(VolumePath("none"), to: VolumePath("none"), on: target) { _ in }
            }
        }
    }

    /// What the progress closure throws comes out, and nothing of the copy stays.
    package static func runCancelledCopy(_ fixture: VolumeFixture) throws {
        struct Cancelled: Error {}
        let volume = fixture.volume
        try volume.makeDirectories(VolumePath("d/e"))
        for number in 0..<10 { try volume.write("x", to: "d/e/f\(number)") }
        let free = try volume.stagedIDs()
        var calls = 0
        #expect(throws: Cancelled.self) {
            try volume.copy(VolumePath("d"), to: VolumePath("copy"), on: volume) { _ in
                calls += 1
                if calls == 5 { throw Cancelled() }
            }
        }
        #expect(try volume.listing() == ["d"])
        #expect(try volume.stagedIDs() == free)
        try volume.copy(VolumePath("d"), to: VolumePath("copy"), on: volume) { _ in }
        #expect(throws: Cancelled.self) { try volume.remove(VolumePath("copy")) { _ in throw Cancelled() } }
        #expect(try volume.listing("copy/e").count == 10)
    }

    /// Files, empty and full directories; the root and what is not there are refused.
    package static func runRemoving(_ fixture: VolumeFixture) throws {
        let volume = fixture.volume
        try volume.makeDirectories(VolumePath("d/e/f"))
        try volume.makeDirectory(VolumePath("empty"))
        try volume.write("x", to: "f")
        for number in 0..<500 { try volume.write("x", to: "d/e/f\(number)") }
        try volume.remove(VolumePath("f")) { _ in }
        try volume.remove(VolumePath("empty")) { _ in }
        var count: Int64 = 0
        try volume.remove(VolumePath("d")) { count += $0 }
        #expect(count == 503)
        #expect(try volume.listing().isEmpty)
        expect(.notFound) { try volume.remove(VolumePath("d")) { _ in } }
        expect(.notFound) { try volume.remove(VolumePath("d/e")) { _ in } }
        expect(.invalidName) { try volume.remove(.root) { _ in } }
    }

    /// Sums of trees and single files.
    package static func runTreeSize(_ fixture: VolumeFixture) throws {
        let volume = fixture.volume
        try volume.makeDirectories(VolumePath("d/e/f"))
        try volume.write("12345", to: "d/a")
        try volume.write("123", to: "d/e/b")
        #expect(try volume.treeSize(VolumePath("d")) == (8, 2, 2))
        #expect(try volume.treeSize(.root) == (8, 2, 3))
        #expect(try volume.treeSize(VolumePath("d/a")) == (5, 1, 0))
        expect(.notFound) { _ = try volume.treeSize(VolumePath("x")) }
    }

    /// Paths far longer than the kernel takes, on every operation.
    package static func runDeepTree(_ fixture: VolumeFixture) throws {
        let volume = fixture.volume
        let name = try #require(FileName("level"))
        let depth = 1_500
        let path = VolumePath([FileName](repeating: name, count: depth))
        #expect(try volume.makeDirectories(path) == depth)
        let file = path.appending(name)
        try volume.write(Array("deep".utf8), to: file)
        #expect(try volume.content(of: file) == Array("deep".utf8))
        #expect(try volume.names(in: path) == [name.bytes])
        #expect(try volume.info(of: [name], in: path).first??.size == 4)
        try volume.rename(file, to: path.appending(FileName(bytes: "f")), on: volume, replace: false)
        let top = VolumePath([name])
        #expect(try volume.treeSize(top) == (4, 1, depth - 1))
        let copy = try VolumePath("copy")
        try volume.copy(top, to: copy, on: volume) { _ in }
        #expect(try volume.treeSize(copy) == (4, 1, depth - 1))
        var removed: Int64 = 0
        try volume.remove(top) { removed += $0 }
        #expect(removed == Int64(depth) + 1)
        try volume.remove(copy) { _ in }
        #expect(try volume.listing().isEmpty)
    }
}

extension FileName {
    /// A short valid name for tests.
    fileprivate init(bytes text: StaticString) {
        let name = FileName(text.description)
        precondition(name != nil, "a test used a text that is no name")
        self = name ?? FileName(bytes: "x")
    }
}
