import HearthCrypto

extension Vault {
    /// A sealed file without a name, ready to get one.
    struct Finished {
        /// On the inner volume.
        let staged: any StagedFile
        /// Its first 68 bytes.
        let header: [UInt8]
        /// Plain bytes.
        let size: Int64
    }

    /// What publishing is ready for: seals what is not on the disk yet.
    ///
    /// - Throws: `.crossVolume` for a file that is none of this vault's.
    func finished(_ staged: any StagedFile) throws(StorageError) -> Finished {
        guard let file = staged as? EncryptedStagedFile, (try? FileHeader.open(file.header, keys)) != nil
        else { throw StorageError(.crossVolume, "the staged file is of another vault") }
        let (header, size) = try file.prepareToPublish()
        return Finished(staged: file.inner, header: header, size: size)
    }

    /// Gives a finished file its name, in one durable step.
    ///
    /// - Returns: what it is now, with the plain size.
    /// - Throws: as ``Volume/publish(_:at:mode:)``.
    func publish(
        _ file: Finished,
        as name: FileName,
        in parent: VaultDirectory,
        mode: PublishMode
    ) throws(StorageError) -> FileInfo {
        try locks.holding([parent.id]) { () throws(StorageError) in
            let target = try locate(name, in: parent)
            let innerMode = try Self.mode(mode, onto: target.content)
            let place = try place(of: target.spot)
            let seal = try fileSeal(at: target.spot, header: file.header, size: file.size)
            try announce(seal, at: place)
            let info = try put(file, at: target, mode: innerMode)
            records.settle([(place, seal)])
            return info
        }
    }

    private func put(
        _ file: Finished,
        at target: (spot: VaultSpot, content: VaultSpot.Content),
        mode: PublishMode
    ) throws(StorageError) -> FileInfo {
        let spot = target.spot
        try prepare(target, isNodeNeeded: spot.isLong)
        let info: FileInfo
        do throws(StorageError) {
            info = try inner.publish(file.staged, at: spot.contents, mode: mode)
        } catch {
            if target.content.isFree { dropShell(at: spot) }
            throw error
        }
        if spot.isLong, target.content.isFree { touch(spot.directory) }
        return info.plainInfo()
    }

    /// What the inner volume is to do so that the outcome is right for plain names and sizes.
    private static func mode(
        _ mode: PublishMode,
        onto content: VaultSpot.Content
    ) throws(StorageError) -> PublishMode {
        let expected: FileInfo?
        switch mode {
        case .failIfExists:
            guard content.isFree else {
                throw StorageError(.alreadyExists, "the name is taken in a vault")
            }
            return .failIfExists
        case .replace(expecting: let version): expected = version
        }
        switch content {
        case .nothing, .shell:
            if expected != nil { throw StorageError(.changed, "the file to be replaced is gone") }
            return .replace(expecting: nil)
        case .directory: throw StorageError(.isADirectory, "a directory is not replaced by a file")
        case .other, .unreadable:
            throw StorageError(
                expected == nil ? .alreadyExists : .changed,
                "what is there is no file of a vault"
            )
        case .file(let info):
            guard let expected else { return .replace(expecting: nil) }
            let present = info.plainInfo()
            guard present.isSameVersion(as: expected), present.changed == expected.changed else {
                throw StorageError(.changed, "the file to be replaced is another version")
            }
            return .replace(expecting: info)
        }
    }
}
