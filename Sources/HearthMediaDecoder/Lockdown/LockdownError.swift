/// Why a process did not lock itself down; it must not decode anything then.
package struct LockdownError: Error, Sendable, Equatable {
    /// For the log: which step failed, and the system's words.
    package let detail: String

    /// An error.
    package init(_ detail: String) {
        self.detail = detail
    }
}
