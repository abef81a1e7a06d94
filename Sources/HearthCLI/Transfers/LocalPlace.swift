import Glibc
import HearthArguments
package import HearthTransfer

/// A path of this computer as a person gave it, made absolute so that the queue can go on with it from anywhere.
package struct LocalPlace: Sendable, Hashable {
    /// As it was given.
    package let text: String
    /// Absolute, without a slash at the end; as ``ByteText`` has it, like every path here.
    package let path: String
    /// Whether it ended in a slash: what is put there goes into it.
    package let isInto: Bool

    /// Reads a path.
    ///
    /// - Throws: exit code 2 for an empty one, 1 where the working directory is gone.
    package init(_ text: String) throws(CommandError) {
        self.text = text
        guard !text.isEmpty else { throw CommandError(.usage, "本地路径是空的", "the local path is empty") }
        isInto = text.hasSuffix("/")
        var whole = text
        if !text.hasPrefix("/") {
            guard let buffer = getcwd(nil, 0) else { throw LocalError.failure(".", errno) }
            defer { free(buffer) }
            whole = ByteText.text(cString: buffer) + "/" + text
        }
        var parts: [Substring] = []
        for part in whole.split(separator: "/") where part != "." { parts.append(part) }
        path = "/" + parts.joined(separator: "/")
    }

    /// With links and `..` resolved; the path itself where nothing lies there.
    package var resolved: String {
        guard let real = realpath(ByteText.path(path), nil) else { return path }
        defer { free(real) }
        return ByteText.text(cString: real)
    }

    /// The last name; of `.` and `..` that of the folder they stand for.
    package var name: String {
        let end = path.split(separator: "/").last.map { String($0) } ?? ""
        let isDots = end == ".." || end.isEmpty
        return isDots ? resolved.split(separator: "/").last.map { String($0) } ?? "" : end
    }

    /// As the engine takes it.
    package var local: LocalPath { LocalPath(bytes: ByteText.bytes(path)) }

    /// ``resolved`` as the engine takes it.
    package var source: LocalPath { LocalPath(bytes: ByteText.bytes(resolved)) }
}
