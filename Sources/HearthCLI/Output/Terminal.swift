import CLinux
import Glibc

/// What one of the process's descriptors is connected to.
package struct Terminal: Sendable {
    /// Whether a person sees it.
    package let isTerminal: Bool
    /// Whether colours may be used there (no-color.org).
    package let hasColour: Bool
    private let descriptor: Int32

    /// Looks at a descriptor.
    ///
    /// - Parameters:
    ///   - descriptor: of the process.
    ///   - environment: looks a variable up: `NO_COLOR`, `TERM`.
    package init(_ descriptor: Int32, environment: (String) -> String?) {
        self.descriptor = descriptor
        isTerminal = isatty(descriptor) == 1
        let isDumb = environment("TERM") == "dumb"
        hasColour = isTerminal && !isDumb && (environment("NO_COLOR") ?? "").isEmpty
    }

    /// None at all, for tests and pipes.
    package static let none = Terminal(-1) { _ in nil }

    /// Columns at this moment; 80 where nobody knows.
    package var columns: Int {
        let columns = Int(hearth_terminal_columns(descriptor))
        return columns > 0 ? columns : 80
    }
}
