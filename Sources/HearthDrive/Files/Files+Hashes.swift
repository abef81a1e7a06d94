package import HearthCrypto
import HearthSQL
package import HearthStorage

/// Hashes of many files at once.
extension Files {
    /// The hashes that are known of files exactly as they are, in one look at the database.
    ///
    /// - Parameters:
    ///   - infos: of files on the root's volume; of directories nothing is known.
    ///   - access: the root.
    /// - Returns: one for each, in order; nil where none is known, and for everything in an encrypted folder.
    /// - Throws: what the database throws.
    package func hashes(of infos: [FileInfo], in access: RootAccess) async throws -> [SHA256Digest?] {
        guard !access.root.isEncrypted, infos.contains(where: { $0.kind == .file }) else {
            return infos.map { _ in nil }
        }
        let partition = access.volume.partitionID
        return try await database.read { session in
            try infos.map { info in
                info.kind == .file ? try FileIndex.hash(of: info, partition: partition, session) : nil
            }
        }
    }
}
