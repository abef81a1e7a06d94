import CLinux
import Glibc
import HearthTesting
import Testing

@testable import HearthStorage

@Suite("A partition", .timeLimit(.minutes(10)))
struct PartitionTests {
    let first = [UInt8](0..<16)
    let second = [UInt8](16..<32)

    @Test("creates roots with an identity, and nothing over what is there")
    func roots() throws {
        let place = try TestPartition()
        let partition = place.partition
        let path = try VolumePath("s/7/photos")
        let info = try partition.createRoot(at: path, xattrID: first)
        #expect(info.kind == .directory)
        let identity = try partition.identity(at: path)
        #expect(identity.inode == info.inode)
        #expect(identity.born == info.born)
        #expect(identity.xattrID == (partition.capabilities.hasXattrs ? first : nil))
        for taken in [path, try VolumePath("s/7"), try VolumePath("s")] {
            #expect(throws: StorageError.self) { try partition.createRoot(at: taken, xattrID: second) }
        }
        for wrong in [
            VolumePath.root, try VolumePath(".hearth"), try VolumePath(".hearth/x"),
            try VolumePath(".hearth2"),
        ] {
            #expect(throws: StorageError.self) { try partition.createRoot(at: wrong, xattrID: second) }
        }
        #expect(try place.temporaryCount() == 0)
    }

    @Test("finds a directory that was moved, and both after a copy with attributes")
    func finding() throws {
        let place = try TestPartition()
        let partition = place.partition
        guard partition.capabilities.hasXattrs else { return }
        _ = try partition.createRoot(at: VolumePath("a"), xattrID: first)
        _ = try partition.createRoot(at: VolumePath("b/c/d"), xattrID: second)
        #expect(try partition.findDirectory(xattrID: first) == [VolumePath("a")])
        #expect(rename(place.path("a"), place.path("b/c/moved")) == 0)
        #expect(try partition.findDirectory(xattrID: first) == [VolumePath("b/c/moved")])
        #expect(mkdir(place.path("copy"), 0o700) == 0)
        try partition.setIdentity(first, at: VolumePath("copy"))
        let found = try partition.findDirectory(xattrID: first)
        #expect(Set(found) == [try VolumePath("copy"), try VolumePath("b/c/moved")])
        #expect(try partition.findDirectory(xattrID: [UInt8](repeating: 9, count: 16)).isEmpty)
        #expect(symlink("copy", place.path("link")) == 0)
        #expect(throws: StorageError.self) { try partition.identity(at: VolumePath("link")) }
        #expect(throws: StorageError.self) { try partition.volume(at: VolumePath("link")) }
        #expect(throws: StorageError.self) { try partition.volume(at: VolumePath("copy/none")) }
    }

    @Test("keeps its own directory out of every volume")
    func ownDirectory() throws {
        let place = try TestPartition()
        for path in [".hearth", ".hearth/uploads", ".hearth/tmp"] {
            #expect(throws: StorageError.self) { try place.partition.volume(at: VolumePath(path)) }
        }
        let top = try place.partition.volume(at: .root)
        try top.makeDirectory(VolumePath("d"))
        #expect(symlink(".hearth/uploads", place.path("link")) == 0)
        #expect(symlink("../.hearth", place.path("d/up")) == 0)
        _ = try top.stage(id: "secret", size: nil)
        #expect(try top.listing() == ["d"])
        #expect(try top.treeSize(.root) == (0, 0, 1))
        for path in [
            ".hearth", ".hearth/uploads/secret", "link/secret", "link", "d/up", "d/up/uploads/secret",
            ".hearthx",
        ] {
            let path = try VolumePath(path)
            #expect(throws: StorageError.self) { try top.info(path) }
            #expect(throws: StorageError.self) { _ = try top.open(path) }
            #expect(throws: StorageError.self) {
                try top.makeDirectories(path.appending(try #require(FileName("x"))))
            }
            #expect(throws: StorageError.self) {
                try top.rename(VolumePath("d"), to: path, on: top, replace: true)
            }
        }
        #expect(throws: StorageError.self) { try top.remove(VolumePath(".hearth")) { _ in } }
        #expect(try DirectoryIndex().page(of: .root, on: top).total == 1)
    }

    @Test("clears what killed copies and removals left")
    func clearing() throws {
        let place = try TestPartition()
        #expect(mkdir(place.path(".hearth/tmp/left"), 0o700) == 0)
        #expect(mkdir(place.path(".hearth/tmp/left/over"), 0o700) == 0)
        #expect(symlink("/etc", place.path(".hearth/tmp/left/etc")) == 0)
        #expect(try place.temporaryCount() == 1)
        let again = try Partition(path: place.directory.path, id: "p")
        #expect(try place.temporaryCount() == 1)
        try again.clearTemporary()
        #expect(try place.temporaryCount() == 0)
        #expect(access("/etc/passwd", F_OK) == 0)
    }

    @Test("a cancelled copy leaves nothing under tmp; a cancelled removal leaves it to the next start")
    func cancelling() throws {
        struct Cancelled: Error {}
        let place = try TestPartition()
        let volume = try place.root("r")
        try volume.makeDirectory(VolumePath("d"))
        for number in 0..<1_500 { #expect(mkdir(place.path("r/d/\(number)"), 0o700) == 0) }
        try volume.write("x", to: "d/f")
        #expect(throws: Cancelled.self) {
            try volume.copy(VolumePath("d"), to: VolumePath("c"), on: volume) { _ in throw Cancelled() }
        }
        #expect(try place.temporaryCount() == 0)
        var sum: Int64 = 0
        #expect(throws: Cancelled.self) {
            try volume.remove(VolumePath("d")) { count in
                sum += count
                if sum > 0 { throw Cancelled() }
            }
        }
        #expect(try volume.listing().isEmpty)
        #expect(try place.temporaryCount() == 1)
        try place.partition.clearTemporary()
        #expect(try place.temporaryCount() == 0)
    }

    @Test("follows its directory when that is renamed")
    func movedRoot() throws {
        let place = try TestPartition()
        let volume = try place.root("r")
        #expect(rename(place.path("r"), place.path("other")) == 0)
        try volume.write("x", to: "f")
        #expect(access(place.path("other/f"), F_OK) == 0)
    }
}
