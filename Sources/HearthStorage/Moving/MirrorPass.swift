import CLinux
import Glibc

/// The state of one pass of a ``TreeMirror``; walks both trees without stack and with few descriptors.
struct MirrorPass {
    private struct Level {
        let status: FileStatus
        let place: MirrorStamp.Directory
        var subdirectories: [FileName]
    }

    /// Files that are known to be equal.
    private(set) var verified: Set<MirrorStamp>
    /// What had to be done.
    private(set) var changes = 0

    private let progress: TreeMirror.Progress
    private let quota: Quota?
    private let files: FileMirror
    private var levels: [Level] = []

    /// `meter` and `quota` count on the target's side, where it has a limit.
    init(verified: Set<MirrorStamp>, meter: CopyMeter?, quota: Quota?, progress: TreeMirror.Progress) {
        self.verified = verified
        self.quota = quota
        self.progress = progress
        files = FileMirror(meter: meter, quota: quota, progress: progress.bytes)
    }

    /// Walks from the tops of both trees.
    mutating func run(_ source: borrowing Descriptor, _ target: borrowing Descriptor) throws {
        let flags = O_RDONLY | O_DIRECTORY
        let (fromNumber, toNumber) = (source.number, target.number)
        var from = try DirectoryStack(
            openDescriptor("openat", flags: flags) { hearth_openat(fromNumber, ".", $0, 0) }
        )
        var to = try DirectoryStack(
            openDescriptor("openat", flags: flags) { hearth_openat(toNumber, ".", $0, 0) }
        )
        let top = MirrorStamp.Directory.top
        let status = try FileStatus(of: from.current)
        try Self.allowChanges(of: to.current)
        levels = [
            Level(
                status: status,
                place: top,
                subdirectories: try mirrorEntries(from.current, to.current, top)
            )
        ]
        while let last = levels.indices.last {
            guard let name = levels[last].subdirectories.popLast() else {
                try FileAttributes.copy(from: from.current, levels[last].status, to: to.current)
                levels.removeLast()
                if levels.isEmpty { return }
                try from.pop()
                try to.pop()
                continue
            }
            guard let status = try Self.enter(name, &from) else {
                changes += 1
                continue
            }
            try to.push(name)
            try Self.allowChanges(of: to.current)
            let place = levels[last].place.appending(name)
            let subdirectories = try mirrorEntries(from.current, to.current, place)
            levels.append(Level(status: status, place: place, subdirectories: subdirectories))
            try progress.items(1)
        }
    }

    /// Nil when the directory is gone or is none any more: the next pass sees to it.
    private static func enter(_ name: FileName, _ stack: inout DirectoryStack) throws -> FileStatus? {
        do throws(StorageError) {
            return try stack.push(name)
        } catch {
            guard [.notFound, .notADirectory, .escapes].contains(error.code) else { throw error }
            return nil
        }
    }

    /// A copy that already has its mode may be closed to us as its original is.
    private static func allowChanges(of directory: Int32) throws(StorageError) {
        let permissions = try FileStatus(of: directory).permissions
        if permissions & 0o700 != 0o700 {
            try check("fchmod") { fchmod(directory, mode_t(permissions | 0o700)) }
        }
    }

    /// Makes the entries of one directory equal, but for what is inside its subdirectories, whose names it returns.
    private mutating func mirrorEntries(
        _ source: Int32,
        _ target: Int32,
        _ place: MirrorStamp.Directory
    ) throws -> [FileName] {
        var wanted: [(name: FileName, type: EntryType)] = []
        try DirectoryReader.forEach(in: source) { entry throws(StorageError) in
            wanted.append((entry.fileName, try entry.resolvedType(in: source)))
            return true
        }
        var present: [FileName: EntryType] = [:]
        try DirectoryReader.forEach(in: target) { entry throws(StorageError) in
            present[entry.fileName] = try entry.resolvedType(in: target)
            return true
        }
        let names = Set(wanted.lazy.map(\.name))
        for name in present.keys where !names.contains(name) {
            changes += 1
            try remove(name, in: target)
        }
        var subdirectories: [FileName] = []
        for (name, type) in wanted {
            try progress.bytes(0)
            if let there = present[name], there != type {
                changes += 1
                try remove(name, in: target)
                present[name] = nil
            }
            switch type {
            case .directory:
                subdirectories.append(name)
                if present[name] == nil { try makeDirectory(name, in: target) }
            case .file: try mirrorFile(name, from: source, to: target, place)
            case .link: try mirrorLink(name, from: source, to: target)
            case .other: try mirrorNode(name, from: source, to: target)
            }
        }
        return subdirectories
    }

    private func remove(_ name: FileName, in directory: Int32) throws {
        try TreeRemoval.remove(name, in: directory, quota: quota, failure: { $0 }) { _ in
            try progress.bytes(0)
        }
    }

    private mutating func makeDirectory(_ name: FileName, in target: Int32) throws {
        changes += 1
        let number = DirectoryMaker.make(name, in: target)
        guard number == 0 else { throw StorageError(errno: number, "mkdirat") }
    }

    private mutating func mirrorFile(
        _ name: FileName,
        from source: Int32,
        to target: Int32,
        _ place: MirrorStamp.Directory
    ) throws {
        guard let original = try openListedFile(name, in: source) else {
            changes += 1
            return
        }
        let status = try FileStatus(of: original.number)
        guard status.kind == .file else {
            changes += 1
            return
        }
        if let there = try FileStatus(of: name, in: target), there.kind == .file,
            verified.contains(MirrorStamp(place, name, status.info, there.info))
        {
            return
        }
        changes += 1
        if let copy = try files.mirror(original, status, to: name, in: target) {
            verified.insert(MirrorStamp(place, name, status.info, copy))
        }
        try progress.items(1)
    }

    private mutating func mirrorLink(_ name: FileName, from source: Int32, to target: Int32) throws {
        guard let status = try FileStatus(of: name, in: source), status.isLink,
            let destination = try LinkCopy.destination(of: name, in: source)
        else {
            changes += 1
            return
        }
        if try FileStatus(of: name, in: target)?.isLink == true {
            if try LinkCopy.destination(of: name, in: target) == destination { return }
            try remove(name, in: target)
        }
        changes += 1
        try LinkCopy.make(name, in: target, to: destination, time: status.info.modified)
    }

    /// FIFOs and sockets are names without content; devices are not for an ordinary account to make.
    private mutating func mirrorNode(_ name: FileName, from source: Int32, to target: Int32) throws {
        guard let status = try FileStatus(of: name, in: source) else {
            changes += 1
            return
        }
        if let there = try FileStatus(of: name, in: target) {
            if there.format == status.format { return }
            try remove(name, in: target)
        }
        guard status.format == UInt32(Glibc.S_IFIFO) || status.format == UInt32(Glibc.S_IFSOCK) else {
            throw StorageError(.notARegularFile, "a device cannot be moved to another partition")
        }
        changes += 1
        let mode = mode_t(status.format | status.permissions)
        try check("mknodat") { name.withCString { mknodat(target, $0, mode, 0) } }
        // Without what the umask takes away.
        try check("fchmodat") { name.withCString { fchmodat(target, $0, mode_t(status.permissions), 0) } }
    }
}
