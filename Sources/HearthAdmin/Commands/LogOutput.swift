import HearthLog
import HearthServer

/// Where a server's lines go: standard error, or a file that log rotation may move away.
struct LogOutput {
    /// For the server's parts.
    let logger: Logger
    /// For the access log.
    let sink: any LogSink
    private let file: FileSink?

    /// Opens the file, if there is one.
    init(_ configuration: Configuration) throws(ServiceError) {
        if configuration.logFile.isEmpty {
            file = nil
            sink = StandardErrorSink()
        } else {
            do {
                let opened = try FileSink(path: configuration.logFile)
                file = opened
                sink = opened
            } catch {
                throw ServiceError("cannot open the log file \(error.path)", errno: error.errno)
            }
        }
        logger = Logger(label: "hearth", level: configuration.logLevel, sink: sink)
    }

    /// Goes on in a new file of the same name.
    func reopen() {
        do {
            try file?.reopen()
        } catch {
            logger.error(
                "the log file could not be opened again, the old one stays in use",
                ["path": .string(error.path)]
            )
        }
    }
}
