import HearthStorage
import HearthWire

/// A root's bytes as a caller works with them.
struct OpenedRoot: Sendable {
    /// Plain names and bytes.
    var volume: any Volume
    /// For rows about it.
    var seal: RowSeal
}

/// The unlock memory: which token may use which encrypted root, and until when.
package final class Vaults: Sendable {
    /// Nothing is unlocked at first.
    init() {}

    /// The plain volume of an encrypted root for a caller whose token has it unlocked, or whose password is right.
    ///
    /// - Throws: 20009.
    func open(_ root: Root, inner: DirectoryVolume, for caller: Caller) async throws -> OpenedRoot {
        throw DriveError(.folderPasswordWrong)
    }
}
