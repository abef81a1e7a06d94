import CLinux
import Glibc

/// Why the server or one of its commands could not do what was asked.
package struct ServiceError: Error, Sendable {
    /// What callers may branch on.
    package struct Code: Hashable, Sendable {
        private enum Kind { case inUse, configuration, usage, files, refused, unreachable }
        private let kind: Kind
        /// Another process works on the data directory.
        package static let inUse = Self(kind: .inUse)
        /// A setting cannot be used.
        package static let configuration = Self(kind: .configuration)
        /// A flag on the command line cannot be used as it is.
        package static let usage = Self(kind: .usage)
        /// A file or directory could not be made, read or written.
        package static let files = Self(kind: .files)
        /// Everything works, but what was asked for is not allowed now.
        package static let refused = Self(kind: .refused)
        /// The running server does not answer.
        package static let unreachable = Self(kind: .unreachable)
    }

    /// The kind of failure.
    package let code: Code
    /// For the operator: what was attempted, on what, what to do.
    ///
    /// Paths and names of keys may stand here.
    package let message: String

    /// Keeps the text as it is.
    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// A failed system call.
    ///
    /// - Parameters:
    ///   - attempt: what was attempted, on which path.
    ///   - number: the C error number, taken right after the call.
    package init(_ attempt: String, errno number: Int32) {
        self.init(.files, "\(attempt): \(Self.text(of: number))")
    }

    /// The C library's text for an error number.
    package static func text(of number: Int32) -> String {
        hearth_error_text(number).map { String(cString: $0) } ?? "error \(number)"
    }
}
