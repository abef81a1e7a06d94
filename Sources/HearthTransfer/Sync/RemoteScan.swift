import HearthClient
import HearthWire

/// Lists a folder of the server, several of its folders at a time.
struct RemoteScan: Sendable {
    let context: TransferContext
    let top: RemotePath
    let selection: TreeSelection

    /// Folders that are listed at the same time.
    private static let width = 8

    /// What a folder holds, without what is in its folders.
    struct Folder: Sendable {
        var path: [UInt8]
        var entries: [TreeEntry] = []
        var leftOut: [[UInt8]] = []
        var failure: TransferError?
    }

    /// Lists everything that is meant.
    ///
    /// - Throws: when the top is there and cannot be listed, or when nothing can: signed out, password, no network.
    func run() async throws(TransferError) -> TreeListing {
        var listing = TreeListing()
        let first = try await list([])
        if let failure = first.failure {
            guard Self.isMissing(failure) else { throw failure }
            listing.isMissing = true
            return listing
        }
        var waiting = take(first, into: &listing)
        do {
            try await withThrowingTaskGroup(of: Folder.self) { group in
                var running = 0
                while true {
                    while running < Self.width, let folder = waiting.popLast() {
                        running += 1
                        group.addTask { try await list(folder) }
                    }
                    guard let found = try await group.next() else { return }
                    running -= 1
                    if let failure = found.failure {
                        listing.close(found.path, failure)
                    } else {
                        waiting += take(found, into: &listing)
                    }
                }
            }
        } catch {
            throw error as? TransferError ?? TransferError(.cancelled)
        }
        if !selection.keepsEmptyFolders { listing.dropFoldersWithoutFiles() }
        return listing
    }

    /// Adds what a folder holds.
    ///
    /// - Returns: the folders in it.
    private func take(_ folder: Folder, into listing: inout TreeListing) -> [[UInt8]] {
        for entry in folder.entries { listing.add(entry) }
        for path in folder.leftOut { listing.leave(path) }
        return folder.entries.compactMap { $0.kind == .folder ? $0.path : nil }
    }

    static func isMissing(_ error: TransferError) -> Bool {
        switch error.wireCode {
        case .notFound, .resourceNotFound, .destinationNotDirectory: true
        default: false
        }
    }

    /// Whether every other folder would fail alike.
    private static func endsAll(_ error: TransferError) -> Bool {
        if error.code == .cancelled || error.client?.endsSession == true || error.client?.transport != nil {
            return true
        }
        return error.wireCode == .folderPasswordWrong
    }

    /// Lists one folder.
    ///
    /// - Parameter folder: below the top.
    /// - Returns: what it holds; its failure, when that is its own.
    /// - Throws: what would fail for every other folder alike.
    func list(_ folder: [UInt8]) async throws(TransferError) -> Folder {
        var found = Folder(path: folder)
        guard let directory = top.below(folder) else {
            found.failure = TransferError(.badName, String(decoding: folder, as: UTF8.self))
            return found
        }
        var cursor: String?
        do throws(TransferError) {
            repeat {
                if Task.isCancelled { throw TransferError(.cancelled) }
                let after = cursor
                let page = try await Retrier.run(context) { () async throws(ClientError) in
                    try await context.remote.list(directory, after: after)
                }
                for entry in page.entries { add(entry, &found) }
                cursor = page.next
            } while cursor != nil
        } catch {
            if Self.endsAll(error) { throw error }
            found.failure = error
        }
        return found
    }

    private func add(_ entry: WireResource, _ folder: inout Folder) {
        let name = RemotePath(entry)?.lastComponent ?? Array(entry.name.utf8)
        let path = TreePath.appending(name, to: folder.path)
        let isFolder = entry.kind == .directory
        guard selection.isIncluded(path, isFolder) else {
            folder.leftOut.append(path)
            return
        }
        folder.entries.append(
            TreeEntry(
                path: path,
                kind: isFolder ? .folder : .file,
                size: isFolder ? 0 : entry.size,
                modified: isFolder ? 0 : entry.modified
            )
        )
    }
}

extension RemotePath {
    /// An entry anywhere in this directory; nil where a name cannot be said.
    func below(_ path: [UInt8]) -> RemotePath? {
        var found: RemotePath? = self
        for name in TreePath.names(path) { found = found?.appending(name) }
        return found
    }
}
