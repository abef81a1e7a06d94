import HearthCrypto

extension Vault {
    /// How an item stands to the records of its place.
    enum Standing {
        /// It is the one that was recorded.
        case recorded
        /// It is one of several that may be there: a change was interrupted.
        case oneOfSeveral
        /// Nothing was recorded: another program made it, or a crash came first.
        case missing
        /// Something else was recorded.
        case different
    }

    static let changedOutside = StorageError(.damaged, "an item of a vault was changed outside Hearth")

    /// How records name a spot.
    func place(of spot: VaultSpot) throws(StorageError) -> VaultPlace {
        let name = try cipher("naming a record") { () throws(CryptoError) in
            try keys.authenticate(spot.directory.id.bytes + [0] + spot.cipherName, purpose: .records)
        }
        return VaultPlace(directory: spot.directory.place, name: Array(name.prefix(16)))
    }

    /// HMAC over a file's place, header and size: it notices another file, an older one, and one that was cut.
    ///
    /// - Parameters:
    ///   - spot: where the file is.
    ///   - header: its first 68 bytes.
    ///   - size: plain bytes.
    /// - Returns: what the record of the place holds.
    /// - Throws: `.io` when a key cannot be used.
    func fileSeal(at spot: VaultSpot, header: [UInt8], size: Int64) throws(StorageError) -> [UInt8] {
        var message = sealPrefix(1, spot)
        message.append(contentsOf: header)
        withUnsafeBytes(of: size.bigEndian) { message.append(contentsOf: $0) }
        return try seal(message)
    }

    /// HMAC over a directory's place and id: it notices directories that were swapped.
    func linkSeal(at spot: VaultSpot, to child: VaultDirectoryID) throws(StorageError) -> [UInt8] {
        try seal(sealPrefix(2, spot) + child.bytes)
    }

    /// Kind, then the directory's id and the name, each after its length.
    private func sealPrefix(_ kind: UInt8, _ spot: VaultSpot) -> [UInt8] {
        let (id, name) = (spot.directory.id.bytes, spot.cipherName)
        return [kind, UInt8(truncatingIfNeeded: id.count)] + id
            + [UInt8(truncatingIfNeeded: name.count >> 8), UInt8(truncatingIfNeeded: name.count)] + name
    }

    private func seal(_ message: [UInt8]) throws(StorageError) -> [UInt8] {
        try cipher("sealing a record") { () throws(CryptoError) in
            try keys.authenticate(message, purpose: .records)
        }
    }

    /// Holds a seal against what is recorded.
    func standing(of seal: [UInt8], at place: VaultPlace) throws(StorageError) -> Standing {
        let known = try records.seals(at: place)
        if known.isEmpty { return .missing }
        guard known.contains(seal) else { return .different }
        return known.count == 1 ? .recorded : .oneOfSeveral
    }

    /// Before something new appears at a place: where there is a record, the new seal is valid as well, durably.
    func announce(_ seal: [UInt8], at place: VaultPlace) throws(StorageError) {
        if try !records.seals(at: place).isEmpty { try records.prepare([(place, seal)]) }
    }

    /// Opens a file and holds it against its record; one without a record gets it.
    ///
    /// - Parameters:
    ///   - spot: where it is.
    ///   - lease: ends reading; the vault's closing does in any case.
    ///   - isHeld: whether the caller holds the lock of the spot's directory.
    /// - Returns: the file, its record checked.
    /// - Throws: `.damaged`; what the inner volume says when there is no file.
    func openFile(
        at spot: VaultSpot,
        under lease: VaultLease? = nil,
        isHeld: Bool = false
    ) throws(StorageError) -> EncryptedFile {
        let file = try EncryptedFile(try inner.open(spot.contents), keys: keys) { [self] in
            isOpen && lease?.isValid ?? true
        }
        let place = try place(of: spot)
        let seal = try fileSeal(at: spot, header: file.header, size: file.info.size)
        switch try standing(of: seal, at: place) {
        case .recorded: return file
        case _ where !isHeld:
            // Somebody may have been replacing the file and its record: look again when nobody does.
            return try locks.holding([spot.directory.id]) { () throws(StorageError) in
                try openFile(at: spot, under: lease, isHeld: true)
            }
        case .missing, .oneOfSeveral:
            records.settle([(place, seal)])
            return file
        case .different: throw Self.changedOutside
        }
    }

    /// The seal that a file has at another place; the caller holds the lock of its directory.
    ///
    /// - Throws: `.damaged` for a file that is not the recorded one: it would pass for sound elsewhere.
    func fileSeal(moving source: VaultSpot, to target: VaultSpot) throws(StorageError) -> [UInt8] {
        let file = try inner.open(source.contents)
        guard let size = VaultFormat.plainSize(ofCipherSize: file.info.size),
            let header = try FileHeader.bytes(from: { (bytes, offset) throws(StorageError) in
                try file.read(into: bytes, at: offset)
            })
        else { throw StorageError(.damaged, "no encrypted file has this size") }
        let seal = try fileSeal(at: source, header: header, size: size)
        if try standing(of: seal, at: place(of: source)) == .different { throw Self.changedOutside }
        return try fileSeal(at: target, header: header, size: size)
    }
}
