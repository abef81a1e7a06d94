import Glibc
import HearthTesting
import Testing

@testable import HearthStorage

@Suite("Copies", .timeLimit(.minutes(10)))
struct CopyTests {
    @Test("keep holes and content, on the same and on another file system", arguments: [nil, "/dev/shm"])
    func holes(_ base: String?) throws {
        let place = try TestPartition()
        let volume = try place.root("r")
        let other = try base.map { try TestPartition(in: $0, id: "q") } ?? place
        let target = try other.root("target")
        let size: Int64 = 1 << 30
        let file = try volume.stage(id: "sparse", size: nil)
        try file.truncate(to: size)
        let piece = [UInt8](repeating: 5, count: 100_000)
        let offsets: [Int64] = [1 << 20, 500 << 20, size - 200_000]
        for offset in offsets {
            try piece.withUnsafeBytes { try file.write($0, at: offset) }
        }
        try file.sync()
        try volume.publish(file, at: VolumePath("f"), mode: .failIfExists)
        var copied: Int64 = 0
        try volume.copy(VolumePath("f"), to: VolumePath("g"), on: target) { copied += $0 }
        let info = try target.info(VolumePath("g"))
        #expect(info.size == size)
        #expect(info.allocated < 2 << 20)
        #expect(copied < 2 << 20 || volume.capabilities.hasReflink)
        let copy = try target.open(VolumePath("g"))
        var buffer = [UInt8](repeating: 1, count: 300_000)
        let parts: [(Int64, [UInt8])] = [((1 << 20) - 100_000, [0, 5, 0]), (500 << 20, [5, 0, 0])]
        for (offset, expected) in parts {
            let count = try buffer.withUnsafeMutableBytes { try copy.read(into: $0, at: offset) }
            #expect(count == 300_000)
            for (part, value) in expected.enumerated() {
                #expect(buffer[(part * 100_000)..<((part + 1) * 100_000)].allSatisfy { $0 == value })
            }
        }
    }

    @Test("of a file that is all hole, and of one that is all data")
    func extremes() throws {
        let place = try TestPartition()
        let volume = try place.root("r")
        let file = try volume.stage(id: "hole", size: nil)
        try file.truncate(to: 50_000_000)
        try volume.publish(file, at: VolumePath("hole"), mode: .failIfExists)
        try volume.copy(VolumePath("hole"), to: VolumePath("hole2"), on: volume) { _ in }
        #expect(try volume.info(VolumePath("hole2")).size == 50_000_000)
        #expect(try volume.info(VolumePath("hole2")).allocated == 0)
        var random = SplitMix64(seed: 4)
        let content = random.bytes(20_000_001)
        try volume.write(content, to: VolumePath("data"))
        var calls = 0
        try volume.copy(VolumePath("data"), to: VolumePath("data2"), on: volume) { _ in calls += 1 }
        #expect(calls >= 2 || volume.capabilities.hasReflink)
        #expect(try volume.content(of: VolumePath("data2")) == content)
    }

    @Test("go through memory where the kernel does not copy")
    func throughMemory() throws {
        let place = try TestPartition()
        let volume = try place.root("r")
        var random = SplitMix64(seed: 5)
        let content = random.bytes(3_000_001)
        try volume.write(content, to: VolumePath("f"))
        let source = try volume.open(VolumePath("f"), flags: O_RDONLY)
        let target = try openDescriptor(
            try #require(FileName("copy")),
            in: volume.root.number,
            flags: O_WRONLY | O_CREAT,
            mode: 0o600
        )
        var sum: Int64 = 0
        try withoutActuallyEscaping({ sum += $0 }) { progress in
            let copier = FileCopier(progress: progress, kernel: false)
            try copier.copy(from: source.number, size: 3_000_001, allocated: 3_000_001, to: target.number)
        }
        #expect(sum == 3_000_001)
        #expect(try volume.content(of: VolumePath("copy")) == content)
    }

    @Test("two names of one file: a rename keeps both or leaves one, never none")
    func hardLinks() throws {
        for features in [KernelFeatures(), KernelFeatures(renameFlags: false)] {
            let place = try TestPartition(features: features)
            let volume = try place.root("r")
            try volume.write("x", to: "name")
            #expect(link(place.path("r/name"), place.path("r/NAME")) == 0)
            let (lower, upper) = (try VolumePath("name"), try VolumePath("NAME"))
            expect(.alreadyExists) { try volume.rename(lower, to: upper, on: volume, replace: false) }
            #expect(try volume.listing() == ["NAME", "name"])
            try volume.rename(lower, to: upper, on: volume, replace: true)
            #expect(try volume.listing() == ["NAME"])
            #expect(try volume.text(of: "NAME") == "x")
        }
    }

    @Test("a walk keeps few directories open, however deep")
    func openDirectories() throws {
        let place = try TestPartition()
        let volume = try place.root("r")
        let name = try #require(FileName("d"))
        try volume.makeDirectories(VolumePath([FileName](repeating: name, count: 300)))
        var stack = try DirectoryStack(try volume.open(.root, flags: O_RDONLY | O_DIRECTORY))
        for depth in 1...300 {
            try stack.push(name)
            #expect(stack.depth == depth + 1)
            #expect(stack.openCount <= 24)
        }
        for _ in 1...300 { try stack.pop() }
        #expect(stack.depth == 1)
        #expect(try FileStatus(of: stack.current).info.inode == volume.info(.root).inode)
    }

    @Test("a walk notices that the tree was moved away under it")
    func movedTree() throws {
        let place = try TestPartition()
        let volume = try place.root("r")
        let name = try #require(FileName("d"))
        let path = VolumePath([FileName](repeating: name, count: 60))
        try volume.makeDirectories(path)
        try volume.makeDirectory(VolumePath("elsewhere"))
        var stack = try DirectoryStack(try volume.open(.root, flags: O_RDONLY | O_DIRECTORY))
        for _ in 0..<60 { try stack.push(name) }
        let part = VolumePath([FileName](repeating: name, count: 10))
        try volume.rename(part, to: VolumePath("elsewhere/d"), on: volume, replace: false)
        var code: StorageError.Code?
        do throws(StorageError) {
            while stack.depth > 1 { try stack.pop() }
        } catch {
            code = error.code
        }
        #expect(code == .changed)
        #expect(stack.depth == 11)
    }
}
