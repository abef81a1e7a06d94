import Synchronization

/// Which blocks of a download are there, on their way and missing; shared by the connections of one file.
final class DownloadProgress: Sendable {
    private struct State {
        var row: TransferRow
        var waiting: [Range<Int64>]
        /// The first block that is not there.
        var frontier = 0
    }

    /// Blocks that one request asks for: fewer requests, and still no long wait for the hash, which goes in order.
    private static let blocksPerRequest = 2

    let size: Int64
    private let state: Mutex<State>
    private let changes: AsyncStream<Void>.Continuation
    private let hash: FileHash?
    private let meter: TransferMeter

    init(
        _ row: TransferRow,
        size: Int64,
        hash: FileHash?,
        meter: TransferMeter,
        changes: AsyncStream<Void>.Continuation
    ) {
        self.size = size
        self.hash = hash
        self.meter = meter
        self.changes = changes
        let blocks = row.blocks ?? BlockSet()
        var waiting: [Range<Int64>] = []
        var first: Int?
        let count = BlockSet.count(of: size)
        for index in 0...count {
            let isMissing = index < count && !blocks.contains(index)
            if let begun = first, !isMissing || index - begun == Self.blocksPerRequest {
                waiting.append(
                    Int64(begun) * BlockSet.blockSize..<min(size, Int64(index) * BlockSet.blockSize)
                )
                first = nil
            }
            if isMissing, first == nil { first = index }
        }
        state = Mutex(State(row: row, waiting: waiting.reversed()))
        moveFrontier()
    }

    /// Parts that nobody has taken.
    var missing: Int { state.withLock { $0.waiting.count } }

    /// The next part; nil when there is none.
    func take() -> Range<Int64>? { state.withLock { $0.waiting.popLast() } }

    /// Everything from `start`, where a block begins, to `end` is written.
    func written(from start: Int64, to end: Int64) {
        let isNew = state.withLock { state in
            var isNew = false
            var index = Int(start / BlockSet.blockSize)
            while index < BlockSet.count(of: size) {
                let blockEnd = min(size, Int64(index + 1) * BlockSet.blockSize)
                guard blockEnd <= end else { break }
                if state.row.blocks?.contains(index) != true {
                    var blocks = state.row.blocks ?? BlockSet()
                    blocks.insert(index)
                    state.row.blocks = blocks
                    state.row.transferred += BlockSet.length(of: index, in: size)
                    isNew = true
                }
                index += 1
            }
            return isNew
        }
        guard isNew else { return }
        moveFrontier()
        changes.yield()
    }

    private func moveFrontier() {
        let reached = state.withLock { state in
            while state.row.blocks?.contains(state.frontier) == true { state.frontier += 1 }
            return min(size, Int64(state.frontier) * BlockSet.blockSize)
        }
        hash?.allow(upTo: reached)
    }

    /// The record as it is now.
    var row: TransferRow { state.withLock { $0.row } }
}
