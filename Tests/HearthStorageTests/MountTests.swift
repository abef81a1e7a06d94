import CLinux
import Glibc
import HearthTesting
import Testing

@testable import HearthStorage

@Suite(
    "Other file systems",
    .enabled(if: ThreadMounts.available, ThreadMounts.reason),
    .timeLimit(.minutes(10))
)
struct MountTests {
    // The directories outlive the mounts in them: while something is mounted they could not be deleted. Partitions are
    // opened after the mounts became private: a handle from before would not show what is mounted then.

    @Test("a full disk is .noSpace and leaves nothing")
    func noSpace() throws {
        let directory = try TemporaryDirectory()
        defer { withExtendedLifetime(directory) {} }
        try ThreadMounts.run {
            try #require(hearth_mount("none", directory.path, "tmpfs", "size=1m", 0) == 0)
            let partition = try Partition(path: directory.path, id: "small")
            _ = try partition.createRoot(at: VolumePath("r"), xattrID: [UInt8](repeating: 1, count: 16))
            let volume = try partition.volume(at: VolumePath("r"))
            #expect(try volume.space().capacity == 1 << 20)
            let free = try volume.space().free
            expect(.noSpace) { _ = try volume.stage(id: "big", size: 2 << 20) }
            #expect(try volume.stagedIDs().isEmpty)
            #expect(try volume.space().free == free)
            // Reserved space is taken, and given back where nothing was written.
            let file = try volume.stage(id: "half", size: 512 << 10)
            #expect(try volume.space().free <= free - 512 << 10)
            try [UInt8](repeating: 1, count: 64 << 10).withUnsafeBytes { try file.write($0, at: 128 << 10) }
            try file.releaseUnwritten()
            #expect(try volume.space().free == free - 64 << 10)
            #expect(try file.info().size == 192 << 10)
            expect(.noSpace) { try file.reserve(upTo: 4 << 20) }
            #expect(try volume.space().free == free - 64 << 10)
            let large = [UInt8](repeating: 1, count: 2 << 20)
            expect(.noSpace) { try large.withUnsafeBytes { try file.write($0, at: 0) } }
            try volume.discardStaged(id: "half")
            try file.truncate(to: 0)
            // A copy that does not fit leaves nothing, and the disk still deletes.
            try volume.makeDirectory(VolumePath("d"))
            try volume.write([UInt8](repeating: 1, count: 300 << 10), to: VolumePath("d/a"))
            try volume.write([UInt8](repeating: 1, count: 300 << 10), to: VolumePath("d/b"))
            let before = try volume.space().free
            expect(.noSpace) { try volume.copy(VolumePath("d"), to: VolumePath("c"), on: volume) { _ in } }
            #expect(try volume.space().free == before)
            #expect(try volume.listing() == ["d"])
            try volume.remove(VolumePath("d")) { _ in }
            #expect(try volume.listing().isEmpty)
        }
    }

    @Test("a file system without attributes still has identities by number")
    func withoutAttributes() throws {
        let directory = try TemporaryDirectory()
        defer { withExtendedLifetime(directory) {} }
        try ThreadMounts.run {
            try #require(hearth_mount("none", directory.path, "ramfs", nil, 0) == 0)
            let partition = try Partition(path: directory.path, id: "ram")
            #expect(!partition.capabilities.hasXattrs)
            #expect(!partition.capabilities.reservesSpace)
            let info = try partition.createRoot(
                at: VolumePath("r"),
                xattrID: [UInt8](repeating: 1, count: 16)
            )
            let identity = try partition.identity(at: VolumePath("r"))
            #expect(identity.xattrID == nil)
            #expect(identity.inode == info.inode)
            #expect(try partition.findDirectory(xattrID: [UInt8](repeating: 1, count: 16)).isEmpty)
            let volume = try partition.volume(at: VolumePath("r"))
            try volume.write("content", to: "f")
            #expect(try volume.text(of: "f") == "content")
        }
    }

    @Test("a directory bound in from elsewhere is read, not renamed across, and not deleted")
    func boundDirectory() throws {
        let (own, foreign) = (try TemporaryDirectory(), try TemporaryDirectory())
        defer { withExtendedLifetime((own, foreign)) {} }
        try ThreadMounts.run {
            let (place, elsewhere) = (try TestPartition(own), try TestPartition(foreign, id: "q"))
            let volume = try place.root("r")
            let other = try elsewhere.root("o")
            try other.write("foreign", to: "f")
            try volume.makeDirectories(VolumePath("d/mounted here"))
            try volume.write("own", to: "d/own")
            try #require(hearth_mount(elsewhere.path("o"), place.path("r/d/mounted here"), nil, nil, 1) == 0)
            let inside = try VolumePath("d/mounted here/f")
            #expect(try volume.content(of: inside) == Array("foreign".utf8))
            #expect(try volume.treeSize(VolumePath("d")) == (10, 2, 1))
            expect(.crossVolume) {
                try volume.rename(inside, to: VolumePath("f"), on: volume, replace: false)
            }
            expect(.crossVolume) {
                try volume.rename(VolumePath("d/own"), to: inside, on: volume, replace: true)
            }
            expect(.crossVolume) { try volume.write("new", to: "d/mounted here/new") }
            expect(.busy) { try volume.remove(VolumePath("d")) { _ in } }
            expect(.busy) { try volume.remove(VolumePath("d/mounted here")) { _ in } }
            #expect(try other.text(of: "f") == "foreign")
            #expect(try volume.text(of: "d/own") == "own")
            try volume.copy(inside, to: VolumePath("copied"), on: volume) { _ in }
            #expect(try volume.text(of: "copied") == "foreign")
            // A tree inside the mount is deleted where it is.
            try other.makeDirectories(VolumePath("tree/x/y"))
            try volume.remove(VolumePath("d/mounted here/tree")) { _ in }
            #expect(try other.listing() == ["f"])
        }
    }

    @Test("left-overs with a mount inside are not emptied into it")
    func leftOverWithMount() throws {
        let (own, foreign) = (try TemporaryDirectory(), try TemporaryDirectory())
        defer { withExtendedLifetime((own, foreign)) {} }
        try ThreadMounts.run {
            let (place, elsewhere) = (try TestPartition(own), try TestPartition(foreign, id: "q"))
            let other = try elsewhere.root("o")
            try other.write("foreign", to: "f")
            let left = place.path(".hearth/tmp/left")
            #expect(
                mkdir(left, 0o700) == 0 && mkdir("\(left)/m", 0o700) == 0 && mkdir("\(left)/n", 0o700) == 0
            )
            try #require(hearth_mount(elsewhere.path("o"), "\(left)/m", nil, nil, 1) == 0)
            expect(.busy) { try place.partition.clearTemporary() }
            #expect(try other.text(of: "f") == "foreign")
            #expect(access("\(left)/n", F_OK) != 0)
        }
    }
}
