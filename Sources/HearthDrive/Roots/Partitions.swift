package import HearthStorage
import HearthWire

/// The partitions this server has open, by pool and name.
package struct Partitions: Sendable {
    /// Pool and partition of the embedded default.
    package static let defaultName = "_default_"

    private struct Key: Hashable {
        var pool: String
        var name: String
    }

    /// A partition with the volume of its top, which roots are looked up in.
    struct Open: Sendable {
        let partition: Partition
        let top: DirectoryVolume
    }

    private let open: [Key: Open]

    /// One embedded pool with one partition.
    package init(embedded: Partition) throws(StorageError) {
        let top = try embedded.volume(at: VolumePath())
        open = [Key(pool: Self.defaultName, name: Self.defaultName): Open(partition: embedded, top: top)]
    }

    /// All of them.
    var all: [Open] { Array(open.values) }

    /// An open partition.
    ///
    /// - Throws: 40005 when there is none of that name.
    package func partition(pool: String, name: String) throws -> Partition {
        try find(pool: pool, name: name).partition
    }

    func find(pool: String, name: String) throws -> Open {
        guard let found = open[Key(pool: pool, name: name)] else {
            throw DriveError(.partitionUnavailable)
        }
        return found
    }
}
