import HearthTransfer
import HearthWire

/// What `put` or `get` is about to do; orders are made at once, in few transactions.
struct TransferPlan<NewOrder: Sendable> {
    private enum Step {
        /// Is in the queue already, and goes on.
        case known(TransferRun.Order)
        /// Is new; what the person calls its two ends stands beside it.
        case new(NewOrder, local: String, remote: String)
    }

    /// Which way everything goes.
    let direction: TransferDirection
    /// Files that the other side has already.
    var unchanged = 0
    /// Files that a dry run has named.
    private(set) var planned = 0
    /// Exit codes of what could not be ordered.
    var failures: [ExitCode] = []
    private var steps: [Step] = []

    init(_ direction: TransferDirection) { self.direction = direction }

    /// Whether there is nothing to order.
    var isEmpty: Bool { steps.isEmpty }

    /// Adds an order.
    ///
    /// - Parameters:
    ///   - order: is made unless the queue knows it.
    ///   - known: its record, when it was resumed.
    ///   - local: as the person calls it.
    ///   - remote: as the person calls it.
    mutating func add(_ order: NewOrder, known: TransferID?, local: String, remote: String) {
        if let known {
            let run = TransferRun.Order(id: known, local: local, remote: remote, direction: direction)
            steps.append(.known(run))
        } else {
            steps.append(.new(order, local: local, remote: remote))
        }
    }

    /// Puts the new orders into the queue.
    ///
    /// - Parameter make: makes them.
    /// - Returns: all orders, those that were known first.
    /// - Throws: what the queue refuses.
    func place(
        _ make: ([NewOrder]) async throws(TransferError) -> [TransferID]
    ) async throws(CommandError) -> [TransferRun.Order] {
        var placed: [TransferRun.Order] = []
        var fresh: [(order: NewOrder, local: String, remote: String)] = []
        for step in steps {
            switch step {
            case .known(let order): placed.append(order)
            case .new(let order, let local, let remote): fresh.append((order, local, remote))
            }
        }
        do throws(TransferError) {
            let ids = try await make(fresh.map { $0.order })
            for (id, one) in zip(ids, fresh) {
                placed.append(
                    TransferRun.Order(id: id, local: one.local, remote: one.remote, direction: direction)
                )
            }
        } catch {
            throw CommandError(error)
        }
        return placed
    }

    /// Names a file that a dry run would move.
    ///
    /// - Parameters:
    ///   - local: as the person calls it.
    ///   - remote: as the person calls it.
    ///   - size: in bytes.
    ///   - output: is told.
    mutating func say(local: String, remote: String, size: Int64, _ output: Output) {
        planned += 1
        let ends = direction == .upload ? [local, remote] : [remote, local]
        output.line("\(ends.map { output.name($0) }.joined(separator: " -> "))  \(Amount.bytes(size))")
        output.object { writer in
            writer.key("event")
            writer.string("planned")
            writer.key("local")
            writer.string(local)
            writer.key("remote")
            writer.string(remote)
            writer.key("size")
            writer.int(size)
        }
    }
}
