import HearthStorage
import Synchronization

/// A volume that fails at one of its calls: to see what an interrupted change leaves.
final class FaultyVolume: Volume {
    struct Fault: Error {}

    /// How a call fails.
    enum Mode: String, CaseIterable, Sendable {
        /// Without having done anything; what follows works.
        case once
        /// Having done it all the same, as when only making it durable failed.
        case afterwards
        /// From there on nothing works any more: the process was killed.
        case killed
    }

    private struct State {
        var left: Int?
        var mode = Mode.once
        var isDown = false
    }

    let inner: any Volume
    private let state = Mutex(State())

    init(_ inner: any Volume) { self.inner = inner }

    /// Whether the fault has happened.
    var isDown: Bool { state.withLock { $0.isDown } }

    /// Lets the call of a number fail, from 1.
    func fail(at call: Int, _ mode: Mode) { state.withLock { $0 = State(left: call, mode: mode) } }

    /// Lets no call fail any more.
    func mend() { state.withLock { $0.left = nil } }

    /// Runs a call that changes something, or fails it.
    func change<Result>(_ body: () throws(StorageError) -> Result) throws(StorageError) -> Result {
        let mode: Mode? = state.withLock { state in
            guard let left = state.left else { return nil }
            state.left = left - 1
            if left == 1 {
                state.isDown = true
                return state.mode
            }
            return left < 1 && state.mode == .killed ? .killed : nil
        }
        let failure = StorageError(.io, "a fault of the test")
        switch mode {
        case nil: return try body()
        case .once, .killed: throw failure
        case .afterwards:
            _ = try body()
            throw failure
        }
    }

    private func real(_ volume: any Volume) -> any Volume { (volume as? FaultyVolume)?.inner ?? volume }

    var capabilities: VolumeCapabilities { inner.capabilities }
    var partitionID: String { inner.partitionID }
    var scope: VolumeScope? { inner.scope }
    func info(_ path: VolumePath) throws(StorageError) -> FileInfo { try inner.info(path) }
    func forEachEntry(of path: VolumePath, _ body: (DirectoryEntry) -> Bool) throws(StorageError) {
        try inner.forEachEntry(of: path, body)
    }
    func info(of names: [FileName], in path: VolumePath) throws(StorageError) -> [FileInfo?] {
        try inner.info(of: names, in: path)
    }
    func open(_ path: VolumePath) throws(StorageError) -> any ReadableFile { try inner.open(path) }
    func entryInfo(_ path: VolumePath) throws(StorageError) -> FileInfo { try inner.entryInfo(path) }
    func makeDirectory(_ path: VolumePath) throws(StorageError) {
        try change { () throws(StorageError) in try inner.makeDirectory(path) }
    }
    func makeDirectories(_ path: VolumePath) throws(StorageError) -> Int {
        try change { () throws(StorageError) in try inner.makeDirectories(path) }
    }
    func setModified(_ time: FileTime, of path: VolumePath) throws(StorageError) {
        try change { () throws(StorageError) in try inner.setModified(time, of: path) }
    }
    func stage(id: String, size: Int64?) throws(StorageError) -> any StagedFile {
        try change { () throws(StorageError) in
            FaultyStagedFile(try inner.stage(id: id, size: size), volume: self)
        }
    }
    func reopenStaged(id: String) throws(StorageError) -> any StagedFile {
        FaultyStagedFile(try inner.reopenStaged(id: id), volume: self)
    }
    func discardStaged(id: String) throws(StorageError) {
        try change { () throws(StorageError) in try inner.discardStaged(id: id) }
    }
    func stagedIDs() throws(StorageError) -> [String] { try inner.stagedIDs() }
    func publish(
        _ staged: any StagedFile,
        at path: VolumePath,
        mode: PublishMode
    ) throws(StorageError) -> FileInfo {
        let staged = (staged as? FaultyStagedFile)?.inner ?? staged
        return try change { () throws(StorageError) in try inner.publish(staged, at: path, mode: mode) }
    }
    func rename(
        _ path: VolumePath,
        to destination: VolumePath,
        on volume: any Volume,
        replace: Bool
    ) throws(StorageError) {
        try change { () throws(StorageError) in
            try inner.rename(path, to: destination, on: real(volume), replace: replace)
        }
    }
    func copy(
        _ path: VolumePath,
        to destination: VolumePath,
        on volume: any Volume,
        progress: (Int64) throws -> Void
    ) throws {
        try inner.copy(path, to: destination, on: real(volume), progress: progress)
    }
    func remove(_ path: VolumePath, progress: (Int64) throws -> Void) throws {
        var failure: (any Error)?
        try change { () throws(StorageError) in
            do { try inner.remove(path, progress: progress) } catch { failure = error }
        }
        if let failure { throw failure }
    }
    func removeFiles(_ names: [FileName], in directory: VolumePath, removed: () throws -> Void) throws {
        var failure: (any Error)?
        try change { () throws(StorageError) in
            do { try inner.removeFiles(names, in: directory, removed: removed) } catch { failure = error }
        }
        if let failure { throw failure }
    }
    func treeSize(
        _ path: VolumePath,
        counting: CountedFiles
    ) throws(StorageError) -> (bytes: Int64, files: Int, directories: Int) {
        try inner.treeSize(path, counting: counting)
    }
    func space() throws(StorageError) -> VolumeSpace { try inner.space() }
}

/// A staged file whose changes count as calls of its volume.
final class FaultyStagedFile: StagedFile {
    let inner: any StagedFile
    private let volume: FaultyVolume

    init(_ inner: any StagedFile, volume: FaultyVolume) {
        self.inner = inner
        self.volume = volume
    }

    var id: String { inner.id }
    var inode: UInt64 { inner.inode }
    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(StorageError) {
        try volume.change { () throws(StorageError) in try inner.write(bytes, at: offset) }
    }
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(StorageError) -> Int {
        try inner.read(into: buffer, at: offset)
    }
    func copy(_ range: Range<Int64>, from other: any StagedFile) throws(StorageError) {
        try inner.copy(range, from: other)
    }
    func copy(_ size: Int64, of file: any ReadableFile, progress: (Int64) throws -> Void) throws {
        try inner.copy(size, of: file, progress: progress)
    }
    func sync() throws(StorageError) {
        try volume.change { () throws(StorageError) in try inner.sync() }
    }
    func truncate(to size: Int64) throws(StorageError) {
        try volume.change { () throws(StorageError) in try inner.truncate(to: size) }
    }
    func reserve(upTo size: Int64) throws(StorageError) { try inner.reserve(upTo: size) }
    func setModified(_ time: FileTime) throws(StorageError) {
        try volume.change { () throws(StorageError) in try inner.setModified(time) }
    }
    func info() throws(StorageError) -> FileInfo { try inner.info() }
    func releaseUnwritten() throws(StorageError) { try inner.releaseUnwritten() }
}

/// Records that lose what they were told late when the process is killed.
final class FaultyRecords: VaultRecords {
    let kept: MemoryRecords
    private let volume: FaultyVolume
    /// Whether even what was settled before the end is lost.
    let losesAll: Bool

    init(_ kept: MemoryRecords, volume: FaultyVolume, losesAll: Bool) {
        self.kept = kept
        self.volume = volume
        self.losesAll = losesAll
    }

    func seals(at place: VaultPlace) throws(StorageError) -> [[UInt8]] { try kept.seals(at: place) }
    func prepare(_ items: [(VaultPlace, [UInt8])]) throws(StorageError) { try kept.prepare(items) }
    func settle(_ items: [(VaultPlace, [UInt8]?)]) {
        if !losesAll, !volume.isDown { kept.settle(items) }
    }
    func removeAll(of directory: [UInt8]) {
        if !losesAll, !volume.isDown { kept.removeAll(of: directory) }
    }
}
