/// What a shell offers for an argument or the value of an option.
package enum CompletionKind: Sendable, Hashable {
    /// Nothing.
    case none
    /// Local files and directories.
    case file
    /// Local directories.
    case directory
    /// These words.
    case words([String])
    /// What the program itself answers to `hearth __complete KIND WORD`: one candidate a line, perhaps followed by a
    /// tab and a description.
    case dynamic(String)
    /// Local files and what the program answers: for arguments that may be either.
    case fileOrDynamic(String)
}
