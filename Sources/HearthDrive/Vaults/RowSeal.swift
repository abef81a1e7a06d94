package import HearthStorage
import HearthWire

/// How rows about a root tell paths and keys: as they are for a plain root, sealed for an encrypted one.
///
/// The same input gives the same output, so that rows can be looked up by it; nothing can be read from what is stored
/// (server decisions, 7).
package struct RowSeal: Sendable {
    /// Paths and keys as they are.
    package static let plain = RowSeal()

    /// Whether what it returns differs from what it takes.
    package var isEncrypted: Bool { false }

    /// What a row keeps of a path below the root.
    ///
    /// - Throws: 1 when a key cannot be used.
    package func bytes(_ path: VolumePath) throws -> [UInt8] { path.bytes }

    /// The path behind what a row keeps.
    ///
    /// - Throws: 1 for bytes that ``bytes(_:)`` of this root never made.
    package func path(_ bytes: [UInt8]) throws -> VolumePath {
        guard let path = VolumePath(bytes: bytes) else { throw DriveError(.internalError) }
        return path
    }

    /// What a row keeps of a key by which an upload is found again: a hash or what the client calls one.
    ///
    /// An empty key stays empty: it stands for none.
    ///
    /// - Throws: 1 when a key cannot be used.
    package func key(_ text: String) throws -> String { text }
}
