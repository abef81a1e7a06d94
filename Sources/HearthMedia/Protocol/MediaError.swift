/// Why a job could not be done at all; unlike ``MediaRefusal`` it says nothing about the file, and trying again makes
/// sense.
package struct MediaError: Error, Sendable, Equatable {
    /// What is wrong.
    package enum Kind: Sendable, Equatable {
        /// `hearth-media` is not there or does not start.
        case unavailable
        /// Too many jobs wait.
        case busy
        /// The bytes could not be read from where they come.
        case input
        /// The caller gave up.
        case cancelled
        /// The decoder is being shut down.
        case stopped
    }

    /// What is wrong.
    package let kind: Kind
    /// For the log: what exactly, without names of users' files.
    package let detail: String

    /// An error.
    package init(_ kind: Kind, _ detail: String = "") {
        self.kind = kind
        self.detail = detail
    }
}
