import HearthCrypto

extension VaultCheck {
    /// What ``structure()`` leaves for ``content(_:)``.
    package struct Structure: Sendable {
        /// Content directories that nothing leads to, and that were not brought back.
        var orphans: [(place: ContentPlace, id: VaultDirectoryID?)] = []
    }

    /// Looks at every directory, entry and marker, and mends where ``Options/mends`` says so.
    ///
    /// Records of what is gone are removed with that, or where ``Options/accepts`` says so. Nobody else may change names in the vault meanwhile; files may be written and read.
    ///
    /// - Returns: what ``content(_:)`` needs.
    /// - Throws: ``StorageError`` when the disk fails as a whole; what the closures throw. What was mended stays so.
    package func structure() throws -> Structure {
        let walk = StructureWalk(self)
        defer { walk.mender.finish() }
        return try walk.run()
    }
}
