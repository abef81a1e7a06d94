import CLinux
import Glibc

/// Failures of this computer's files.
package enum LocalError {
    /// The failure of a call on a file.
    ///
    /// - Parameters:
    ///   - path: of the file.
    ///   - number: `errno`.
    /// - Returns: the error with its exit code.
    package static func failure(_ path: String, _ number: Int32) -> CommandError {
        let text = hearth_error_text(number).map { String(cString: $0) } ?? "error \(number)"
        return CommandError(exit(for: number), Phrase("\(path)：\(text)", "\(path): \(text)"))
    }

    private static func exit(for number: Int32) -> ExitCode {
        switch number {
        case ENOENT, ENOTDIR: .notFound
        case EACCES, EPERM, EROFS: .noRight
        case ENOSPC, EDQUOT, EFBIG: .noSpace
        case EEXIST, ENOTEMPTY, EBUSY, EISDIR: .clash
        default: .other
        }
    }
}
