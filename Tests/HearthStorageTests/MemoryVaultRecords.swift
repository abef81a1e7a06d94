import HearthStorage
import Synchronization

/// Records of a vault in memory, as a database would keep them.
final class MemoryVaultRecords: VaultRecords {
    private let table = Mutex<[VaultPlace: [[UInt8]]]>([:])

    func seals(at place: VaultPlace) throws(StorageError) -> [[UInt8]] {
        table.withLock { $0[place] ?? [] }
    }

    func prepare(_ items: [(VaultPlace, [UInt8])]) throws(StorageError) {
        table.withLock { table in
            for (place, seal) in items { table[place] = Array((table[place] ?? []).suffix(1)) + [seal] }
        }
    }

    func settle(_ items: [(VaultPlace, [UInt8]?)]) {
        table.withLock { table in
            for (place, seal) in items { table[place] = seal.map { [$0] } }
        }
    }

    func removeAll(of directory: [UInt8]) {
        table.withLock { table in table = table.filter { $0.key.directory != directory } }
    }

    /// All places that have a record.
    var places: [VaultPlace] { table.withLock { Array($0.keys) } }

    /// How many places have a record.
    var count: Int { table.withLock { $0.count } }
}
