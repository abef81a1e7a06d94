import Glibc
import HearthCrypto
import HearthStorage
import HearthTesting
import Synchronization
import Testing

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

    /// In memory where there is such a place: what is durable is held to it by the conformance suite on a disk.
    convenience init() throws { try self.init(TestPartition(in: Self.base)) }

    static let base = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"

    /// The whole vault.
    func volume() throws -> EncryptedVolume { try EncryptedVolume(vault) }

    /// The vault as the next process opens it.
    func reopened(records: (any VaultRecords)? = nil) throws -> EncryptedVolume {
        let vault = try Vault(inner: inner, keys: keys, records: records ?? self.records, epoch: 2)
        let volume = try EncryptedVolume(vault)
        for name in try volume.leftovers() { try volume.recover(name) { true } }
        return volume
    }
}

extension TestVault {
    /// Where the node of an entry is on the inner volume; for a long name, the directory that stands for it.
    func node(_ path: String) throws -> VolumePath {
        let location = try volume().location(of: VolumePath(path))
        let isLong = location.last?.bytes == Array("contents.c9r".utf8)
        return isLong ? try #require(location.parent) : location
    }

    /// Where the link of a directory is on the inner volume.
    func link(_ path: String) throws -> VolumePath { try node(path).appending(#require(FileName("dir.c9r"))) }

    /// Where the entries of a directory are on the inner volume.
    func content(_ path: String) throws -> VolumePath {
        let id =
            path.isEmpty
            ? VaultDirectoryID.root : try #require(VaultDirectoryID(inner.content(of: link(path))))
        let (first, second) = try keys.contentPath(of: id)
        return VolumePath([
            try #require(FileName("d")), try #require(FileName(first)), try #require(FileName(second)),
        ])
    }

    /// Swaps two entries of the inner volume.
    func swap(_ first: VolumePath, _ second: VolumePath) throws {
        let aside = try VolumePath("aside")
        try inner.rename(first, to: aside, on: inner, replace: false)
        try inner.rename(second, to: first, on: inner, replace: false)
        try inner.rename(aside, to: second, on: inner, replace: false)
    }

    /// What lies under `hearth/tmp`.
    func temporary() throws -> [String] { try inner.listing("hearth/tmp") }
}

extension Volume {
    /// Every file with its content and every directory, by path.
    func tree() throws -> [String: [UInt8]?] {
        var result: [String: [UInt8]?] = [:]
        var pending = [VolumePath.root]
        while let path = pending.popLast() {
            for bytes in try names(in: path) {
                let entry = path.appending(try #require(FileName(bytes)))
                let text = String(decoding: entry.bytes, as: UTF8.self)
                if try info(entry).kind == .directory {
                    result[text] = .some(nil)
                    pending.append(entry)
                } else {
                    result[text] = try content(of: entry)
                }
            }
        }
        return result
    }
}
