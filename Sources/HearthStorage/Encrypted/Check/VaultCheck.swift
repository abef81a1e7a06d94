package import HearthCrypto

/// Goes through a whole vault and says what is wrong with it; puts right what it can without losing anything.
///
/// Three parts, in this order: ``structure()`` looks at names and directories and mends them, ``content(_:)`` opens
/// every file, ``accept(_:)`` takes as right what other programs changed. Only one of them runs at a time. All calls
/// block; a closure that throws ends them at the next entry or block.
///
/// Memory: 32 bytes per directory, one directory's entries, and at most ``Options/limit`` things to accept.
package struct VaultCheck: Sendable {
    /// What a check does.
    package struct Options: Sendable {
        /// Whether blocks are opened; otherwise sizes, headers and records alone are looked at.
        package var readsContent = true
        /// Whether ``structure()`` mends.
        package var mends = false
        /// Whether ``content(_:)`` collects what ``accept(_:)`` then writes down.
        package var accepts = false
        /// What the directory below `recovered` is called in which things are brought back.
        package var recoveredName = "1970-01-01 00-00-00"
        /// How many things are collected for ``accept(_:)``.
        package var limit = 100_000

        /// Looks at everything and changes nothing.
        package init() {}
    }

    /// Hears of each finding once, with what became of it.
    package typealias Report = @Sendable (VaultFinding, VaultOutcome) throws -> Void

    /// The vault's directory.
    package let inner: any Volume
    let keys: VaultKeys
    let records: (any VaultRecordList)?
    /// What it does.
    package let options: Options
    /// How far it is.
    package let tally: VaultCheckTally
    private let onFinding: Report
    private let onProgress: @Sendable () throws -> Void
    /// Knows how records name and seal items, and what this process works on.
    let vault: Vault

    /// What is being built or removed.
    static let temporary = VolumePath([VaultNames.own, VaultNames.temporary])
    /// The most bytes that are read of a `dir.c9r` or `dirid.c9r`: a sealed id has 132.
    static let longestMarker = 1_024

    /// Nothing is read or written yet.
    ///
    /// - Parameters:
    ///   - inner: the vault's directory.
    ///   - keys: have been checked against the vault's configuration.
    ///   - records: what Hearth recorded of it; nil for a vault that is no folder of a drive.
    ///   - options: what to do.
    ///   - tally: is counted up.
    ///   - report: hears of each finding.
    ///   - progress: is called for every entry and about every MiB; throw to end the check.
    /// - Throws: what asking for the vault's directory throws.
    package init(
        inner: any Volume,
        keys: VaultKeys,
        records: (any VaultRecordList)? = nil,
        options: Options = Options(),
        tally: VaultCheckTally = VaultCheckTally(),
        report: @escaping Report,
        progress: @escaping @Sendable () throws -> Void = {}
    ) throws(StorageError) {
        self.inner = inner
        self.keys = keys
        vault = try Vault(inner: inner, keys: keys, records: records ?? NoVaultRecords(), epoch: 0)
        self.records = records
        self.options = options
        self.tally = tally
        onFinding = report
        onProgress = progress
    }

    var reader: VaultEntryReader { VaultEntryReader(inner: inner, keys: keys) }

    func report(_ finding: VaultFinding, _ outcome: VaultOutcome = .remains) throws {
        tally.count(finding, outcome)
        try onFinding(finding, outcome)
    }

    /// Mends one finding where that is asked for, and reports it.
    ///
    /// - Parameters:
    ///   - finding: what was found.
    ///   - mend: says what it did; nil when there is nothing that it could do.
    /// - Throws: what the listener throws, and what `mend` throws that is no failure of the disk or of a library.
    func report(_ finding: VaultFinding, mend: () throws -> String?) throws {
        guard options.mends else { return try report(finding) }
        let outcome: VaultOutcome
        do {
            outcome = try mend().map { .mended($0) } ?? .remains
        } catch let error as StorageError {
            outcome = .failed(error.message)
        } catch let error as CryptoError {
            outcome = .failed(error.message)
        }
        try report(finding, outcome)
    }

    func step() throws { try onProgress() }

    /// Whether something in `hearth/tmp` belongs to work of this process that is going on.
    func isUsed(_ temporary: FileName) -> Bool { vault.locks.isClaimed(temporary) }

    /// Where an entry of that cipher name is, as records name it.
    func spot(_ cipherName: [UInt8], in directory: VaultDirectoryID) throws -> VaultSpot {
        try vault.spot(of: cipherName, in: try vault.directory(directory))
    }
}
