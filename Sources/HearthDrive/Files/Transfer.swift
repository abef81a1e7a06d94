import HearthConcurrency
import HearthStorage
import HearthWire

extension Files {
    /// Copies or moves entries into a directory.
    ///
    /// Every source is checked before the first is touched. The work goes on when the client hangs up; an
    /// identical request joins it.
    ///
    /// - Throws: in the contract's order: 2, 10027, 10000, 10007; then for each source 10026, 10002, 10025, 10001,
    ///   10022 or 10023, 10024, 10009, 20026, 20009; then 10030. 90005 and 10000 for a whole directory that has changed.
    ///   20009 stands earlier where a locked folder would have to be looked into.
    ///
    /// - Parameters:
    ///   - request: what goes where.
    ///   - caller: who asks; the password he presents opens sources.
    ///   - password: `destination_pwd`; nil when the presented one counts for the destination too.
    /// - Returns: what is where now.
    package func transfer(
        _ request: TransferRequest,
        _ caller: Caller,
        destinationPassword password: String? = nil
    ) async throws -> TransferOutcome {
        let session = try await touchesVault(request) ? caller.sessionID : nil
        let key = TransferKey(user: caller.user.id, session: session, request: request)
        return try await transfers.run(key) { [self] in
            let opener = password.map { caller.presenting($0) } ?? caller
            let sources = try await resolve(request, caller, opener)
            let journal = TransferJournal(keeping: sources.hasDistinctNames ? 1_000 : .max)
            let run = TransferRun(
                files: self,
                request: request,
                sources: sources,
                caller: caller,
                opener: opener,
                journal: journal
            )
            try await run.perform(refusesBusy: true)
            return journal.outcome
        }
    }

    /// Who asked for what: the second of two such requests at a time joins the first.
    struct TransferKey: Hashable, Sendable {
        var user: Int
        /// The token, where encrypted folders are concerned: another one may have them locked.
        var session: Int?
        var request: TransferRequest
    }

    /// The sources; a whole directory of the destination's own folder is opened by the destination's password too.
    private func resolve(
        _ request: TransferRequest,
        _ caller: Caller,
        _ opener: Caller
    ) async throws -> SelectedResources {
        guard case .all(let parent, _, _) = request.selection else {
            return try await resolve(request.selection, caller)
        }
        let isInside = try parent.requireRoot().root == request.destination.requireRoot().root
        do {
            return try await resolve(request.selection, isInside ? opener : caller)
        } catch let error as DriveError where error.isLocked && !isInside {
            // Opened or not, nothing leaves it.
            throw DriveError(.staysInVault, cause: error)
        }
    }

    /// Checks a copy or move and turns it into a task's order; nothing is touched yet, and room is looked for only
    /// when it runs.
    ///
    /// - Throws: as ``transfer(_:_:)`` but for 10030.
    package func order(_ request: TransferRequest, _ caller: Caller) async throws -> TaskOrder {
        let sources = try await resolve(request.selection, caller)
        let run = TransferRun(
            files: self,
            request: request,
            sources: sources,
            caller: caller,
            opener: caller,
            journal: TransferJournal()
        )
        _ = try await run.check(refusesBusy: true)
        let parameters = FileTaskParameters(
            sources: sources,
            destination: request.destination,
            conflict: request.conflict,
            expected: request.expected
        )
        let topic: TaskTopic = request.action == .copy ? .copyFiles : .moveFiles
        return try parameters.order(topic, user: caller.user.id)
    }
}
