package import HearthWire

/// Why a command failed: what the person reads, and the number that scripts see.
package struct CommandError: Error, Sendable {
    /// The exit code.
    package let exit: ExitCode
    /// What went wrong and on what.
    package let phrase: Phrase
    /// What to do about it.
    package let hint: Phrase?
    /// The server's code, where it was the server that refused.
    package let code: WireCode?

    /// Takes the parts as they are.
    package init(_ exit: ExitCode, _ phrase: Phrase, hint: Phrase? = nil, code: WireCode? = nil) {
        self.exit = exit
        self.phrase = phrase
        self.hint = hint
        self.code = code
    }

    /// A failure in two languages.
    package init(_ exit: ExitCode, _ chinese: String, _ english: String, hint: Phrase? = nil) {
        self.init(exit, Phrase(chinese, english), hint: hint)
    }

    /// The same about something: `a.txt: there is no such file`.
    package func about(_ subject: String) -> CommandError {
        CommandError(
            exit,
            Phrase("\(subject)：\(phrase.chinese)", "\(subject): \(phrase.english)"),
            hint: hint,
            code: code
        )
    }

    /// Message and hint, on a line each.
    package func text(_ language: WireLanguage) -> String {
        phrase.text(language) + (hint.map { "\n" + $0.text(language) } ?? "")
    }

    /// The exit code for a code of the contract.
    package static func exit(for code: WireCode) -> ExitCode {
        switch code {
        case .notFound, .areaNotFound, .accountNotFound, .userNotFound, .resourceNotFound, .shareNotFound,
            .folderNotFound, .folderPathWrong, .poolNotFound, .partitionUnavailable, .taskNotFound,
            .invitationInvalid:
            .notFound
        case .forbiddenByHub, .ownerProtected, .cannotBecomeOwner, .noShareRight, .noAccess, .noReadRight,
            .noWriteRight, .noDeleteRight, .noMoveRight, .forbidden, .ownerOnly, .cannotDeleteSelf,
            .staysInVault, .sharedStaysInside, .encryptedNotShared:
            .noRight
        case .cloudLoginRequired, .cloudLoginExpired, .wrongPassword, .invalidCredentials,
            .refreshTokenExpired, .oldAccountPasswordWrong, .unauthorized:
            .signInNeeded
        case .folderPasswordWrong, .folderPasswordRefused, .passwordMissing, .oldPasswordWrong:
            .folderPassword
        case .timedOut, .notSetUp: .unreachable
        case .noSpace, .destinationFull, .fileTooLarge, .partitionTooSmall, .capacityTooLarge: .noSpace
        case .destinationNameTaken, .alreadyThere, .nameInUse, .sourceBusy, .destinationBusy,
            .preconditionFailed, .folderNameTaken, .poolNameTaken, .partitionNameTaken, .poolDirectoryTaken,
            .taskState, .busy, .destinationInsideSource:
            .clash
        case .hashMismatch, .damaged: .verification
        case .illegalParameter, .illegalPath, .badRequest: .usage
        default: .other
        }
    }

    /// The exit code when several things were tried: that of the only failure, 11 when others went well or differ.
    package static func exit(for failures: [ExitCode], outOf total: Int) -> ExitCode {
        guard let first = failures.first else { return .done }
        if failures.contains(.interrupted) { return .interrupted }
        return failures.count == total && failures.allSatisfy { $0 == first } ? first : .someFailed
    }
}
