import HearthHTTP
import HearthWire

/// The codes that a route raises because of what it needs and reads, whatever it does.
enum ImpliedCodes {
    /// All that every route, its access and its body bring with them.
    static func of(_ access: RouteAccess?, body: BodyDescription?) -> [WireCode] {
        // A path with a broken percent-encoding, a stalled client, a full or stopping server, a mishap.
        var codes: [WireCode] = [.badRequest, .timedOut, .internalError, .busy]
        switch access {
        case .open, nil: break
        case .session: codes += [.unauthorized, .forbidden]
        case .owner, .operatorOnly: codes += [.unauthorized, .forbidden, .ownerOnly]
        case .driveOwner: codes += [.unauthorized, .ownerOnly]
        default: codes += [.unauthorized]
        }
        if let body {
            codes.append(.requestTooLarge)
            if body.checksType { codes.append(.unsupportedMediaType) }
        }
        return codes
    }

    /// A header section that is too long has a status of its own.
    static let ownStatuses: [OperationDescription.OwnStatus] = [
        OperationDescription.OwnStatus(status: 431, code: .requestTooLarge)
    ]

    /// What a path below `/s/{id}` can be refused for.
    static let path: [WireCode] = [
        .illegalPath, .nameTooLong, .noAccess, .noReadRight, .resourceNotFound, .forbidden,
        .folderPasswordWrong, .throttled, .damaged,
        .folderPathWrong, .partitionUnavailable,
    ]

    /// What a new entry below `/s/{id}` can be refused for.
    static let creation: [WireCode] =
        path + [.noWriteRight, .forbiddenCharacter, .nameInUse, .destinationNotDirectory, .noSpace]
}
