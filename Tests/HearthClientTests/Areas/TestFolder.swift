import Foundation
import Glibc
import HearthTesting

/// A folder that goes with the test.
struct TestFolder {
    let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory("hearth-client") }

    func path(_ name: String) -> String { directory.appending(name) }

    func write(_ text: String, to name: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: path(name)))
    }

    func text(_ name: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(fileURLWithPath: path(name))), as: UTF8.self)
    }

    func mode(_ name: String) -> UInt32 {
        var status = stat()
        return stat(path(name), &status) == 0 ? status.st_mode & 0o7777 : 0
    }

    var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []).sorted()
    }
}
