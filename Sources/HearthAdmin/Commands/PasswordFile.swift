import Glibc
package import HearthServer

/// A password that is handed over in a file or on standard input, never on the command line.
package enum PasswordFile {
    private static let limit = 4_096

    /// Reads it.
    ///
    /// - Parameters:
    ///   - path: the file; `-` for standard input.
    ///   - input: the descriptor of standard input.
    /// - Returns: the content without the newline at its end.
    /// - Throws: `.files` for what cannot be read, is empty or is no text.
    package static func read(_ path: String, input: Int32) throws(ServiceError) -> String {
        var bytes: [UInt8]
        if path == "-" {
            bytes = try OperatorFiles.read(input, named: "the password on standard input", limit: limit)
        } else if let content = try OperatorFiles.read(path, limit: limit) {
            bytes = content
        } else {
            throw ServiceError(.files, "there is no password file \(path)")
        }
        if bytes.last == 0x0A { bytes.removeLast() }
        if bytes.last == 0x0D { bytes.removeLast() }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw ServiceError(.files, "the password is not UTF-8 text")
        }
        if text.isEmpty { throw ServiceError(.files, "the password is empty") }
        return text
    }
}
