/// Records of one vault that can also be listed, for a check.
package protocol VaultRecordList: VaultRecords {
    /// The names of all places of one directory that have a record.
    ///
    /// - Parameter directory: the 16 bytes of ``VaultPlace/directory``.
    /// - Returns: the 16 bytes of ``VaultPlace/name`` each.
    /// - Throws: `.io`.
    func names(in directory: [UInt8]) throws(StorageError) -> [[UInt8]]
    /// All directories of which something is recorded, each once, 16 bytes each.
    ///
    /// - Throws: `.io`.
    func directories() throws(StorageError) -> [[UInt8]]
}
