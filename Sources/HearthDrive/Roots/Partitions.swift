package import HearthStorage
import HearthWire
import Synchronization

/// The partitions this server has open, by pool and name; pools and partitions come and go while it runs.
package final class Partitions: Sendable {
    /// Pool and partition of the embedded default.
    package static let defaultName = "_default_"

    /// A partition's address: what rows of roots hold.
    package struct Key: Hashable, Sendable {
        /// The pool.
        package var pool: String
        /// The partition inside it.
        package var name: String

        /// Both parts.
        package init(pool: String, name: String) {
            self.pool = pool
            self.name = name
        }
    }

    /// A partition with the volume of its top, which roots are looked up in.
    struct Open: Sendable {
        let partition: Partition
        let top: DirectoryVolume
    }

    private let open: Mutex<[Key: Open]>
    /// A type of its own: see ``Hook``.
    private struct Opener {
        var open: (@Sendable (Key) -> Bool)?
    }

    private let opener = Mutex(Opener())

    /// One embedded pool with one partition.
    package init(embedded: Partition) throws(StorageError) {
        let top = try embedded.volume(at: VolumePath())
        let key = Key(pool: Self.defaultName, name: Self.defaultName)
        open = Mutex([key: Open(partition: embedded, top: top)])
    }

    /// All of them.
    var all: [Open] { open.withLock { Array($0.values) } }

    /// An open partition.
    ///
    /// - Throws: 40005 when there is none of that name.
    package func partition(pool: String, name: String) throws -> Partition {
        try find(pool: pool, name: name).partition
    }

    func find(pool: String, name: String) throws -> Open {
        let key = Key(pool: pool, name: name)
        if let found = opened(key) { return found }
        // Its disk may have come since somebody looked.
        if let open = opener.withLock({ $0.open }), open(key), let found = opened(key) { return found }
        throw DriveError(.partitionUnavailable)
    }

    /// A partition, if it is open.
    func opened(_ key: Key) -> Open? { open.withLock { $0[key] } }

    /// Whether a partition is open.
    func isOpen(_ key: Key) -> Bool { opened(key) != nil }

    /// Sets what tries to open a partition that is asked for and not open.
    func setOpener(_ opener: @escaping @Sendable (Key) -> Bool) {
        self.opener.withLock { $0.open = opener }
    }

    /// An open partition by its id, with the names that it has now.
    func named(id: String) -> (key: Key, partition: Partition)? {
        open.withLock { open in
            open.first { $0.value.partition.id == id }.map { ($0.key, $0.value.partition) }
        }
    }

    /// Makes a partition usable under a key.
    package func add(_ partition: Partition, as key: Key) throws(StorageError) {
        let top = try partition.volume(at: VolumePath())
        open.withLock { $0[key] = Open(partition: partition, top: top) }
    }

    /// Forgets a partition; requests that hold its volumes finish on them.
    package func remove(_ key: Key) {
        open.withLock { _ = $0.removeValue(forKey: key) }
    }

    /// Lets an open partition be found by another name too, while the rows change over to it.
    package func alias(_ key: Key, as new: Key) {
        open.withLock { $0[new] = $0[key] }
    }
}
