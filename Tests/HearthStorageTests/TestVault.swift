import HearthCrypto
import HearthStorage
import HearthTesting
import Synchronization

/// Records in memory, as the database keeps them.
final class MemoryRecords: VaultRecords {
    private let items = Mutex<[VaultPlace: [[UInt8]]]>([:])

    func seals(at place: VaultPlace) throws(StorageError) -> [[UInt8]] { items.withLock { $0[place] ?? [] } }

    func prepare(_ new: [(VaultPlace, [UInt8])]) throws(StorageError) {
        items.withLock { items in
            for (place, seal) in new where items[place]?.contains(seal) != true {
                items[place, default: []].append(seal)
            }
        }
    }

    func settle(_ settled: [(VaultPlace, [UInt8]?)]) {
        items.withLock { items in
            for (place, seal) in settled { items[place] = seal.map { [$0] } }
        }
    }

    func removeAll(of directory: [UInt8]) {
        items.withLock { items in items = items.filter { $0.key.directory != directory } }
    }

    /// How many places have a record.
    var count: Int { items.withLock { $0.count } }
}

/// A vault in a root directory of a partition of its own.
final class TestVault: Sendable {
    let partition: TestPartition
    let inner: DirectoryVolume
    let keys: VaultKeys
    let records: MemoryRecords
    let vault: Vault

    init(_ partition: TestPartition, root: String = "vault", keys: VaultKeys? = nil) throws {
        self.partition = partition
        let keys = try keys ?? VaultKeys.random()
        self.keys = keys
        inner = try partition.root(root)
        records = MemoryRecords()
        try Vault.create(on: inner, keys: keys)
        vault = try Vault(inner: inner, keys: keys, records: records, epoch: 1)
    }

    convenience init() throws { try self.init(TestPartition()) }

    /// The whole vault.
    func volume() throws -> EncryptedVolume { try EncryptedVolume(vault) }

    /// The vault as the next process opens it.
    func reopened(records: (any VaultRecords)? = nil) throws -> EncryptedVolume {
        let vault = try Vault(inner: inner, keys: keys, records: records ?? self.records, epoch: 2)
        try vault.recover()
        return try EncryptedVolume(vault)
    }
}

extension VolumePath {
    /// The path with another name at the end.
    func appending(_ text: String) throws -> VolumePath {
        try VolumePath(String(decoding: bytes, as: UTF8.self) + (isRoot ? "" : "/") + text)
    }
}
