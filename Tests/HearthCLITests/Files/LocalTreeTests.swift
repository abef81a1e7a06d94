import Glibc
import HearthArguments
import HearthCLI
import HearthTesting
import Testing

@Suite("Walking through local folders")
struct LocalTreeTests {
    private func made(_ paths: [String]) throws -> TemporaryDirectory {
        let folder = try TemporaryDirectory()
        for path in paths {
            var above = folder.path
            for part in path.split(separator: "/").dropLast() {
                above += "/" + part
                mkdir(above, 0o755)
            }
            if path.hasSuffix("/") {
                mkdir(folder.path + "/" + path, 0o755)
            } else {
                try LocalFile.write(Array("x".utf8), to: folder.path + "/" + path)
            }
        }
        return folder
    }

    private func walk(
        _ path: String,
        _ filter: NameFilter = .all
    ) throws -> (found: [String], problems: [String]) {
        var found: [String] = []
        var problems: [String] = []
        try LocalTree(path, filter: filter).walk { entry throws(CommandError) in
            found.append(entry.path + (entry.kind == .folder ? "/" : ""))
        } problem: {
            problems.append($0.path)
        }
        return (found, problems)
    }

    @Test("a folder comes before what is in it, names in the order of their bytes")
    func order() throws {
        let folder = try made(["b/y", "b/c/z", "a", "d/", "B"])
        #expect(try walk(folder.path).found == ["B", "a", "b/", "d/", "b/c/", "b/y", "b/c/z"])
    }

    @Test("filters choose, and leave folders out")
    func filters() throws {
        let folder = try made(["x/a.jpg", "x/b.txt", "tmp/c.jpg"])
        let filter = try NameFilter(includes: ["*.jpg"], excludes: ["tmp/"])
        #expect(try walk(folder.path, filter).found == ["x/", "x/a.jpg"])
    }

    @Test("links are not followed, names need not be UTF-8")
    func oddities() throws {
        let folder = try made(["a"])
        symlink("/etc", folder.path + "/link")
        symlink("nowhere", folder.path + "/dangling")
        mkfifo(folder.path + "/fifo", 0o600)
        let bad = (Array(folder.path.utf8) + [0x2F, 0xFF, 0]).map { CChar(bitPattern: $0) }
        close(bad.withUnsafeBufferPointer { path in path.baseAddress.map { creat($0, 0o600) } ?? -1 })
        let result = try walk(folder.path)
        let name = ByteText.text([0xFF])
        #expect(result.found == ["a", name])
        #expect(result.problems.isEmpty)
        #expect(try LocalEntry.at(folder.path + "/" + name).kind == .file)
        let list = try NameFilter(includes: [name], excludes: [])
        #expect(try walk(folder.path, list).found == [name])
    }

    @Test("a tree deeper than a path can be ends in a problem, not in a crash")
    func depth() throws {
        let folder = try TemporaryDirectory()
        let before = open(".", O_RDONLY | O_DIRECTORY)
        var at = open(folder.path, O_RDONLY | O_DIRECTORY)
        for _ in 0..<1_500 {
            mkdirat(at, "dddd", 0o755)
            let next = openat(at, "dddd", O_RDONLY | O_DIRECTORY)
            close(at)
            at = next
        }
        close(at)
        close(before)
        let result = try walk(folder.path)
        #expect(result.found.count > 700)
        #expect(result.problems.count == 1)
    }

    @Test("a folder that is not there is 3")
    func missing() {
        let error = #expect(throws: CommandError.self) { try walk("/nowhere/at/all") }
        #expect(error?.exit == .notFound)
    }
}
