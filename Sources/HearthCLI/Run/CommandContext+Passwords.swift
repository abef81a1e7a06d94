import HearthArguments
import HearthClient

extension CommandContext {
    /// Whose password is asked for.
    package enum PasswordOwner: Sendable {
        /// An account's.
        case account
        /// An encrypted folder's.
        case folder
    }

    /// A password: from the file that an option names, or asked for.
    ///
    /// - Parameters:
    ///   - owner: whose it is.
    ///   - question: no newline follows.
    ///   - isNew: whether it is one to come, which is asked for twice.
    ///   - option: names the file.
    /// - Returns: the password.
    /// - Throws: exit code 5 for an account's, 6 for a folder's where nobody can be asked; those of the file.
    package func password(
        of owner: PasswordOwner,
        _ question: Phrase,
        isNew: Bool = false,
        option: String = "password-file"
    ) throws(CommandError) -> String {
        if let path = parsed.value(option) { return try PasswordInput.read(path) }
        let missing = CommandError(
            owner == .account ? .signInNeeded : .folderPassword,
            "需要密码，但没有终端可以询问：请用 --\(option) 文件",
            "a password is needed and there is no terminal to ask for it: use --\(option) FILE, or - for standard input"
        )
        if isNew { return try prompt.newPassword(question, orElse: missing) }
        return try prompt.password(question, orElse: missing)
    }

    /// Makes sure that something that cannot be taken back is meant.
    ///
    /// - Throws: exit code 2 where nobody can be asked and `--yes` is missing, 130 for a no.
    package func confirm(_ question: Phrase) throws(CommandError) {
        if parsed.flag("yes") { return }
        guard prompt.canAsk else {
            throw CommandError(
                .usage,
                "无法撤销：请加 --yes",
                "this cannot be taken back: give --yes if it is meant"
            )
        }
        guard prompt.confirm(question) else { throw CommandError(.interrupted, "未执行", "nothing was done") }
    }
}
