/// What is known of the items of one vault beside the vault: that they are the ones put there.
///
/// The format itself does not notice a file cut at a block border, an old file put back, or two directories
/// swapped. A seal is an HMAC (32 bytes) over what an item is and where; see ``VaultPlace``. All calls block; any
/// thread.
package protocol VaultRecords: Sendable {
    /// The seals that are valid at a place: none, one, or more between ``prepare(_:)`` and ``settle(_:)``.
    ///
    /// What was settled before, by any thread, shows at once, written to the disk or not.
    ///
    /// - Throws: `.io` when the records cannot be read.
    func seals(at place: VaultPlace) throws(StorageError) -> [[UInt8]]
    /// Adds a seal to what is valid at each place; durable when it returns.
    ///
    /// - Throws: `.io`, with nothing added.
    func prepare(_ items: [(VaultPlace, [UInt8])]) throws(StorageError)
    /// From now on exactly this seal is valid at each place, or none: with nil the place has no record.
    ///
    /// May be written later, but in the order of the calls.
    func settle(_ items: [(VaultPlace, [UInt8]?)])
    /// Forgets all places of a directory that is gone.
    ///
    /// - Parameter directory: ``VaultPlace/directory``.
    func removeAll(of directory: [UInt8])
}

/// Keeps no records: every item is taken as it is.
///
/// For tests, and for checks without a database.
package final class NoVaultRecords: VaultRecords {
    /// Nothing to set up.
    package init() {}

    /// None.
    package func seals(at place: VaultPlace) throws(StorageError) -> [[UInt8]] { [] }
    /// Does nothing.
    package func prepare(_ items: [(VaultPlace, [UInt8])]) throws(StorageError) {}
    /// Does nothing.
    package func settle(_ items: [(VaultPlace, [UInt8]?)]) {}
    /// Does nothing.
    package func removeAll(of directory: [UInt8]) {}
}
