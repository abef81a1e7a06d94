import HearthSQL
import HearthStorage

/// The records of one root.
final class RootVaultRecords: VaultRecordList {
    private let store: VaultRecordStore
    private let root: Int

    init(store: VaultRecordStore, root: Int) {
        self.store = store
        self.root = root
    }

    func seals(at place: VaultPlace) throws(StorageError) -> [[UInt8]] {
        do {
            return try store.seals(root, place)
        } catch {
            throw Self.failure(error)
        }
    }

    func prepare(_ items: [(VaultPlace, [UInt8])]) throws(StorageError) {
        do {
            try store.prepare(root, items)
        } catch {
            throw Self.failure(error)
        }
    }

    func settle(_ items: [(VaultPlace, [UInt8]?)]) { store.settle(root, items) }

    func removeAll(of directory: [UInt8]) {
        store.removeAll(VaultRecordCache.Directory(root: root, bytes: directory))
    }

    func names(in directory: [UInt8]) throws(StorageError) -> [[UInt8]] {
        do {
            return try store.names(VaultRecordCache.Directory(root: root, bytes: directory))
        } catch {
            throw Self.failure(error)
        }
    }

    func directories() throws(StorageError) -> [[UInt8]] {
        do {
            return try store.directories(root)
        } catch {
            throw Self.failure(error)
        }
    }

    private static func failure(_ error: any Error) -> StorageError {
        let isFull = (error as? SQLError)?.code == .full
        return StorageError(isFull ? .noSpace : .io, "records of a vault: \(error)")
    }
}
