import Glibc
import HearthArguments

/// A password that is handed over in a file or on standard input, never on the command line.
package enum PasswordInput {
    private static let limit = 4_096

    /// Reads it.
    ///
    /// - Parameter path: the file; `-` for standard input.
    /// - Returns: the content without the newline at its end.
    /// - Throws: exit code 3 for a file that is not there, 2 for what is empty or no text, 1 for the rest.
    package static func read(_ path: String) throws(CommandError) -> String {
        guard path == "-" else { return try content(path) }
        return try Prompt.reading { () throws(CommandError) in try content(path) }
    }

    private static func content(_ path: String) throws(CommandError) -> String {
        let descriptor = path == "-" ? STDIN_FILENO : open(ByteText.path(path), O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw LocalError.failure(path, errno) }
        defer { if path != "-" { close(descriptor) } }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: limit + 1)
        while bytes.count <= limit {
            let count = Glibc.read(descriptor, &piece, piece.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw LocalError.failure(path, errno) }
            if count == 0 { break }
            bytes += piece[..<count]
        }
        if bytes.last == 0x0A { bytes.removeLast() }
        if bytes.last == 0x0D { bytes.removeLast() }
        guard !bytes.isEmpty else {
            throw CommandError(.usage, "\(path)：密码是空的", "\(path): the password is empty")
        }
        guard bytes.count <= limit, let text = String(validating: bytes, as: UTF8.self) else {
            throw CommandError(.usage, "\(path)：不是密码", "\(path): this is no password")
        }
        return text
    }
}
