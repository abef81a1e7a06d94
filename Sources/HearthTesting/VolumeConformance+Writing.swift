import HearthStorage
import Synchronization
import Testing

extension VolumeConformance {
    /// Writes in any order, reservation, truncation, times; invisible until published.
    package static func runStaging(_ fixture: VolumeFixture) throws {
        let volume = fixture.volume
        for id in ["", "a/b", "..", ".", "a b", "ä", "a.b", String(repeating: "x", count: 65)] {
            expect(.invalidName, "\(id)") { _ = try volume.stage(id: id, size: nil) }
        }
        let file = try volume.stage(id: "S-1", size: 300_000)
        expect(.alreadyExists) { _ = try volume.stage(id: "S-1", size: nil) }
        #expect(try volume.listing().isEmpty)
        #expect(try volume.stagedIDs() == ["S-1"])
        let piece = [UInt8](repeating: 7, count: 65_536)
        try piece.withUnsafeBytes { bytes in
            try file.write(bytes, at: 196_608)
            try file.write(bytes, at: 0)
        }
        try file.sync()
        var buffer = [UInt8](repeating: 1, count: 131_072)
        let count = try buffer.withUnsafeMutableBytes { try file.read(into: $0, at: 0) }
        #expect(count == 131_072)
        #expect(buffer[..<65_536].allSatisfy { $0 == 7 })
        try file.releaseUnwritten()
        try file.reserve(upTo: 300_000)
        try piece.withUnsafeBytes { try file.write($0, at: 65_536) }
        try file.truncate(to: 262_000)
        let time = FileTime(seconds: 1_000_000_000, nanoseconds: 500_000_000)
        try file.setModified(time)
        try file.sync()
        #expect(try file.info().size == 262_000)
        let info = try volume.publish(file, at: VolumePath("f"), mode: .failIfExists)
        #expect(info.size == 262_000)
        #expect(info.modified == time)
        #expect(info.inode == file.inode)
        #expect(try volume.info(VolumePath("f")) == info)
        #expect(try volume.stagedIDs().isEmpty)
        let content = try volume.content(of: VolumePath("f"))
        #expect(content.count == 262_000)
        #expect(content[..<131_072].allSatisfy { $0 == 7 })
        #expect(content[131_072..<196_608].allSatisfy { $0 == 0 })
        #expect(content[196_608...].allSatisfy { $0 == 7 })
        try volume.write("", to: "empty")
        #expect(try volume.info(VolumePath("empty")).size == 0)
    }

    /// What was staged is there again for the next process, under its id.
    package static func runReopening(_ fixture: VolumeFixture) throws {
        let volume = fixture.volume
        do {
            let file = try volume.stage(id: "later", size: nil)
            try Array("first".utf8).withUnsafeBytes { try file.write($0, at: 0) }
            try file.sync()
        }
        let file = try volume.reopenStaged(id: "later")
        try Array(" second".utf8).withUnsafeBytes { try file.write($0, at: 5) }
        try file.sync()
        try volume.publish(file, at: VolumePath("f"), mode: .failIfExists)
        #expect(try volume.text(of: "f") == "first second")
        expect(.notFound) { _ = try volume.reopenStaged(id: "later") }
        expect(.notFound) { try volume.discardStaged(id: "later") }
        expect(.invalidName) { _ = try volume.reopenStaged(id: "../tmp") }
        _ = try volume.stage(id: "unwanted", size: 1_000)
        try volume.discardStaged(id: "unwanted")
        #expect(try volume.stagedIDs().isEmpty)
    }

    /// Nothing is overwritten, and a refused file can be published elsewhere.
    package static func runPublishing(_ fixture: VolumeFixture) throws {
        let volume = fixture.volume
        try volume.write("one", to: "f")
        try volume.makeDirectory(VolumePath("d"))
        let file = try volume.stage(id: "p", size: nil)
        try Array("two".utf8).withUnsafeBytes { try file.write($0, at: 0) }
        try file.sync()
        for mode in [PublishMode.failIfExists, .replace(expecting: nil)] {
            expect(.notFound) { _ = try volume.publish(file, at: VolumePath("x/y"), mode: mode) }
            expect(.notADirectory) { _ = try volume.publish(file, at: VolumePath("f/y"), mode: mode) }
            expect(.invalidName) { _ = try volume.publish(file, at: .root, mode: mode) }
        }
        expect(.alreadyExists) { _ = try volume.publish(file, at: VolumePath("f"), mode: .failIfExists) }
        expect(.alreadyExists) { _ = try volume.publish(file, at: VolumePath("d"), mode: .failIfExists) }
        expect(.isADirectory) {
            _ = try volume.publish(file, at: VolumePath("d"), mode: .replace(expecting: nil))
        }
        #expect(try volume.text(of: "f") == "one")
        #expect(try volume.stagedIDs() == ["p"])
        try fixture.sibling.publish(file, at: VolumePath("g"), mode: .failIfExists)
        #expect(try fixture.sibling.text(of: "g") == "two")
        #expect(try volume.listing() == ["d", "f"])
        if let foreign = fixture.foreign {
            let file = try volume.stage(id: "q", size: nil)
            expect(.crossVolume) { _ = try foreign.publish(file, at: VolumePath("h"), mode: .failIfExists) }
        }
    }

    /// A swap happens only with the version that was seen.
    package static func runReplacing(_ fixture: VolumeFixture) throws {
        let volume = fixture.volume
        let path = try VolumePath("f")
        let first = try volume.write("one", to: "f")
        let second = try volume.write("two!", to: "f", mode: .replace(expecting: first))
        #expect(try volume.text(of: "f") == "two!")
        #expect(try volume.info(path).inode == second.inode)
        expect(.changed) { try volume.write("three", to: "f", mode: .replace(expecting: first)) }
        expect(.changed) { try volume.write("three", to: "gone", mode: .replace(expecting: first)) }
        try volume.makeDirectory(VolumePath("d"))
        expect(.isADirectory) { try volume.write("three", to: "d", mode: .replace(expecting: first)) }
        try volume.setModified(FileTime(seconds: 5), of: path)
        expect(.changed) { try volume.write("three", to: "f", mode: .replace(expecting: second)) }
        #expect(try volume.text(of: "f") == "two!")
        try volume.write("three", to: "f", mode: .replace(expecting: volume.info(path)))
        try volume.write("four", to: "f", mode: .replace(expecting: nil))
        try volume.write("new", to: "new", mode: .replace(expecting: nil))
        #expect(try volume.text(of: "f") == "four")
        #expect(try volume.text(of: "new") == "new")
        #expect(try volume.listing() == ["d", "f", "new"])
        #expect(try volume.stagedIDs().isEmpty)
    }

    /// Eight publish to one name again and again: exactly one succeeds, and it is the one that is there.
    package static func runPublishRace(_ fixture: VolumeFixture) throws {
        let volume = fixture.volume
        for round in 0..<50 {
            let path = try VolumePath("f\(round)")
            let winners = Mutex<[Int]>([])
            let others = Mutex<[StorageError.Code]>([])
            ThreadGroup.run(count: 8) { number in
                do {
                    try volume.write([UInt8(number)], to: path)
                    winners.withLock { $0.append(number) }
                } catch {
                    others.withLock { $0.append((error as? StorageError)?.code ?? .io) }
                }
            }
            let winner = try #require(winners.withLock { $0.count == 1 ? $0.first : nil })
            #expect(others.withLock { $0.allSatisfy { $0 == .alreadyExists } && $0.count == 7 })
            #expect(try volume.content(of: path) == [UInt8(winner)])
        }
        #expect(try volume.stagedIDs().isEmpty)
        // With replacement all succeed, or see that another was faster; the file is always whole.
        let path = try VolumePath("shared")
        try volume.write([UInt8](repeating: 0, count: 10_000), to: path)
        ThreadGroup.run(count: 8) { number in
            for _ in 0..<25 {
                do {
                    let seen = try volume.info(path)
                    let content = [UInt8](repeating: UInt8(number), count: 10_000)
                    try volume.write(content, to: path, mode: .replace(expecting: seen))
                } catch {
                    #expect((error as? StorageError)?.code == .changed, "\(error)")
                }
                do {
                    let content = try volume.content(of: path)
                    #expect(content.count == 10_000)
                    #expect(Set(content).count == 1)
                } catch {
                    // A process that has no descriptor left at this moment says nothing about the volume.
                    #expect((error as? StorageError)?.code == .busy, "\(error)")
                }
            }
        }
        #expect(try volume.stagedIDs().isEmpty)
    }
}
