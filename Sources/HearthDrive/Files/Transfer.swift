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
    ///   10022 or 10023, 10024, 10009, 20026; then 10030. 90005 and 10000 for a whole directory that has changed.
    package func transfer(_ request: TransferRequest, _ caller: Caller) async throws -> TransferOutcome {
        let key = TransferKey(user: caller.user.id, request: request)
        return try await transfers.run(key) { [self] in
            let sources = try await resolve(request.selection, caller)
            let journal = TransferJournal(keeping: sources.hasDistinctNames ? 1_000 : .max)
            let run = TransferRun(
                files: self,
                request: request,
                sources: sources,
                caller: caller,
                journal: journal
            )
            try await run.perform(refusesBusy: true)
            return journal.outcome
        }
    }

    /// Who asked for what: the second of two such requests at a time joins the first.
    struct TransferKey: Hashable, Sendable {
        var user: Int
        var request: TransferRequest
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
