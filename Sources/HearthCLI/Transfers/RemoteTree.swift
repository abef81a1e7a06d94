import HearthArguments
package import HearthClient
import HearthWire

/// The files below a folder of the drive, by their paths.
package struct RemoteTree: Sendable {
    /// What is known of a file.
    package struct File: Sendable, Hashable {
        /// Bytes.
        package var size: Int64
        /// Unix seconds.
        package var modified: Int64
        /// Where it lies.
        package var path: RemotePath
    }

    /// Files by their paths below the folder, byte for byte.
    package private(set) var files: [[UInt8]: File] = [:]
    /// Folders below the folder.
    package private(set) var folders: Set<[UInt8]> = []

    /// Walks through a folder.
    ///
    /// - Parameters:
    ///   - drive: the home.
    ///   - top: the folder.
    ///   - filter: which files are meant; folders that cannot hold one are left alone.
    /// - Throws: what the server refuses.
    package init(_ drive: Drive, _ top: RemotePath, filter: NameFilter = .all) async throws(CommandError) {
        var waiting: [(path: RemotePath, below: [UInt8])] = [(top, [])]
        while let (folder, below) = waiting.popLast() {
            if Task.isCancelled { throw CommandError(.interrupted, "已中断", "interrupted") }
            var found: [(RemotePath, [UInt8])] = []
            try await drive.pages(of: folder) { page throws(CommandError) in
                for entry in page {
                    guard let path = RemotePath(entry), let name = path.lastComponent else { continue }
                    let whole = below.isEmpty ? name : below + [UInt8(ascii: "/")] + name
                    let text = ByteText.text(whole)
                    if entry.kind == .directory {
                        guard filter.enters(folder: text) else { continue }
                        folders.insert(whole)
                        found.append((path, whole))
                    } else if filter.takes(file: text) {
                        files[whole] = File(size: entry.size, modified: entry.modified, path: path)
                    }
                }
            }
            waiting += found.reversed()
        }
    }
}
