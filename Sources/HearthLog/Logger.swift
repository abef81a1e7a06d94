/// Writes one JSON object per line.
///
/// A value: copy it freely and derive one per part of the program. Secrets, tokens and the names of people's
/// files do not belong in messages or fields.
package struct Logger: Sendable {
    /// How much an entry matters.
    package enum Level: Int, Sendable, Comparable, CaseIterable {
        /// For somebody who is looking for a fault.
        case debug
        /// What an operator wants to see of a healthy server.
        case info
        /// Something to look at in working hours.
        case warning
        /// Something failed.
        case error

        /// The name as it stands in a line and in the configuration.
        package var name: String {
            switch self {
            case .debug: "debug"
            case .info: "info"
            case .warning: "warning"
            case .error: "error"
            }
        }

        /// Orders by weight.
        package static func < (a: Level, b: Level) -> Bool { a.rawValue < b.rawValue }
    }

    /// Which part of the program speaks.
    package let label: String
    /// The least weight that is written.
    package let level: Level
    private let sink: any LogSink

    /// Makes a logger; entries below `level` cost one comparison.
    package init(label: String, level: Level = .info, sink: any LogSink = StandardErrorSink()) {
        self.label = label
        self.level = level
        self.sink = sink
    }

    /// The same sink and level under another label.
    package func labelled(_ label: String) -> Logger { Logger(label: label, level: level, sink: sink) }

    /// Whether entries of this weight are written.
    package func isEnabled(_ level: Level) -> Bool { level >= self.level }

    /// Writes one entry.
    ///
    /// - Parameters:
    ///   - level: the entry's weight.
    ///   - message: evaluated only when the entry is written; constant text is best, with what varies in fields.
    ///   - fields: written in this order after the fixed ones; a field never replaces a fixed one.
    package func log(
        _ level: Level,
        _ message: @autoclosure () -> String,
        _ fields: KeyValuePairs<String, LogValue> = [:]
    ) {
        guard isEnabled(level) else { return }
        var line = LogLine()
        line.field("time", .string(Timestamp.now().text))
        line.field("level", .string(level.name))
        line.field("label", .string(label))
        line.field("message", .string(message()))
        for (key, value) in fields { line.field(LogLine.isReserved(key) ? key + "_" : key, value) }
        sink.write(line.finish())
    }

    /// Writes an entry for somebody who is looking for a fault.
    package func debug(_ message: @autoclosure () -> String, _ fields: KeyValuePairs<String, LogValue> = [:])
    {
        log(.debug, message(), fields)
    }

    /// Writes an entry about normal service.
    package func info(_ message: @autoclosure () -> String, _ fields: KeyValuePairs<String, LogValue> = [:]) {
        log(.info, message(), fields)
    }

    /// Writes an entry about something to look at.
    package func warning(
        _ message: @autoclosure () -> String,
        _ fields: KeyValuePairs<String, LogValue> = [:]
    ) {
        log(.warning, message(), fields)
    }

    /// Writes an entry about a failure.
    package func error(_ message: @autoclosure () -> String, _ fields: KeyValuePairs<String, LogValue> = [:])
    {
        log(.error, message(), fields)
    }
}
