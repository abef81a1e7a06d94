import HearthArguments
import HearthClient
import HearthWire

/// `hearth cat`: a file's bytes on standard output.
enum CatCommand {
    static let command = ClientCommand(
        CommandSpec(
            name: "cat",
            summary: "Write files to standard output.",
            group: ClientCommands.Group.files,
            options: [
                OptionSpec(
                    "range",
                    value: "FIRST-LAST",
                    help: "Only these bytes, counted from 0: 0-99, 100-, -50 for the end."
                ),
                OptionSpec("offset", value: "BYTES", help: "Begin there; counted from 0."),
                OptionSpec("count", value: "BYTES", help: "So many bytes at most."),
                OptionSpec("tail", value: "BYTES", help: "So many bytes at the end."),
            ],
            arguments: [CommonSpecs.remote("The file.", isRepeated: true)],
            examples: [
                ExampleSpec("hearth cat --tail 1K Family/log.txt", "The last 1024 bytes."),
                ExampleSpec("hearth cat Family/backup.tar | tar t", "A file for another program."),
            ]
        )
    ) { context in
        let range = try Self.range(context)
        var batch = Batch(context)
        for text in context.parsed.positionals {
            try await batch.perform(text) {
                let item = try await context.remote(text)
                guard !item.path.components.isEmpty else {
                    throw CommandError(.usage, "这是文件夹", "this is a folder")
                }
                let stream = FileStream(item.drive, item.path, range: range)
                try await stream.write { piece throws(CommandError) in try context.output.raw(piece) }
            }
        }
        return batch.finish()
    }

    /// Which bytes are meant; nil for all of them.
    static func range(_ context: CommandContext) throws(CommandError) -> Download.Range? {
        let parsed = context.parsed
        let offset = try context.bytes("offset")
        let count = try context.bytes("count")
        let tail = try context.bytes("tail")
        let ways = [parsed.value("range") != nil, offset != nil || count != nil, tail != nil].filter(\.self)
        guard ways.count < 2 else {
            throw CommandError(
                .usage,
                "--range、--offset/--count 和 --tail 只能用一种",
                "--range, --offset with --count, and --tail exclude each other"
            )
        }
        if let text = parsed.value("range") { return try Self.range(text) }
        if let tail { return .suffix(tail) }
        guard offset != nil || count != nil else { return nil }
        let first = offset ?? 0
        guard let count else { return .from(first) }
        guard count > 0 else { throw CommandError(.usage, "--count 必须大于 0", "--count is at least 1") }
        return .bytes(first: first, last: first + count - 1)
    }

    private static func range(_ text: String) throws(CommandError) -> Download.Range {
        let ends = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        if ends.count == 2 {
            let (first, last) = (Int64(ends[0]), Int64(ends[1]))
            if let first, let last, first >= 0, last >= first { return .bytes(first: first, last: last) }
            if let first, first >= 0, ends[1].isEmpty { return .from(first) }
            if let last, last >= 0, ends[0].isEmpty { return .suffix(last) }
        }
        throw CommandError(
            .usage,
            "“\(text)”不是范围，例如 0-99、100- 或 -50",
            "'\(text)' is no range such as 0-99, 100- or -50"
        )
    }
}
