package import HearthTransfer
import HearthWire

extension TransferFailure {
    /// The exit code that says it.
    package var exit: ExitCode {
        if let wireCode { return CommandError.exit(for: wireCode) }
        switch code {
        case .localNotFound, .unknownRecord: return .notFound
        case .localRefused: return .noRight
        case .localFull: return .noSpace
        case .localExists, .sourceChanged, .remoteChanged, .leased: return .clash
        case .verificationFailed: return .verification
        case .server, .noNetwork: return .unreachable
        case .cancelled: return .interrupted
        case .badOrder, .badName: return .usage
        case .someFailed: return .someFailed
        default: return .other
        }
    }

    /// As a command's failure.
    package var commandError: CommandError {
        var phrase = Phrase(text(.chinese), text(.english))
        // The cause is known in English alone.
        if code == .server, wireCode == nil, !detail.isEmpty { phrase = Phrase(detail, detail) }
        return CommandError(exit, phrase, code: wireCode)
    }
}

extension CommandError {
    /// What a person and a script are told of a failure of the queue or of an order.
    package init(_ error: TransferError) {
        if let client = error.client {
            self.init(client)
        } else {
            let detail = error.detail.isEmpty ? "" : " (\(error.detail))"
            self.init(
                TransferFailure(error).exit,
                Phrase(error.text(.chinese) + detail, error.text(.english) + detail)
            )
        }
    }
}
