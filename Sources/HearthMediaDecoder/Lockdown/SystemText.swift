import CLinux
import Glibc

/// The system's words for an error.
enum SystemText {
    /// The text of `errno`.
    static var last: String { text(errno) }

    /// The text of an error number.
    static func text(_ number: Int32) -> String {
        hearth_error_text(number).map { String(cString: $0) } ?? "error \(number)"
    }
}
