import HearthStorage
import Testing

extension VolumeConformance {
    /// Reading at any offset, also behind the end; refusals by kind.
    package static func runReading(_ fixture: VolumeFixture) throws {
        let volume = fixture.volume
        let content = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 8) }
        let written = try volume.write(content, to: VolumePath("f"))
        #expect(written.size == 100_000)
        try volume.write("", to: "empty")
        try volume.makeDirectory(VolumePath("d"))
        let file = try volume.open(VolumePath("f"))
        #expect(file.info.size == 100_000)
        #expect(file.info.kind == .file)
        #expect(file.info == written)
        var buffer = [UInt8](repeating: 0, count: 1_000)
        for offset in [0, 1, 999, 32_767, 32_768, 65_535, 99_000, 99_999, 100_000, 200_000] {
            let count = try buffer.withUnsafeMutableBytes { try file.read(into: $0, at: Int64(offset)) }
            let expected = content[min(offset, content.count)..<min(offset + 1_000, content.count)]
            #expect(buffer[..<count] == expected[...], "at \(offset)")
        }
        #expect(try volume.content(of: VolumePath("empty")).isEmpty)
        #expect(try volume.info(.root).kind == .directory)
        expect(.isADirectory) { _ = try volume.open(VolumePath("d")) }
        expect(.isADirectory) { _ = try volume.open(.root) }
        expect(.notFound) { _ = try volume.open(VolumePath("nothing")) }
        expect(.notADirectory) { _ = try volume.open(VolumePath("f/x")) }
        expect(.notADirectory) { try volume.forEachEntry(of: VolumePath("f")) { _ in true } }
        expect(.notFound) { try volume.forEachEntry(of: VolumePath("nothing")) { _ in true } }
        let names = ["f", "nothing", "d", "empty"].compactMap { FileName($0) }
        let infos = try volume.info(of: names, in: .root)
        #expect(infos.map { $0?.kind } == [.file, nil, .directory, .file])
        #expect(infos.map { $0?.size }.first == 100_000)
        var seen = 0
        try volume.forEachEntry(of: .root) { _ in
            seen += 1
            return seen < 2
        }
        #expect(seen == 2)
        #expect(try volume.space().capacity >= volume.space().free)
    }

    /// An open file stays the version it was, through replacement, renaming and removal.
    package static func runReadingReplaced(_ fixture: VolumeFixture) throws {
        let volume = fixture.volume
        try volume.write("old content", to: "f")
        let file = try volume.open(VolumePath("f"))
        try volume.write("new", to: "f", mode: .replace(expecting: nil))
        var buffer = [UInt8](repeating: 0, count: 64)
        var count = try buffer.withUnsafeMutableBytes { try file.read(into: $0, at: 0) }
        #expect(String(decoding: buffer[..<count], as: UTF8.self) == "old content")
        #expect(try file.currentInfo().size == 11)
        try volume.remove(VolumePath("f")) { _ in }
        count = try buffer.withUnsafeMutableBytes { try file.read(into: $0, at: 4) }
        #expect(String(decoding: buffer[..<count], as: UTF8.self) == "content")
    }

    /// Directories one by one and in a row.
    package static func runDirectories(_ fixture: VolumeFixture) throws {
        let volume = fixture.volume
        try volume.makeDirectory(VolumePath("a"))
        expect(.alreadyExists) { try volume.makeDirectory(VolumePath("a")) }
        expect(.alreadyExists) { try volume.makeDirectory(.root) }
        expect(.notFound) { try volume.makeDirectory(VolumePath("x/y")) }
        #expect(try volume.makeDirectories(VolumePath("a/b/c/d")) == 3)
        #expect(try volume.makeDirectories(VolumePath("a/b/c/d")) == 0)
        #expect(try volume.makeDirectories(.root) == 0)
        #expect(try volume.info(VolumePath("a/b/c/d")).kind == .directory)
        try volume.write("x", to: "a/file")
        expect(.notADirectory) { _ = try volume.makeDirectories(VolumePath("a/file/x")) }
        expect(.notADirectory) { _ = try volume.makeDirectories(VolumePath("a/file")) }
        expect(.notADirectory) { try volume.makeDirectory(VolumePath("a/file/x")) }
        for seconds in [Int64(1_565_237_893), 0, -86_400, 4_102_444_800] {
            let time = FileTime(seconds: seconds, nanoseconds: 123_456_000)
            try volume.setModified(time, of: VolumePath("a/b"))
            try volume.setModified(time, of: VolumePath("a/file"))
            #expect(try volume.info(VolumePath("a/b")).modified == time)
            #expect(try volume.info(VolumePath("a/file")).modified == time)
        }
    }
}
