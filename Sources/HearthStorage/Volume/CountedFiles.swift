/// What counts among the files of a tree.
package enum CountedFiles: Sendable {
    /// Every file.
    case all
    /// In a vault that is looked at from outside: what is a file inside of it, without what the format adds.
    case ofVault

    /// Whether a file of this name counts.
    func contains(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
        switch self {
        case .all: return true
        case .ofVault:
            let bytes = Array(name)
            return VaultNames.isShort(bytes) && !VaultNames.added.contains { $0.bytes == bytes }
        }
    }
}

extension Volume {
    /// The sum of a tree in which every file counts.
    package func treeSize(
        _ path: VolumePath
    ) throws(StorageError) -> (bytes: Int64, files: Int, directories: Int) {
        try treeSize(path, counting: .all)
    }
}
