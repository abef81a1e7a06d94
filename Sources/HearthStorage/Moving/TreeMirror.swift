import CLinux
import Glibc
import Synchronization

/// Brings a tree to another partition in passes, until both sides are equal.
///
/// Each pass makes the copy what the source is: what is missing or differs is copied and held against the source by
/// its SHA-256, what the source has no more goes. A pass that finds nothing to do has walked both trees and met only
/// files that were compared in the very state they have. What a killed run left is taken over once its bytes are
/// compared. Links, FIFOs, modes, times, holes and attributes come along; hard links become files of their own.
package final class TreeMirror: Sendable {
    private let source: Partition
    private let path: VolumePath
    private let target: Partition
    private let copy: VolumePath
    private let verified = Mutex<Set<MirrorStamp>>([])

    /// What a pass tells of its progress.
    package struct Progress {
        /// Bytes that are now where they belong, told at least every 16 MiB; what it throws ends the pass.
        package var bytes: (Int64) throws -> Void
        /// Files and directories.
        package var items: (Int64) throws -> Void

        /// Both listeners are needed.
        package init(bytes: @escaping (Int64) throws -> Void, items: @escaping (Int64) throws -> Void) {
            self.bytes = bytes
            self.items = items
        }
    }

    /// A mirror of one directory as a parked tree.
    ///
    /// - Parameters:
    ///   - path: the directory on `source`; no component may be a link.
    ///   - source: the partition that has it.
    ///   - target: the partition that gets it.
    ///   - name: of the copy, in `.hearth/arriving`; made when it is not there.
    /// - Throws: `.invalidName`.
    package init(
        of path: VolumePath,
        on source: Partition,
        onto target: Partition,
        as name: String
    ) throws(StorageError) {
        self.source = source
        self.path = path
        self.target = target
        copy = try Partition.path(of: name, in: .arriving)
        try target.makeParked(name, in: .arriving)
    }

    /// One pass; one at a time.
    ///
    /// - Returns: whether there was nothing to do: both trees are equal.
    /// - Throws: ``StorageError``; `.busy` when something is mounted inside; what `progress` threw. What was copied
    ///   stays for the next pass.
    package func pass(_ progress: Progress) throws -> Bool {
        let from = try source.openRoot(path)
        if MountTable.hasMount(atOrBelow: from.number) {
            throw StorageError(.busy, "something is mounted inside a tree that is to move")
        }
        let to = try target.openRoot(copy)
        let known = verified.withLock { set in
            defer { set = [] }
            return set
        }
        let meter = target.quota.map { CopyMeter($0) }
        // What was copied stays, so it is counted whatever comes.
        defer { meter?.finish() }
        var run = MirrorPass(verified: known, meter: meter, quota: target.quota, progress: progress)
        defer { verified.withLock { $0 = run.verified } }
        try run.run(from, to)
        return run.changes == 0
    }

    /// Makes everything that was copied durable.
    package func sync() throws(StorageError) {
        let to = try target.openRoot(copy)
        try check("syncfs") { hearth_syncfs(to.number) }
    }
}
