import HearthCLI
import Testing

@Suite("Filters of names")
struct NameFilterTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let pattern: String
        let fits: [String]
        let misses: [String]
        var testDescription: String { pattern }
        init(_ pattern: String, fits: [String] = [], misses: [String] = []) {
            self.pattern = pattern
            self.fits = fits
            self.misses = misses
        }
    }

    @Test(
        "patterns as rclone has them",
        arguments: [
            Case("*.jpg", fits: ["a.jpg", "x/a.jpg", ".jpg"], misses: ["a.jpg.txt", "a.JPG"]),
            Case("/*.jpg", fits: ["a.jpg"], misses: ["x/a.jpg"]),
            Case("a/*.jpg", fits: ["a/b.jpg", "x/a/b.jpg"], misses: ["a/x/b.jpg", "ba/b.jpg"]),
            Case("/a/**", fits: ["a/b", "a/b/c"], misses: ["a", "x/a/b"]),
            Case("**", fits: ["a", "a/b"]),
            Case("a**z", fits: ["az", "a/b/z", "x/a/z"], misses: ["a/b"]),
            Case(
                "file?.txt",
                fits: ["file1.txt", "file日.txt"],
                misses: ["file.txt", "file12.txt", "file/.txt"]
            ),
            Case("[a-c]x", fits: ["ax", "cx"], misses: ["dx", "x"]),
            Case("[!a-c]x", fits: ["dx"], misses: ["ax", "/x"]),
            Case("[]]x", fits: ["]x"]), Case("[a-]x", fits: ["-x", "ax"], misses: ["bx"]),
            Case("*.{jpg,pn{g,m}}", fits: ["a.jpg", "a.png", "a.pnm"], misses: ["a.pn"]),
            Case("\\*.txt", fits: ["*.txt"], misses: ["a.txt"]),
            Case("tmp/", fits: ["tmp/a", "x/tmp/a/b"], misses: ["tmp", "atmp/a"]),
            Case("/tmp/", fits: ["tmp/a"], misses: ["x/tmp/a"]),
            Case("日本*", fits: ["日本語.txt"], misses: ["中国"]),
        ]
    )
    func patterns(_ item: Case) throws {
        let filter = try NameFilter(includes: [item.pattern], excludes: [])
        for path in item.fits { #expect(filter.takes(file: path), "\(path) fits") }
        for path in item.misses { #expect(!filter.takes(file: path), "\(path) does not fit") }
        let without = try NameFilter(includes: [], excludes: [item.pattern])
        for path in item.fits { #expect(!without.takes(file: path)) }
    }

    @Test("excludes come before includes; walks leave excluded folders alone")
    func order() throws {
        let filter = try NameFilter(includes: ["*.jpg"], excludes: ["private/", "/cache/**"])
        #expect(filter.takes(file: "a/b.jpg"))
        #expect(!filter.takes(file: "a/private/b.jpg"))
        #expect(!filter.enters(folder: "a/private"))
        #expect(!filter.enters(folder: "cache"))
        #expect(filter.enters(folder: "a"))
        #expect(filter.enters(folder: "privateer"))
        #expect(!filter.keepsEmptyFolders)
        #expect(
            NameFilter.all.isEmpty && NameFilter.all.takes(file: "x") && NameFilter.all.enters(folder: "x")
        )
    }

    @Test("a list names files; its folders are entered, no others")
    func list() throws {
        let filter = try NameFilter(
            includes: [],
            excludes: [],
            list: ["# photos", "", "a/b.jpg", "./c d.txt", "/e//f", "; no"]
        )
        for path in ["a/b.jpg", "c d.txt", "e/f"] { #expect(filter.takes(file: path)) }
        for path in ["a/c.jpg", "b.jpg", "# photos"] { #expect(!filter.takes(file: path)) }
        #expect(filter.enters(folder: "a") && filter.enters(folder: "e") && !filter.enters(folder: "c"))
    }

    @Test("patterns that are none are refused with 2", arguments: ["", "/", "[a", "[z-a]", "{a,b", "a{"])
    func faults(_ pattern: String) {
        let error = #expect(throws: CommandError.self) { try NameFilter(includes: [pattern], excludes: []) }
        #expect(error?.exit == .usage)
    }

    @Test("a pattern of many stars is quick")
    func speed() throws {
        let filter = try NameFilter(includes: [String(repeating: "a*", count: 40) + "b"], excludes: [])
        #expect(!filter.takes(file: String(repeating: "a", count: 200)))
    }
}
