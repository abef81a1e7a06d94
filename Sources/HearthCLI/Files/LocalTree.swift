import Glibc
import HearthArguments

/// Walks through a local folder; used by all commands that look at whole trees.
package struct LocalTree: Sendable {
    /// What a walk could not read or does not take, and why.
    package struct Problem: Sendable {
        /// Below the top.
        package var path: String
        /// What to tell.
        package var error: CommandError
    }

    /// The folder.
    package let top: String
    /// Which files are meant.
    package let filter: NameFilter

    /// Takes a folder; a link to one counts as the folder.
    package init(_ top: String, filter: NameFilter = .all) {
        self.top = top
        self.filter = filter
    }

    /// Visits every file that is meant and every folder that may hold one, a folder before what is in it, names in
    /// the order of their bytes.
    ///
    /// Links are not followed and not visited; nor are sockets, FIFOs and devices.
    ///
    /// Memory grows with the depth and the largest folder, not with the tree. Blocks.
    ///
    /// - Parameters:
    ///   - visit: throws to end the walk.
    ///   - problem: is told of what is left out that the person may miss.
    /// - Throws: what `visit` throws; exit code 3 and others when the top cannot be read; 130 when cancelled.
    package func walk(
        _ visit: (LocalEntry) throws(CommandError) -> Void,
        problem: (Problem) -> Void
    ) throws(CommandError) {
        // The folders that wait, the next one last: no recursion, however deep the tree is.
        var waiting = [""]
        while let folder = waiting.popLast() {
            if Task.isCancelled { throw CommandError(.interrupted, "已中断", "interrupted") }
            let path = folder.isEmpty ? top : top + "/" + folder
            guard let directory = opendir(ByteText.path(path)) else {
                let error = LocalError.failure(path, errno)
                if folder.isEmpty { throw error }
                problem(Problem(path: folder, error: error))
                continue
            }
            defer { closedir(directory) }
            var folders: [String] = []
            for bytes in names(in: directory).sorted(by: { $0.lexicographicallyPrecedes($1) }) {
                var status = stat()
                let full = join(folder, ByteText.text(bytes))
                let name = bytes.map { CChar(bitPattern: $0) } + [0]
                guard fstatat(dirfd(directory), name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
                    // Gone since it was listed is no problem.
                    if errno != ENOENT {
                        problem(Problem(path: full, error: LocalError.failure(full, errno)))
                    }
                    continue
                }
                let entry = LocalEntry(path: full, status)
                switch entry.kind {
                case .file where filter.takes(file: full): try visit(entry)
                case .folder where filter.enters(folder: full):
                    try visit(entry)
                    folders.append(full)
                default: break
                }
            }
            waiting += folders.reversed()
        }
    }

    private func join(_ folder: String, _ name: String) -> String {
        folder.isEmpty ? name : folder + "/" + name
    }

    private func names(in directory: OpaquePointer) -> [[UInt8]] {
        var names: [[UInt8]] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: UInt8.self, capacity: 256) { bytes in
                    Array(
                        UnsafeBufferPointer(
                            start: bytes,
                            count: strlen(UnsafeRawPointer(bytes).assumingMemoryBound(to: CChar.self))
                        )
                    )
                }
            }
            if name != [0x2E], name != [0x2E, 0x2E] { names.append(name) }
        }
        return names
    }
}
