import Synchronization

/// Lines kept in memory, for tests.
package final class MemorySink: LogSink {
    private let stored = Mutex<[String]>([])

    /// Starts empty.
    package init() {}

    /// Keeps the line without its newline.
    package func write(_ line: [UInt8]) {
        let text = String(
            decoding: line.last == UInt8(ascii: "\n") ? line.dropLast() : line[...],
            as: UTF8.self
        )
        stored.withLock { $0.append(text) }
    }

    /// Every line so far, oldest first.
    package var lines: [String] { stored.withLock { $0 } }
}
