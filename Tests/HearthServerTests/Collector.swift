import HearthHTTP
import Synchronization

/// Gathers what a streamed answer writes.
final class Collector: HTTPBodyWriter {
    private let written = Mutex<[UInt8]>([])

    var bytes: [UInt8] { written.withLock { $0 } }

    func write(_ bytes: [UInt8]) async throws(HTTPError) { written.withLock { $0 += bytes } }
}
