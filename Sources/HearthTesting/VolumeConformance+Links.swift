import CLinux
import Glibc
import HearthStorage
import Testing

extension VolumeConformance {
    /// Links planted on the disk lead nowhere but inside.
    package static func runLinks(_ fixture: VolumeFixture) throws {
        guard let root = fixture.rootPath else { return }
        let volume = fixture.volume
        try volume.makeDirectories(VolumePath("dir/below"))
        try volume.write("inside", to: "dir/f")
        try fixture.sibling.write("secret", to: "secret")
        let outside = [
            "etc": "/etc", "absolute": "/etc/passwd", "up": "../", "sibling": "../sibling",
            "own": "../.hearth",
            "dangling": "nowhere", "loop": "loop", "self": root, "proc": "/proc/self/root",
            "upAndBack": "dir/../../..",
        ]
        for (name, target) in outside { #expect(symlink(target, fixture.onDisk(name)) == 0) }
        let inside = ["toFile": "dir/f", "toDir": "dir", "dotted": "dir/../dir/f", "chain": "toFile"]
        for (name, target) in inside { #expect(symlink(target, fixture.onDisk(name)) == 0) }
        #expect(symlink("../f", fixture.onDisk("dir/below/up")) == 0)

        for name in outside.keys {
            for path in [name, "\(name)/passwd", "\(name)/secret", "\(name)/uploads"] {
                let path = try VolumePath(path)
                expectClosed(path) { _ = try volume.info(path) }
                expectClosed(path) { _ = try volume.open(path) }
                expectClosed(path) { try volume.forEachEntry(of: path) { _ in true } }
                expectClosed(path) { _ = try volume.treeSize(path) }
                expectClosed(path) { try volume.copy(path, to: VolumePath("copied"), on: volume) { _ in } }
            }
            let below = try VolumePath("\(name)/planted")
            expectClosed(below) { try volume.makeDirectory(below) }
            expectClosed(below) { _ = try volume.makeDirectories(below) }
            expectClosed(below) { try volume.write([1], to: below) }
            expectClosed(below) {
                try volume.rename(VolumePath("dir/f"), to: below, on: volume, replace: true)
            }
        }
        expect(.alreadyExists) { try volume.write("x", to: "etc") }
        #expect(try volume.text(of: "dir/f") == "inside")
        let followed = volume.capabilities.followsLinks
        #expect(try volume.listing() == (followed ? ["chain", "dir", "dotted", "toDir", "toFile"] : ["dir"]))
        if followed {
            for path in ["toFile", "toDir/f", "dotted", "chain", "dir/below/up", "toDir/below/up"] {
                #expect(try volume.text(of: path) == "inside", "\(path)")
            }
            let names = ["etc", "toFile", "toDir", "loop", "dangling"].compactMap { FileName($0) }
            #expect(
                try volume.info(of: names, in: .root).map { $0?.kind } == [nil, .file, .directory, nil, nil]
            )
            // What is written through a directory link stays inside; a copied or replaced link is a file.
            try volume.write("new", to: "toDir/new")
            #expect(try volume.text(of: "dir/new") == "new")
            let seen = try volume.info(VolumePath("chain"))
            try volume.write("replaced", to: "chain", mode: .replace(expecting: seen))
            #expect(try volume.text(of: "toFile") == "inside")
            try volume.remove(VolumePath("dir/new")) { _ in }
        }
        // Sums leave links out; copying, removal and renaming take the link itself.
        #expect(try volume.treeSize(VolumePath("dir")) == (6, 1, 1))
        try volume.copy(VolumePath("dir"), to: VolumePath("copy"), on: volume) { _ in }
        #expect(try volume.listing("copy/below") == (followed ? ["up"] : []))
        if followed { #expect(try volume.text(of: "copy/below/up") == "inside") }
        try volume.rename(VolumePath("etc"), to: VolumePath("moved"), on: volume, replace: false)
        for name in ["moved", "sibling", "own", "toDir", "loop"] {
            try volume.remove(VolumePath(name)) { _ in }
        }
        #expect(symlink("/etc", fixture.onDisk("dir/below/etc")) == 0)
        #expect(symlink(root, fixture.onDisk("dir/below/root")) == 0)
        try volume.remove(VolumePath("dir")) { _ in }
        #expect(access("/etc/passwd", F_OK) == 0)
        #expect(try fixture.sibling.text(of: "secret") == "secret")
        #expect(try volume.text(of: "copy/f") == "inside")
    }

    /// FIFOs, sockets and devices neither block nor show.
    package static func runSpecialFiles(_ fixture: VolumeFixture) throws {
        guard fixture.rootPath != nil else { return }
        let volume = fixture.volume
        try volume.makeDirectory(VolumePath("d"))
        try volume.write("x", to: "d/f")
        #expect(mkfifo(fixture.onDisk("d/fifo"), 0o600) == 0)
        #expect(mknod(fixture.onDisk("d/socket"), Glibc.S_IFSOCK | 0o600, 0) == 0)
        expect(.notARegularFile) { _ = try volume.open(VolumePath("d/fifo")) }
        expect(.notARegularFile) { _ = try volume.open(VolumePath("d/socket")) }
        expect(.notARegularFile) {
            try volume.copy(VolumePath("d/fifo"), to: VolumePath("x"), on: volume) { _ in }
        }
        #expect(try volume.info(VolumePath("d/fifo")).kind == .other)
        #expect(try volume.listing("d") == ["f"])
        try volume.copy(VolumePath("d"), to: VolumePath("copy"), on: volume) { _ in }
        #expect(access(fixture.onDisk("copy/fifo"), F_OK) != 0)
        #expect(try volume.treeSize(VolumePath("d")) == (1, 1, 0))
        try volume.remove(VolumePath("d/fifo")) { _ in }
        try volume.remove(VolumePath("d")) { _ in }
        #expect(try volume.listing() == ["copy"])
    }

    /// Expects that a way through a link is shut, however it is put.
    private static func expectClosed(
        _ path: VolumePath,
        sourceLocation: SourceLocation = #_sourceLocation,
        _ body: () throws -> Void
    ) {
        let text = String(decoding: path.bytes, as: UTF8.self)
        do {
            try body()
            Issue.record("open: \(text)", sourceLocation: sourceLocation)
        } catch {
            let code = (error as? StorageError)?.code
            #expect(
                code == .escapes || code == .notFound || code == .notADirectory,
                "\(text): \(error)",
                sourceLocation: sourceLocation
            )
        }
    }
}
