import Synchronization

/// Counts the bytes of one running transfer; told by transports' threads, read by whoever shows progress.
final class TransferMeter: Sendable {
    let id: TransferID
    let direction: TransferDirection
    let name: String
    private let known: Atomic<Int64>
    private let safe: Atomic<Int64>
    private let countedBytes: Atomic<Int64>
    private let flying = Atomic<Int64>(0)
    private let movedBytes = Atomic<Int64>(0)
    private let repeatedBytes = Atomic<Int64>(0)

    init(_ row: TransferRow) {
        id = row.id
        direction = row.direction
        name = String(decoding: row.name, as: UTF8.self)
        known = Atomic(row.size ?? -1)
        safe = Atomic(row.transferred)
        countedBytes = Atomic(row.transferred)
    }

    /// The length; nil when it is not known.
    var size: Int64? {
        let value = known.load(ordering: .relaxed)
        return value < 0 ? nil : value
    }

    func setSize(_ size: Int64?) { known.store(size ?? -1, ordering: .relaxed) }

    /// Bytes that need not be moved again, whatever happens.
    func setSafe(_ bytes: Int64) { safe.store(bytes, ordering: .relaxed) }

    /// Bytes that the queue has on record, and with them the sums of a folder.
    var counted: Int64 { countedBytes.load(ordering: .relaxed) }

    func setCounted(_ bytes: Int64) { countedBytes.store(bytes, ordering: .relaxed) }

    /// What is there and on its way.
    var transferred: Int64 {
        let sum = safe.load(ordering: .relaxed) + flying.load(ordering: .relaxed)
        return size.map { min(sum, $0) } ?? sum
    }

    /// All bytes moved, those moved twice included.
    var moved: Int64 { movedBytes.load(ordering: .relaxed) }

    /// Bytes moved in vain.
    var repeated: Int64 { repeatedBytes.load(ordering: .relaxed) }

    /// One request of the transfer.
    final class Attempt: Sendable {
        private let meter: TransferMeter
        private let bytes = Atomic<Int64>(0)

        fileprivate init(_ meter: TransferMeter) { self.meter = meter }

        /// Bytes are on their way.
        func add(_ count: Int) {
            bytes.add(Int64(count), ordering: .relaxed)
            meter.flying.add(Int64(count), ordering: .relaxed)
            meter.movedBytes.add(Int64(count), ordering: .relaxed)
        }

        /// The first `count` of them are there for good.
        func settle(_ count: Int64) {
            let all = bytes.exchange(0, ordering: .relaxed)
            meter.flying.add(-all, ordering: .relaxed)
            meter.safe.add(count, ordering: .relaxed)
            meter.repeatedBytes.add(max(0, all - count), ordering: .relaxed)
        }
    }

    /// Begins a request.
    func attempt() -> Attempt { Attempt(self) }
}
