import CLinux
import Glibc

/// Deletes trees without stack and with few descriptors.
enum TreeRemoval {
    /// How often a directory that will not become empty is read again: entries may be skipped while others go.
    private static let attempts = 16

    /// Deletes an entry and everything below it; nothing happens when it is gone.
    ///
    /// What is mounted inside is left alone (`.busy` at the end).
    ///
    /// - Parameters:
    ///   - name: the entry.
    ///   - directory: where it is.
    ///   - quota: the account that gets back what the files occupied.
    ///   - failure: makes the caller's error of ours.
    ///   - progress: hears the number of entries deleted since its last call.
    /// - Throws: `.busy`, `.accessDenied`, `.io`, or what `progress` threw; the rest of the tree stays.
    static func remove<Failure: Error>(
        _ name: FileName,
        in directory: Int32,
        quota: Quota? = nil,
        failure: (StorageError) -> Failure,
        progress: (Int64) throws(Failure) -> Void
    ) throws(Failure) {
        quota?.begin()
        defer { quota?.end() }
        for attempt in 1... {
            var run: Run
            do throws(StorageError) {
                guard let top = try unlinkOrOpen(name, in: directory, quota) else { return }
                run = try Run(top, quota)
            } catch {
                throw failure(error)
            }
            while true {
                let more: Bool
                do throws(StorageError) { more = try run.step() } catch { throw failure(error) }
                try progress(run.takeCount())
                if !more { break }
            }
            let number = errorNumber { name.withCString { unlinkat(directory, $0, AT_REMOVEDIR) } }
            if number == 0 || number == ENOENT { return }
            if run.metMount {
                throw failure(
                    StorageError(.busy, "something is mounted inside a tree to be removed", errno: number)
                )
            }
            guard number == ENOTEMPTY, attempt < attempts else {
                throw failure(StorageError(errno: number, "unlinkat of a directory"))
            }
        }
    }

    /// Nil when the entry is gone: it was none, or no directory.
    private static func unlinkOrOpen(
        _ name: FileName,
        in directory: Int32,
        _ quota: Quota?
    ) throws(StorageError) -> Descriptor? {
        let freed = quota == nil ? 0 : try FileStatus(of: name, in: directory)?.reclaimed ?? 0
        let number = errorNumber { name.withCString { unlinkat(directory, $0, 0) } }
        if number == 0 { quota?.give(freed) }
        if number == 0 || number == ENOENT { return nil }
        guard number == EISDIR || number == EPERM else { throw StorageError(errno: number, "unlinkat") }
        return try openDescriptor(name, in: directory, flags: O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
    }

    /// The same without anybody listening.
    static func remove(_ name: FileName, in directory: Int32, quota: Quota? = nil) throws(StorageError) {
        try remove(name, in: directory, quota: quota, failure: { $0 }) { _ throws(StorageError) in }
    }

    /// The state of one removal between steps.
    private struct Run: ~Copyable {
        private struct Level {
            let name: FileName?
            var subdirectories: [FileName]
            var attempts = TreeRemoval.attempts
        }

        private static let stepSize = 1_000

        private var stack: DirectoryStack
        private var levels: [Level] = []
        private var count: Int64 = 0
        private(set) var metMount = false
        private let quota: Quota?

        init(_ top: consuming Descriptor, _ quota: Quota?) throws(StorageError) {
            self.quota = quota
            stack = try DirectoryStack(top)
        }

        mutating func takeCount() -> Int64 {
            defer { count = 0 }
            return count
        }

        /// Deletes about a thousand entries; false when all is gone.
        mutating func step() throws(StorageError) -> Bool {
            if levels.isEmpty { levels.append(Level(name: nil, subdirectories: try empty())) }
            while count < Self.stepSize {
                let last = levels.count - 1
                if let name = levels[last].subdirectories.popLast() {
                    try enter(name)
                } else if try !leave() {
                    return false
                }
            }
            return true
        }

        private mutating func enter(_ name: FileName) throws(StorageError) {
            do throws(StorageError) {
                if try stack.push(name).isMountRoot {
                    metMount = true
                    try stack.pop()
                    return
                }
            } catch {
                // Gone or exchanged meanwhile: the parent is read again if it does not become empty.
                guard [.notFound, .notADirectory, .escapes].contains(error.code) else { throw error }
                return
            }
            levels.append(Level(name: name, subdirectories: try empty()))
        }

        /// Goes up and deletes the directory that was left; false at the top.
        private mutating func leave() throws(StorageError) -> Bool {
            guard let level = levels.popLast(), let name = level.name else { return false }
            try stack.pop()
            let directory = stack.current
            let number = errorNumber { name.withCString { unlinkat(directory, $0, AT_REMOVEDIR) } }
            switch number {
            case 0: count += 1
            case ENOENT: break
            case ENOTEMPTY where metMount: break
            case ENOTEMPTY where level.attempts > 0:
                try stack.push(name)
                levels.append(Level(name: name, subdirectories: try empty(), attempts: level.attempts - 1))
            default: throw StorageError(errno: number, "unlinkat of a directory")
            }
            return true
        }

        /// Unlinks everything in the current directory but subdirectories, whose names it returns.
        private mutating func empty() throws(StorageError) -> [FileName] {
            var subdirectories: [FileName] = []
            var deleted: Int64 = 0
            let directory = stack.current
            let quota = quota
            try DirectoryReader.forEach(in: directory) { entry throws(StorageError) in
                if try entry.resolvedType(in: directory) == .directory {
                    subdirectories.append(entry.fileName)
                    return true
                }
                guard let name = entry.cString else { return true }
                let freed = quota == nil ? 0 : try FileStatus(of: name, in: directory)?.reclaimed ?? 0
                let number = errorNumber { unlinkat(directory, name, 0) }
                switch number {
                case 0:
                    deleted += 1
                    quota?.give(freed)
                case ENOENT: break
                case EISDIR: subdirectories.append(entry.fileName)
                default: throw StorageError(errno: number, "unlinkat")
                }
                return true
            }
            count += deleted
            return subdirectories
        }
    }
}
