import Glibc
import HearthArguments

/// Text files of the local computer, such as the list of `--files-from`.
package enum TextLines {
    /// The lines of a file, without their ends.
    ///
    /// - Parameter path: `-` for standard input.
    /// - Returns: the lines in order.
    /// - Throws: as other local files; exit code 2 for more than 64 MiB or what is no UTF-8.
    package static func read(_ path: String) throws(CommandError) -> [String] {
        guard path == "-" else { return try content(path) }
        return try Prompt.reading { () throws(CommandError) in try content(path) }
    }

    private static func content(_ path: String) throws(CommandError) -> [String] {
        let descriptor = path == "-" ? STDIN_FILENO : open(ByteText.path(path), O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw LocalError.failure(path, errno) }
        defer { if path != "-" { close(descriptor) } }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = Glibc.read(descriptor, &piece, piece.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw LocalError.failure(path, errno) }
            if count == 0 { break }
            bytes += piece[..<count]
            guard bytes.count <= 64 << 20 else {
                throw CommandError(.usage, "\(path)：文件太大", "\(path): the file is too large")
            }
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw CommandError(.usage, "\(path)：不是 UTF-8 文本", "\(path): this is no UTF-8 text")
        }
        return text.split(omittingEmptySubsequences: true, whereSeparator: \.isNewline).map { String($0) }
    }
}
