import Glibc
import HearthLog
import HearthTesting
import Testing

@Suite("Log files")
struct FileSinkTests {
    private func contents(_ path: String) -> String {
        guard let file = fopen(path, "r") else { return "" }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        while case let byte = getc(file), byte != EOF { bytes.append(UInt8(truncatingIfNeeded: byte)) }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test("lines are appended, and go to a new file after rotation")
    func rotation() throws {
        let folder = try TemporaryDirectory()
        let path = folder.appending("access.log")
        let sink = try FileSink(path: path)
        sink.write(Array("one\n".utf8))
        #expect(rename(path, path + ".1") == 0)
        sink.write(Array("two\n".utf8))
        try sink.reopen()
        sink.write(Array("three\n".utf8))
        #expect(contents(path + ".1") == "one\ntwo\n")
        #expect(contents(path) == "three\n")
    }

    @Test("a file that cannot be opened is an error that names it")
    func missing() throws {
        let folder = try TemporaryDirectory()
        let path = folder.appending("no/access.log")
        let error = #expect(throws: FileSink.OpenError.self) { try FileSink(path: path) }
        #expect(error?.path == path)
        #expect(error?.errno == ENOENT)
    }
}
