import HearthCrypto

/// Records of things that are not there any more.
extension StructureWalk {
    /// A directory as records name it, held without an allocation.
    struct RecordedDirectory: Hashable {
        private let parts: (UInt64, UInt64)

        /// Nil unless there are 16 bytes.
        init?(_ bytes: [UInt8]) {
            guard bytes.count == 16 else { return nil }
            parts = bytes.withUnsafeBytes { bytes in
                (
                    bytes.loadUnaligned(as: UInt64.self),
                    bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
                )
            }
        }

        var bytes: [UInt8] { withUnsafeBytes(of: parts) { Array($0) } }

        static func == (left: Self, right: Self) -> Bool { left.parts == right.parts }

        func hash(into hasher: inout Hasher) {
            hasher.combine(parts.0)
            hasher.combine(parts.1)
        }
    }

    /// Begins with all directories of which something is recorded.
    func readRecords() throws {
        guard let records = check.records else { return }
        unseen = Set(try records.directories().compactMap { RecordedDirectory($0) })
    }

    /// Reports what is recorded of a directory's entries and is not there.
    ///
    /// - Parameters:
    ///   - directory: has been looked at and mended.
    ///   - place: where its entries lie.
    ///   - cipherNames: of its entries, as far as they are known.
    /// - Throws: `.io` of the records; what the listener throws.
    func compareRecords(of directory: Pending, at place: ContentPlace, _ cipherNames: [[UInt8]]) throws {
        guard let records = check.records else { return }
        let tag = try check.vault.directory(directory.id).place
        guard let recorded = RecordedDirectory(tag), unseen.remove(recorded) != nil else { return }
        var gone = Set(try records.names(in: tag))
        for name in cipherNames {
            gone.remove(try check.vault.place(of: try check.spot(name, in: directory.id)).name)
        }
        guard !gone.isEmpty else { return }
        let finding = VaultFinding(
            .goneOutside,
            at: place.path,
            plain: directory.plain.bytes,
            detail: gone.count == 1 ? "1 entry" : "\(gone.count) entries"
        )
        guard let outcome = forgetting else { return try check.report(finding) }
        records.settle(gone.map { (VaultPlace(directory: tag, name: $0), nil) })
        try check.report(finding, outcome)
    }

    /// What becomes of records of what is gone; nil where nothing is changed.
    ///
    /// There is nothing to bring back, and they would only be in the way of something new of that name.
    private var forgetting: VaultOutcome? {
        if check.options.accepts { return .accepted }
        return check.options.mends ? .mended("not expected any more") : nil
    }

    /// Leaves the records of a directory alone that is being built or removed.
    func noteRecords(of id: VaultDirectoryID) throws {
        guard check.records != nil else { return }
        let tag = try check.vault.directory(id).place
        if let recorded = RecordedDirectory(tag) { unseen.remove(recorded) }
    }

    /// Reports directories of which something is recorded and which nothing leads to.
    func compareUnseenRecords() throws {
        guard let records = check.records, !unseen.isEmpty else { return }
        let count = unseen.count
        let finding = VaultFinding(
            .goneOutside,
            at: VolumePath([VaultNames.data]),
            detail: count == 1 ? "all of 1 directory" : "all of \(count) directories"
        )
        guard let outcome = forgetting else { return try check.report(finding) }
        for directory in unseen { records.removeAll(of: directory.bytes) }
        try check.report(finding, outcome)
    }
}
