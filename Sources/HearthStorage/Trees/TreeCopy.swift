import CLinux
import Glibc

/// Copies a file or tree into a directory, without stack and with few descriptors; durable when it returns.
///
/// Links below a copied directory stay links. FIFOs, sockets and devices are left out, and what vanishes meanwhile.
/// Modification times are kept.
enum TreeCopy {
    /// Copies an open file or directory.
    ///
    /// - Parameters:
    ///   - source: open for reading, at its start.
    ///   - status: what the source is.
    ///   - destination: the directory that gets the copy.
    ///   - name: how the copy is called there.
    ///   - meter: counts what is written, where the destination has a limit.
    ///   - progress: hears the bytes copied since its last call.
    /// - Throws: ``StorageError`` or what `progress` threw; what was built so far is left to the caller.
    static func run(
        _ source: Int32,
        _ status: FileStatus,
        in destination: Int32,
        as name: FileName,
        meter: CopyMeter? = nil,
        progress: (Int64) throws -> Void
    ) throws {
        try withoutActuallyEscaping(progress) { progress in
            var run = Run(FileCopier(progress: progress, meter: meter))
            switch status.kind {
            case .file:
                try run.copyFile(source, status.info, in: destination, as: name)
            case .directory:
                try run.copyTree(source, status.info, in: destination, as: name)
            case .other:
                throw StorageError(.notARegularFile, "only files and directories are copied")
            }
            try run.finish(destination)
        }
    }
}

/// The state of one copy.
private struct Run {
    /// Up to this many files and directories are synced one by one.
    ///
    /// Beyond, one `syncfs` at the end takes the place of
    /// thousands of journal commits; it also writes back what others left unwritten, which a small copy should not wait for.
    private static let syncedSingly = 64

    private struct Level {
        let info: FileInfo
        var subdirectories: [FileName]
    }

    private let copier: FileCopier
    private var synced = 0
    private var levels: [Level] = []

    init(_ copier: FileCopier) {
        self.copier = copier
    }

    mutating func finish(_ destination: Int32) throws {
        if synced > Self.syncedSingly {
            try check("syncfs") { hearth_syncfs(destination) }
        }
    }

    private mutating func sync(_ descriptor: Int32) throws {
        synced += 1
        if synced <= Self.syncedSingly { try check("fsync") { fsync(descriptor) } }
    }

    mutating func copyFile(_ source: Int32, _ info: FileInfo, in directory: Int32, as name: FileName) throws {
        let file = try openDescriptor(
            name,
            in: directory,
            flags: O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW,
            mode: Partition.fileMode
        )
        try copier.copy(from: source, size: info.size, allocated: info.allocated, to: file.number)
        try keepTime(info, of: file.number)
    }

    private mutating func keepTime(_ info: FileInfo, of descriptor: Int32) throws {
        let time = info.modified
        try check("futimens") { hearth_set_modified(descriptor, time.seconds, Int(time.nanoseconds)) }
        try sync(descriptor)
    }

    mutating func copyTree(_ source: Int32, _ info: FileInfo, in directory: Int32, as name: FileName) throws {
        let reader = try openDescriptor("openat", flags: O_RDONLY | O_DIRECTORY) {
            hearth_openat(source, ".", $0, 0)
        }
        var from = try DirectoryStack(reader)
        var to = try DirectoryStack(try Self.makeDirectory(name, in: directory))
        levels = [Level(info: info, subdirectories: try copyFiles(from.current, to.current))]
        while !levels.isEmpty {
            if let name = levels[levels.count - 1].subdirectories.popLast() {
                guard let status = try Self.enter(name, &from) else { continue }
                let made = DirectoryMaker.make(name, in: to.current)
                guard made == 0 else { throw StorageError(errno: made, "mkdirat") }
                try to.push(name)
                let names = try copyFiles(from.current, to.current)
                levels.append(Level(info: status.info, subdirectories: names))
            } else {
                let level = levels.removeLast()
                try keepTime(level.info, of: to.current)
                guard !levels.isEmpty else { return }
                try from.pop()
                try to.pop()
            }
        }
    }

    /// Nil when the directory is gone or is none any more.
    private static func enter(_ name: FileName, _ stack: inout DirectoryStack) throws -> FileStatus? {
        do throws(StorageError) {
            return try stack.push(name)
        } catch {
            guard [.notFound, .notADirectory, .escapes].contains(error.code) else { throw error }
            return nil
        }
    }

    private static func makeDirectory(_ name: FileName, in directory: Int32) throws -> Descriptor {
        let made = DirectoryMaker.make(name, in: directory)
        guard made == 0 else { throw StorageError(errno: made, "mkdirat") }
        return try openDescriptor(name, in: directory, flags: O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
    }

    /// Copies the files of one directory; returns the names of its subdirectories.
    private mutating func copyFiles(_ source: Int32, _ destination: Int32) throws -> [FileName] {
        var subdirectories: [FileName] = []
        try DirectoryReader.forEach(in: source, failure: { $0 as any Error }) { entry throws(any Error) in
            switch try entry.resolvedType(in: source) {
            case .directory: subdirectories.append(entry.fileName)
            case .file: try copyEntry(entry.fileName, from: source, to: destination)
            case .link: try LinkCopy.copy(entry.fileName, from: source, to: destination)
            case .other: break
            }
            return true
        }
        return subdirectories
    }

    private mutating func copyEntry(_ name: FileName, from source: Int32, to destination: Int32) throws {
        guard let file = try openListedFile(name, in: source) else { return }
        let status = try FileStatus(of: file.number)
        guard status.kind == .file else { return }
        try copyFile(file.number, status.info, in: destination, as: name)
    }
}
