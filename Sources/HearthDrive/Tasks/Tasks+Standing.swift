import HearthSQL
package import HearthWire

/// How a task stands, for those who wait for it.
extension Tasks {
    /// Where a task stands.
    package enum Standing: Sendable {
        /// Queued or running.
        case pending
        /// Ended well, or is forgotten.
        case done
        /// Ended with a code.
        case failed(WireCode, argument: String?)
    }

    /// Where a task stands, whoever asked for it.
    package func standing(of taskID: String) async throws -> Standing {
        let row = try await database.read { session in
            try session.first("SELECT state, code, argument FROM tasks WHERE task_id = ?", taskID).map {
                (try $0.text(0), Int(try $0.int(1)), try $0.optionalText(2))
            }
        }
        switch row?.0 {
        case "queued", "running": return .pending
        case "failed": return .failed(WireCode(rawValue: row?.1 ?? 1), argument: row?.2)
        default: return .done
        }
    }
}
