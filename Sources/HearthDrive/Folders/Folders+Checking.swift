package import HearthConcurrency
import HearthSQL
package import HearthStorage
import HearthWire

/// A folder of the drive that is a vault, as a check works on it.
package struct CheckedFolder: Sendable {
    /// The root.
    package let id: Int
    /// The label that users see.
    package let name: String
    /// The vault's directory.
    package let volume: any Volume
    /// What is recorded of it.
    package let records: any VaultRecordList
}

/// Checks of encrypted folders (`hearth vault check`).
extension Folders {
    /// Where work on the disk goes that takes its time.
    package var workers: ThreadPool { blocking }

    /// The encrypted folder whose directory lies at a path of this machine.
    ///
    /// - Parameter path: absolute; links on the way are followed.
    /// - Returns: the folder; nil when the directory is no encrypted folder of this drive.
    /// - Throws: what the database throws; `StorageError` when there is no such directory.
    package func encryptedFolder(at path: String) async throws -> CheckedFolder? {
        let info = try await blocking.run { try ReadOnlyDirectory(path: path).info(.root) }
        let ids = try await database.read { session in
            try session.query("SELECT id FROM roots WHERE is_encrypt = 1 AND kind <> 'direct'").map {
                Int(try $0.int(0))
            }
        }
        for id in ids {
            // The disk of another one may be gone.
            guard let loaded = try? await roots.load(id),
                loaded.inode == info.inode, loaded.device == info.device
            else { continue }
            return CheckedFolder(
                id: id,
                name: loaded.root.name,
                volume: loaded.volume,
                records: roots.vaults.records.records(of: id)
            )
        }
        return nil
    }

    /// Whether a directory of this machine lies on one of the drive's partitions.
    package func isOnPartition(_ path: String) async throws -> Bool {
        let tops = roots.partitions.all.map(\.top)
        return try await blocking.run {
            let places = Set(tops.compactMap { try? $0.info(.root) }.map { [$0.device, $0.inode] })
            var path = path
            var last: FileInfo?
            while let info = try? ReadOnlyDirectory(path: path).info(.root) {
                if places.contains([info.device, info.inode]) { return true }
                // The top of the machine's own tree is its own parent.
                if let last, last.inode == info.inode, last.device == info.device { return false }
                last = info
                path += "/.."
            }
            return false
        }
    }

    /// Runs a part of a check with nobody else changing anything in the folder.
    ///
    /// - Throws: what `body` throws; `CancellationError` while waiting.
    package func checking<T: Sendable>(
        _ folder: CheckedFolder,
        _ body: () async throws -> T
    ) async throws -> T {
        try await roots.gate.alone(folder.id, body)
    }
}
