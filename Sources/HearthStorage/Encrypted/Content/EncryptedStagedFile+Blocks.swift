import HearthCrypto

/// How incomplete blocks come to the disk. Everything here runs behind the lock.
extension EncryptedStagedFile {
    /// Seals what is only in memory; says whether there was something.
    @discardableResult
    func flush(
        _ state: inout State,
        where isWanted: (PartialBlock) -> Bool = { _ in true }
    ) throws(StorageError) -> Bool {
        var hasWritten = false
        for partial in state.partials where partial.isDirty && isWanted(partial) {
            try seal(partial, &state)
            hasWritten = true
        }
        // Somebody has set the time after the last write: these bytes are older than that.
        if hasWritten, let time = state.time { try inner.setModified(time) }
        return hasWritten
    }

    /// The block in memory, new if need be; the one that waits longest makes room.
    func partial(_ number: Int64, _ state: inout State) throws(StorageError) -> PartialBlock {
        if let index = state.partials.lastIndex(where: { $0.number == number }) {
            let partial = state.partials.remove(at: index)
            state.partials.append(partial)
            return partial
        }
        while let oldest = state.partials.first, state.partials.count >= Self.partialLimit {
            if oldest.isDirty { try seal(oldest, &state) }
            state.partials.removeFirst()
        }
        let partial = PartialBlock(number)
        state.partials.append(partial)
        return partial
    }

    /// Writes part of a block into memory, and the block to the disk when that was its end.
    ///
    /// What stands before it is known.
    func put(
        _ bytes: UnsafeRawBufferPointer,
        in number: Int64,
        at start: Int,
        _ state: inout State
    ) throws(StorageError) {
        let partial = try partial(number, &state)
        partial.put(bytes, at: start)
        guard start + bytes.count == VaultFormat.blockSize else { return }
        try seal(partial, &state)
        state.partials.removeAll { $0 === partial }
    }

    /// Completes a block in memory by what the disk has of it.
    ///
    /// - Throws: `.damaged` when that cannot be opened and nothing of the block was written anew. What was written
    ///   from its beginning replaces it: the rest is zeros then.
    func load(_ partial: PartialBlock) throws(StorageError) {
        try BlockScratch.lendPair { slot, plain throws(StorageError) in
            let count = try inner.read(into: slot, at: VaultFormat.sealedOffset(ofBlock: partial.number))
            let sealed = UnsafeRawBufferPointer(rebasing: slot[..<count])
            // Fewer bytes hold no content: a rest that a crash left.
            guard count > VaultFormat.blockOverhead, !sealed.isAllZero else { return }
            do throws(CryptoError) {
                let length = try key.openBlock(partial.number, sealed, into: plain)
                let missing = plain[..<length].dropFirst(partial.known)
                UnsafeMutableRawBufferPointer(rebasing: partial.bytes[partial.known...])
                    .copyBytes(from: missing)
            } catch {
                let failure = StorageError(error, "opening a block to write into it")
                guard failure.code == .damaged, partial.known > 0 else { throw failure }
            }
        }
        partial.known = VaultFormat.blockSize
    }

    /// Seals a block as far as the file goes, with a new nonce, and writes it.
    func seal(_ partial: PartialBlock, _ state: inout State) throws(StorageError) {
        let number = partial.number
        let length = Int(min(Self.blockSize, state.size - number * Self.blockSize))
        if partial.known < length { try load(partial) }
        try BlockScratch.lendPair { slot, _ throws(StorageError) in
            let plain = UnsafeRawBufferPointer(rebasing: partial.bytes[..<length])
            let count = try cipher("sealing a block") { () throws(CryptoError) in
                try key.sealBlock(number, plain, into: slot)
            }
            try inner.write(
                UnsafeRawBufferPointer(rebasing: slot[..<count]),
                at: VaultFormat.sealedOffset(ofBlock: number)
            )
        }
        partial.isDirty = false
        // Beyond the end of the file there is nothing but zeros.
        partial.known = VaultFormat.blockSize
        state.written.insert(number..<(number + 1))
        if length < VaultFormat.blockSize {
            state.shortBlock = number
        } else if state.shortBlock == number {
            state.shortBlock = nil
        }
    }

    /// Seals the short last block again at its new length, because the file has become longer behind it.
    ///
    /// One that cannot be opened stays what it is: damaged, until it is written anew.
    func fillShortBlock(_ state: inout State) throws(StorageError) {
        guard let number = state.shortBlock else { return }
        let partial = try partial(number, &state)
        do throws(StorageError) {
            if partial.known < VaultFormat.blockSize { try load(partial) }
        } catch {
            guard error.code == .damaged else { throw error }
            state.partials.removeAll { $0 === partial }
            state.shortBlock = nil
            return
        }
        partial.isDirty = true
        try seal(partial, &state)
    }
}
