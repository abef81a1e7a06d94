package import HearthArguments

/// One command of the client: what it takes, and what it does.
package struct ClientCommand: Sendable {
    /// As parser, help, completions and manual know it.
    package let spec: CommandSpec
    /// Does it.
    ///
    /// Runs on threads that may block. Throws ``CommandError``, or what `CommandError(any:)` understands.
    package let run: @Sendable (CommandContext) async throws -> ExitCode

    /// Takes both as they are.
    package init(_ spec: CommandSpec, _ run: @escaping @Sendable (CommandContext) async throws -> ExitCode) {
        self.spec = spec
        self.run = run
    }

    /// A command that either does all or throws.
    package init(_ spec: CommandSpec, done run: @escaping @Sendable (CommandContext) async throws -> Void) {
        self.init(spec) { context in
            try await run(context)
            return .done
        }
    }
}
