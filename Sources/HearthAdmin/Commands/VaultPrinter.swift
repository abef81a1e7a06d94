import Glibc
import HearthDrive
import HearthStorage
import Synchronization

/// Shows a check on the console: findings as they come, counts now and then, a summary at the end.
final class VaultPrinter: Sendable {
    private struct State {
        var nextProgress = ContinuousClock.now + .seconds(3)
        var summary: VaultReport.Counts?
        var elsewhere: Bool?
        var canAccept = false
    }

    private let console: Console
    private let showsProgress: Bool
    private let state = Mutex(State())

    /// Progress is shown on a terminal only.
    init(_ console: Console, showsProgress: Bool) {
        self.console = console
        self.showsProgress = showsProgress
    }

    /// What the check came to; nil when it did not come to its end.
    var summary: VaultReport.Counts? { state.withLock { $0.summary } }

    /// Whether something is left that ``VaultRequest/accepts`` would take as right.
    var canAccept: Bool { state.withLock { $0.canAccept } }

    /// Whether the drive said that this is none of its folders, and then whether it lies on one of its partitions.
    var elsewhere: Bool? { state.withLock { $0.elsewhere } }

    func hear(_ report: VaultReport) {
        switch report {
        case .finding(let finding):
            let kind = VaultFinding.Kind(rawValue: finding.kind)
            if kind == .changedOutside, finding.outcome == "remains" {
                state.withLock { $0.canAccept = true }
            }
            console.print(Self.text(of: finding))
        case .progress(let counts):
            let isDue = state.withLock { state in
                guard showsProgress, ContinuousClock.now >= state.nextProgress else { return false }
                state.nextProgress = ContinuousClock.now + .seconds(3)
                return true
            }
            if isDue { console.complain(Self.progress(counts)) }
        case .summary(let counts):
            state.withLock { $0.summary = counts }
            console.print(Self.text(of: counts))
        case .elsewhere(let isOnPartition): state.withLock { $0.elsewhere = isOnPartition }
        }
    }

    // MARK: Texts

    private static func text(of finding: VaultReport.Finding) -> String {
        let state = finding.isNote && finding.outcome == "remains" ? "note" : finding.outcome
        let meaning =
            VaultFinding.Kind(rawValue: finding.kind).map { ": \(VaultWords.meaning(of: $0))" } ?? ""
        var lines = ["\(finding.kind) [\(state)]\(meaning)"]
        if let plain = finding.plain { lines.append("    path   \(plain)") }
        lines.append("    place  \(finding.place)")
        if !finding.detail.isEmpty { lines.append("    found  \(finding.detail)") }
        if !finding.outcomeDetail.isEmpty {
            lines.append("    \(finding.outcome == "failed" ? "why  " : "done ")  \(finding.outcomeDetail)")
        }
        return lines.map(VaultWords.printable).joined(separator: "\n")
    }

    private static func progress(_ counts: VaultReport.Counts) -> String {
        let found = counts.damages == 0 ? "" : ", \(VaultWords.count(counts.damages, "finding"))"
        if counts.filesRead == 0 {
            return "\(VaultWords.count(counts.directories, "directory", "directories")) looked at\(found)"
        }
        return "\(counts.filesRead) of \(VaultWords.count(counts.files, "file")) read, "
            + "\(Capacity.text(counts.bytesRead))\(found)"
    }

    private static func text(of counts: VaultReport.Counts) -> String {
        let looked =
            "Looked at \(VaultWords.count(counts.directories, "directory", "directories")) and "
            + "\(VaultWords.count(counts.filesRead, "file")), read \(Capacity.text(counts.bytesRead))."
        let notes = counts.notes == 0 ? "" : " \(VaultWords.count(counts.notes, "note"))."
        if counts.damages == 0 { return "\(looked) No damage found.\(notes)" }
        return "\(looked) \(VaultWords.count(counts.damages, "finding")): \(counts.mended) put right, "
            + "\(counts.remaining) left.\(notes)"
    }
}
