package import HearthArguments
package import HearthTransfer
package import HearthWire

/// What the options of transfers ask for; `put`, `get`, and whatever else moves files.
package struct TransferOptions: Sendable {
    /// When two files count as the same and nothing is moved.
    package enum Comparison: Sendable, Hashable {
        /// Never: everything is moved.
        case none
        /// Same size and same time, to the second.
        case time
        /// Same size.
        case size
        /// Same size and same SHA-256.
        case hash
    }

    /// How the engine works.
    package var configuration = TransferConfiguration()
    /// Which files of folders are meant.
    package var filter = NameFilter.all
    /// When a file is left out because it is there already.
    package var comparison = Comparison.time
    /// What happens when a name is taken by something else.
    package var conflict: WireConflictRule
    /// Whether everything is only said.
    package var isDryRun: Bool

    /// Reads the options of a command line.
    ///
    /// - Throws: exit code 2.
    package init(_ context: CommandContext) throws(CommandError) {
        let parsed = context.parsed
        filter = try CommonSpecs.filter(parsed)
        isDryRun = parsed.flag("dry-run")
        conflict = parsed.value("on-conflict").flatMap(WireConflictRule.init(rawValue:)) ?? .replace
        let ways = ["size-only", "checksum", "ignore-times"].filter { parsed.flag($0) }
        guard ways.count < 2 else {
            let names = ways.map { "--" + $0 }.joined(separator: ", ")
            throw CommandError(.usage, "\(names) 只能用一个", "\(names) exclude each other")
        }
        switch ways.first {
        case "size-only": comparison = .size
        case "checksum": comparison = .hash
        case "ignore-times": comparison = .none
        default: comparison = .time
        }
        configuration.conflict = conflict
        if let rate = try context.bytes("bwlimit") { configuration.bandwidth = rate > 0 ? Int(rate) : nil }
        if let count = try context.number("transfers", in: 1...64) {
            configuration.smallConnections = count
            configuration.largeFiles = min(count, configuration.largeFiles)
        }
        if let count = try context.number("retries", in: 0...100) { configuration.retries = count }
        if parsed.flag("verify") { configuration.verify = .always }
    }

    /// The options that ``init(_:)`` reads, for a command's description.
    package static let specs: [OptionSpec] =
        [CommonSpecs.conflict("replace")] + CommonSpecs.comparison + CommonSpecs.filters
        + CommonSpecs.transfer
        + [CommonSpecs.dryRun]
}
