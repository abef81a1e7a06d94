/// Several things that are done one after the other: one that fails is told and does not keep the others back.
package struct Batch {
    private let context: CommandContext
    private var total = 0
    private var failures: [ExitCode] = []

    /// Begins with nothing done.
    package init(_ context: CommandContext) { self.context = context }

    /// Does one thing.
    ///
    /// - Parameters:
    ///   - subject: what it is about; stands in front of a complaint where there are several.
    ///   - body: does it.
    /// - Throws: what must end the whole: an interruption, a lost sign-in, a server that cannot be reached or trusted.
    package mutating func perform(_ subject: String, _ body: () async throws -> Void) async throws {
        total += 1
        do {
            try await body()
        } catch {
            let error = CommandError(any: error)
            let told = error.about(context.output.name(subject))
            if error.exit.endsAll { throw told }
            failures.append(error.exit)
            context.output.complain(told)
        }
    }

    /// How many went well.
    package var done: Int { total - failures.count }

    /// The exit code: that of the failures where all failed alike, 11 where some failed.
    package func finish() -> ExitCode { CommandError.exit(for: failures, outOf: total) }
}
