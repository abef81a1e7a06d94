import Glibc
import HearthTesting
import Testing

/// Here because the test helpers have no test target of their own.
@Suite("Temporary directories")
struct TemporaryDirectoryTests {
    @Test("everything goes, however deep, closed or linked")
    func removal() throws {
        let outside = try TemporaryDirectory()
        #expect(mkdir(outside.appending("kept"), 0o700) == 0)
        var folder: TemporaryDirectory? = try TemporaryDirectory()
        let path = try #require(folder?.path)
        #expect(symlink(outside.path, path + "/link") == 0)
        #expect(mkdir(path + "/closed", 0o700) == 0)
        #expect(mkdir(path + "/closed/inner", 0o000) == 0)
        #expect(chmod(path + "/closed", 0o000) == 0)
        // Deeper than a path may be long.
        var directory = open(path, O_RDONLY | O_DIRECTORY)
        let name = String(repeating: "d", count: 200)
        for _ in 0..<1500 {
            mkdirat(directory, name, 0o700)
            let next = openat(directory, name, O_RDONLY | O_DIRECTORY)
            close(directory)
            directory = next
        }
        #expect(directory >= 0)
        close(directory)
        folder = nil
        #expect(access(path, F_OK) != 0)
        #expect(access(outside.appending("kept"), F_OK) == 0)
    }
}
