/// How a command ended, as scripts see it.
///
/// The numbers are kept for ever (docs/cli.md).
package enum ExitCode: Int32, Sendable, CaseIterable {
    /// Everything was done.
    case done = 0
    /// Something that no other number says.
    case other = 1
    /// The command line was not understood.
    case usage = 2
    /// A file, folder, member or the like is not there.
    case notFound = 3
    /// The account may not do this.
    case noRight = 4
    /// Nobody is signed in, or the sign-in has ended.
    case signInNeeded = 5
    /// The password of an encrypted folder is needed or wrong.
    case folderPassword = 6
    /// The server cannot be reached.
    case unreachable = 7
    /// No space, or a limit is reached.
    case noSpace = 8
    /// The name is taken, or somebody else is at work there.
    case clash = 9
    /// What arrived is not what was sent.
    case verification = 10
    /// Some items were done, others failed.
    case someFailed = 11
    /// The server's identity is unknown or has changed.
    case trust = 12
    /// Stopped by a signal.
    case interrupted = 130

    /// Whether a command that does several things ends at once with it: whatever comes next would fail alike.
    package var endsAll: Bool {
        switch self {
        case .interrupted, .signInNeeded, .unreachable, .trust: true
        default: false
        }
    }

    /// The word for scripts, in JSON.
    package var word: String {
        switch self {
        case .done: "done"
        case .other: "other"
        case .usage: "usage"
        case .notFound: "not_found"
        case .noRight: "no_right"
        case .signInNeeded: "sign_in_needed"
        case .folderPassword: "folder_password"
        case .unreachable: "unreachable"
        case .noSpace: "no_space"
        case .clash: "clash"
        case .verification: "verification_failed"
        case .someFailed: "some_failed"
        case .trust: "trust"
        case .interrupted: "interrupted"
        }
    }

    /// What it means, for help and manual.
    package var meaning: String {
        switch self {
        case .done: "Done."
        case .other: "Another failure."
        case .usage: "The command line was not understood."
        case .notFound: "Not found."
        case .noRight: "No right to do this."
        case .signInNeeded: "Sign-in needed or expired."
        case .folderPassword: "Folder password needed or wrong."
        case .unreachable: "The server cannot be reached."
        case .noSpace: "No space, or a limit is reached."
        case .clash: "A clash: the name is taken, or the item is in use."
        case .verification: "Verification failed."
        case .someFailed: "Some items failed."
        case .trust: "The server's identity is not trusted."
        case .interrupted: "Interrupted."
        }
    }
}
