import HearthArguments
import HearthClient

extension CommandContext {
    /// The password of an encrypted folder: from `--password-file`, or asked for.
    ///
    /// - Throws: exit code 6 where nobody can be asked.
    package func folderPassword(
        _ question: Phrase,
        option: String = "password-file"
    ) throws(CommandError) -> String {
        if let path = parsed.value(option) { return try PasswordInput.read(path) }
        return try prompt.password(question, orElse: Self.missing(.folderPassword, option))
    }

    /// A new password of an encrypted folder, asked for twice.
    package func newFolderPassword(
        _ question: Phrase,
        option: String = "password-file"
    ) throws(CommandError) -> String {
        if let path = parsed.value(option) { return try PasswordInput.read(path) }
        return try prompt.newPassword(question, orElse: Self.missing(.folderPassword, option))
    }

    /// The password of an account: from a file, or asked for.
    ///
    /// - Throws: exit code 5 where nobody can be asked.
    package func accountPassword(
        _ question: Phrase,
        option: String = "password-file"
    ) throws(CommandError) -> String {
        if let path = parsed.value(option) { return try PasswordInput.read(path) }
        return try prompt.password(question, orElse: Self.missing(.signInNeeded, option))
    }

    /// A new password of an account, asked for twice.
    package func newAccountPassword(
        _ question: Phrase,
        option: String = "password-file"
    ) throws(CommandError) -> String {
        if let path = parsed.value(option) { return try PasswordInput.read(path) }
        return try prompt.newPassword(question, orElse: Self.missing(.signInNeeded, option))
    }

    private static func missing(_ exit: ExitCode, _ option: String) -> CommandError {
        CommandError(
            exit,
            "需要密码，但没有终端可以询问：请用 --\(option) 文件",
            "a password is needed and there is no terminal to ask for it: use --\(option) FILE, or - for standard input"
        )
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
