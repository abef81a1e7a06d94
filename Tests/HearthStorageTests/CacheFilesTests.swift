import Glibc
import HearthStorage
import HearthTesting
import Testing

@Suite("Files that can be made again")
struct CacheFilesTests {
    private let directory: TemporaryDirectory
    private let files: CacheFiles

    init() throws {
        directory = try TemporaryDirectory()
        files = try CacheFiles(directory: directory.path + "/cache")
    }

    private func name(_ text: String) throws -> FileName { try #require(FileName(text)) }

    @Test("are read as they were written, in place of what was there")
    func roundTrip() throws {
        let name = try name("abcdef.webp")
        #expect(try files.read(name) == nil)
        try files.write([1, 2, 3], to: name)
        #expect(access(directory.path + "/cache/ab/cd/abcdef.webp", F_OK) == 0)
        try files.write([4], to: name)
        #expect(try files.read(name) == [4])
        try files.write([], to: name)
        #expect(try files.read(name) == [])
        try files.remove(name)
        try files.remove(name)
        #expect(try files.read(name) == nil)
        try files.write([5], to: self.name("x"))
        #expect(try files.read(self.name("x")) == [5])
    }

    @Test("are listed by directory, and empty directories go")
    func listing() throws {
        for text in ["abcd1", "abcd2", "abef1", "0011a"] { try files.write([1, 2], to: name(text)) }
        let places = try files.directories()
        #expect(places.map { String(decoding: $0.bytes, as: UTF8.self) } == ["00/11", "ab/cd", "ab/ef"])
        let found = try files.files(in: places[1])
        #expect(Set(found.map(\.name.display)) == ["abcd1", "abcd2"])
        #expect(found.allSatisfy { $0.size == 2 })
        #expect(files.belongs(try name("abcd1"), in: places[1]))
        #expect(!files.belongs(try name("abcd1"), in: places[2]))
        try files.removeIfEmpty(places[1])
        try files.remove(name("0011a"), in: places[0])
        try files.removeIfEmpty(places[0])
        #expect(try files.directories().count == 2)
    }

    @Test("what a crash left of a write goes at the next start, and the files stay")
    func leftOvers() throws {
        try files.write([1], to: name("abcd"))
        let uploads = directory.path + "/cache/.hearth/uploads/vault-left"
        let left = open(uploads, O_CREAT | O_WRONLY, 0o600)
        #expect(left >= 0)
        close(left)
        let again = try CacheFiles(directory: directory.path + "/cache")
        #expect(access(uploads, F_OK) != 0)
        #expect(try again.read(name("abcd")) == [1])
    }

    @Test("a link or directory in the place of one is not read")
    func strangers() throws {
        try files.write([1], to: name("abcd"))
        let place = directory.path + "/cache/ab/cd/"
        symlink("/etc/passwd", place + "abcd-link")
        mkdir(place + "abcd-directory", 0o700)
        #expect(try files.read(name("abcd-link")) == nil)
        #expect(throws: StorageError.self) { try files.read(name("abcd-directory")) }
        #expect(try files.files(in: files.directories()[0]).map(\.name.display) == ["abcd"])
    }
}
