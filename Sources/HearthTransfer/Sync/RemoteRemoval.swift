import HearthClient
import HearthWire

/// Deletes on the server: what was listed, as it was listed, and nothing that came or changed since.
///
/// Hours may lie between the listing and the deletions, and there is no way back from them. So every folder is listed
/// once more right before.
struct RemoteRemoval: Sendable {
    let context: TransferContext
    let top: RemotePath
    /// Whether folders without files were listed as well.
    let knowsEmptyFolders: Bool

    /// Folders above deletions as they are now.
    struct Look: Sendable {
        fileprivate var entries: [[UInt8]: TreeEntry] = [:]
        fileprivate var failures: [[UInt8]: TransferError] = [:]
    }

    /// Lists the folders above some deletions.
    ///
    /// - Throws: what would fail for all of them alike.
    func look(above deletions: [MirrorPlan.Deletion]) async throws(TransferError) -> Look {
        let scan = RemoteScan(context: context, top: top, selection: .all)
        var look = Look()
        for parent in Set(deletions.map { Self.parent($0.entry.path) }) {
            let found = try await scan.list(parent)
            if let failure = found.failure, !RemoteScan.isMissing(failure) { look.failures[parent] = failure }
            for entry in found.entries { look.entries[entry.path] = entry }
        }
        return look
    }

    /// Whether a deletion is still about what was listed.
    ///
    /// - Returns: false when nothing lies there any more.
    /// - Throws: ``TransferError/Code/remoteChanged`` when something else does.
    func isThere(_ deletion: MirrorPlan.Deletion, _ look: Look) async throws(TransferError) -> Bool {
        let entry = deletion.entry
        if let failure = look.failures[Self.parent(entry.path)] { throw failure }
        guard let now = look.entries[entry.path] else { return false }
        guard now.kind == entry.kind, entry.kind == .folder || now == entry else {
            throw TransferError(.remoteChanged, now.text)
        }
        if entry.kind == .folder { try await compare(deletion) }
        return true
    }

    /// Holds what a folder has now against what it had.
    private func compare(_ deletion: MirrorPlan.Deletion) async throws(TransferError) {
        let known = Set(deletion.contents)
        let scan = RemoteScan(context: context, top: top, selection: .all)
        var waiting = [deletion.entry.path]
        while let folder = waiting.popLast() {
            let found = try await scan.list(folder)
            if let failure = found.failure {
                if RemoteScan.isMissing(failure) { continue }
                throw failure
            }
            for entry in found.entries {
                if entry.kind == .folder { waiting.append(entry.path) }
                if entry.kind == .folder, !knowsEmptyFolders { continue }
                guard known.contains(entry) else { throw TransferError(.remoteChanged, entry.text) }
            }
        }
    }

    private static func parent(_ path: [UInt8]) -> [UInt8] {
        path.lastIndex(of: TreePath.slash).map { Array(path[..<$0]) } ?? []
    }
}
