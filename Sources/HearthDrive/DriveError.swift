package import HearthStorage
package import HearthWire

/// Why the drive refused or failed.
///
/// The code is the contract's own number (wangpan-api, chapter 11), so that no second numbering has to be kept
/// in step with it; what HTTP status a code gets is decided by the server alone.
package struct DriveError: Error, Sendable {
    /// What callers may branch on.
    package let code: WireCode
    /// Formatted into the text of the codes that take one (10004: the parameter's name).
    package let argument: String?
    /// Seconds after which a throttled caller may try again.
    package let retryAfter: Int64?
    /// The failure underneath, for the log; it may hold paths and never reaches a client.
    package let cause: (any Error)?

    /// Keeps `cause` as it is: wrap once per layer.
    package init(
        _ code: WireCode,
        argument: String? = nil,
        retryAfter: Int64? = nil,
        cause: (any Error)? = nil
    ) {
        self.code = code
        self.argument = argument
        self.retryAfter = retryAfter
        self.cause = cause
    }

    /// What a failure of the storage layer means to a caller.
    ///
    /// `missing` is what a missing file means at this place, since the contract numbers it differently for
    /// sources, destinations and parents.
    package init(_ error: StorageError, missing: WireCode = .resourceNotFound, exists: WireCode = .nameInUse)
    {
        let code: WireCode =
            switch error.code {
            case .notFound, .notADirectory, .escapes: missing
            case .alreadyExists: exists
            case .isADirectory, .notARegularFile: .illegalPath
            case .accessDenied, .readOnly: .forbidden
            case .invalidName: .forbiddenCharacter
            case .nameTooLong: .nameTooLong
            case .noSpace: .noSpace
            case .intoItself: .destinationInsideSource
            case .changed: .preconditionFailed
            case .busy: .busy
            case .damaged: .damaged
            default: .internalError
            }
        self.init(code, cause: error)
    }
}

/// Runs storage work and translates its failures into the contract's codes.
func storage<T>(
    missing: WireCode = .resourceNotFound,
    exists: WireCode = .nameInUse,
    _ work: () throws -> T
) throws -> T {
    do {
        return try work()
    } catch let error as StorageError {
        throw DriveError(error, missing: missing, exists: exists)
    }
}

extension Volume {
    /// What lies at a path, or nil when nothing that may be seen does.
    func infoIfPresent(_ path: VolumePath) throws -> FileInfo? {
        try present { () throws(StorageError) in try info(path) }
    }

    /// What holds a name, a link included, or nil when it is free.
    func entryIfPresent(_ path: VolumePath) throws -> FileInfo? {
        try present { () throws(StorageError) in try entryInfo(path) }
    }

    private func present(_ look: () throws(StorageError) -> FileInfo) throws -> FileInfo? {
        do {
            return try look()
        } catch {
            if error.code == .notFound || error.code == .escapes || error.code == .notADirectory {
                return nil
            }
            throw DriveError(error)
        }
    }
}
