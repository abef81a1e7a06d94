import HearthCrypto

extension Vault {
    /// Where an entry of a name is or would be, and, when other programs may have it elsewhere, also there.
    ///
    /// - Returns: the spot of the name in form C; and that of the bytes as they are, where those differ.
    /// - Throws: `.invalidName` for a name that is not UTF-8; `.nameTooLong` when form C has more than 255 bytes.
    func spots(
        of name: FileName,
        in directory: VaultDirectory
    ) throws(StorageError) -> (normal: VaultSpot, raw: VaultSpot?) {
        let normal: [UInt8]
        do throws(CryptoError) { normal = try NFC.normalize(name.bytes) } catch {
            throw StorageError(error.code == .invalidInput ? .invalidName : .io, error.message)
        }
        guard FileName.isValid(normal) else {
            throw StorageError(.nameTooLong, "a name is longer in form C than a name may be")
        }
        let spot = try spot(ofExactly: normal, in: directory)
        return (spot, normal == name.bytes ? nil : try self.spot(ofExactly: name.bytes, in: directory))
    }

    private func spot(
        ofExactly name: [UInt8],
        in directory: VaultDirectory
    ) throws(StorageError) -> VaultSpot {
        let cipherName = try cipher("encrypting a name") { () throws(CryptoError) in
            try keys.cipherName(ofExactly: name, in: directory.id)
        }
        return try spot(of: cipherName, in: directory)
    }

    /// Where an encrypted name is.
    func spot(of cipherName: [UInt8], in directory: VaultDirectory) throws(StorageError) -> VaultSpot {
        let isLong = cipherName.count > VaultFormat.shorteningThreshold
        let node =
            isLong
            ? try cipher("shortening a name") { () throws(CryptoError) in
                try VaultFormat.shortName(of: cipherName)
            }
            : cipherName
        return VaultSpot(
            directory: directory,
            cipherName: cipherName,
            node: FileName(unchecked: node),
            isLong: isLong
        )
    }

    /// Finds an entry by its name.
    ///
    /// - Returns: the spot where it is; for a free name the one where it would be made.
    /// - Throws: `.invalidName`, `.nameTooLong`.
    func locate(
        _ name: FileName,
        in directory: VaultDirectory
    ) throws(StorageError) -> (spot: VaultSpot, content: VaultSpot.Content) {
        let (normal, raw) = try spots(of: name, in: directory)
        // Exactly what was asked for comes first: both may be there, and one must not be taken for the other.
        if let raw {
            let other = try look(at: raw)
            if !other.isFree { return (raw, other) }
        }
        return (normal, try look(at: normal))
    }

    /// What is at a spot now.
    func look(at spot: VaultSpot) throws(StorageError) -> VaultSpot.Content {
        guard let node = try present(spot.path) else { return .nothing }
        return try content(of: spot, node: node)
    }

    /// What is at a spot, whose node has been looked at.
    func content(of spot: VaultSpot, node: FileInfo) throws(StorageError) -> VaultSpot.Content {
        let content = try markers(of: node, at: spot.path, isLong: spot.isLong)
        guard spot.isLong, !content.isFree, case .directory = node.kind, try !isNamed(spot) else {
            return content
        }
        // A node loses its content before its name: when both went meanwhile, nothing is wrong.
        let again = try markers(of: node, at: spot.path, isLong: true)
        switch again {
        case .nothing, .shell: return again
        case .file(let info): return .unreadable(info)
        default: return .unreadable(node)
        }
    }

    /// What a node holds, whatever name it tells.
    ///
    /// - Parameters:
    ///   - node: what the node itself is.
    ///   - path: where it is on the inner volume.
    ///   - isLong: whether it stands for a long name.
    /// - Returns: what it is by what lies in it.
    /// - Throws: what the inner volume says.
    func markers(
        of node: FileInfo,
        at path: VolumePath,
        isLong: Bool
    ) throws(StorageError) -> VaultSpot.Content {
        switch node.kind {
        case .other: return .other(node)
        case .file: return isLong ? .other(node) : .file(node)
        case .directory: break
        }
        do throws(StorageError) {
            // Content may come between the first look and the second; it does not come and go for long.
            for _ in 0..<8 {
                if let content = try content(in: path, isLong: isLong, node) { return content }
                if let content = try rest(in: path, node) { return content }
            }
            return .unreadable(node)
        } catch {
            guard error.code == .notFound || error.code == .notADirectory else { throw error }
            return .nothing
        }
    }

    /// What makes a node something, if anything does.
    private func content(
        in path: VolumePath,
        isLong: Bool,
        _ node: FileInfo
    ) throws(StorageError) -> VaultSpot.Content? {
        let found = try inner.info(of: VaultNames.markers, in: path)
        if isLong, let file = found[2], file.kind == .file { return .file(file) }
        // Some programs put the marker of a link's target beside it: the link is no second way into that directory, or
        // removing it would remove what the target holds.
        if found[1] != nil { return .other(node) }
        return found[0] != nil ? .directory : nil
    }

    /// What a node without content is, by what else is in it; nil when content has come.
    private func rest(in path: VolumePath, _ node: FileInfo) throws(StorageError) -> VaultSpot.Content? {
        var hasStrangers = false
        var hasContent = false
        try inner.forEachEntry(of: path) { entry in
            if VaultNames.markers.contains(where: { $0.bytes == entry.name }) {
                hasContent = true
            } else if entry.name != VaultNames.longName.bytes {
                hasStrangers = true
            }
            return !hasStrangers
        }
        if hasStrangers { return .unreadable(node) }
        return hasContent ? nil : .shell
    }

    /// Whether the node of a long name holds exactly that name.
    func isNamed(_ spot: VaultSpot) throws(StorageError) -> Bool {
        try storedName(at: spot.path) == spot.cipherName
    }

    /// The cipher name that the node of a long name holds; nil when it holds none, or more than a name can be.
    func storedName(at node: VolumePath) throws(StorageError) -> [UInt8]? {
        let path = node.appending(VaultNames.longName)
        do throws(StorageError) {
            return try SmallFiles.read(path, on: inner, limit: VaultKeys.longestCipherName).bytes
        } catch {
            guard Self.meansUnreadable(error) else { throw error }
            return nil
        }
    }

    /// What an entry of the inner volume is; nil when there is none.
    func present(_ path: VolumePath) throws(StorageError) -> FileInfo? {
        do throws(StorageError) {
            return try inner.entryInfo(path)
        } catch {
            guard error.code == .notFound || error.code == .notADirectory else { throw error }
            return nil
        }
    }

    /// Whether a small file is missing or cannot be one, as against a disk that fails.
    static func meansUnreadable(_ error: StorageError) -> Bool {
        let codes: [StorageError.Code] = [
            .notFound, .notADirectory, .isADirectory, .notARegularFile, .escapes, .damaged,
        ]
        return codes.contains(error.code)
    }
}
