import HearthCrypto
import Synchronization

extension EncryptedStagedFile {
    /// Makes the cipher file what a reader of the vault expects: every block there and sealed, nothing in memory.
    ///
    /// Call ``sync()`` before, as for any file; what this writes itself it also makes durable. Nobody writes any more.
    ///
    /// - Returns: what the record of the file is made from.
    /// - Throws: `.noSpace` or `.io`; it may be called again.
    func prepareToPublish() throws(StorageError) -> (header: [UInt8], plainSize: Int64) {
        let (size, hasWritten) = try state.withLock { state throws(StorageError) in
            var hasWritten = try flush(&state)
            let length = VaultFormat.cipherSize(ofPlainSize: state.size)
            if try inner.info().size != length {
                try inner.truncate(to: length)
                hasWritten = true
            }
            if try fillHoles(&state) { hasWritten = true }
            if hasWritten, let time = state.time { try inner.setModified(time) }
            return (state.size, hasWritten)
        }
        if hasWritten { try inner.sync() }
        return (header, size)
    }

    /// Seals zeros where nothing was ever written; says whether there was such a place.
    private func fillHoles(_ state: inout State) throws(StorageError) -> Bool {
        let blocks = (state.size + Self.blockSize - 1) / Self.blockSize
        let size = state.size
        var hasWritten = false
        var next: Int64 = 0
        while let gap = state.written.gap(from: next, below: blocks) {
            try BlockScratch.lendPair { slot, plain throws(StorageError) in
                plain.initializeMemory(as: UInt8.self, repeating: 0)
                for number in gap {
                    let length = Int(min(Self.blockSize, size - number * Self.blockSize))
                    let zeros = UnsafeRawBufferPointer(rebasing: plain[..<length])
                    if try sealHole(number, zeros, slot) { hasWritten = true }
                }
            }
            state.written.insert(gap)
            next = gap.upperBound
        }
        return hasWritten
    }

    /// Seals one block of zeros if nothing was ever written there.
    private func sealHole(
        _ number: Int64,
        _ zeros: UnsafeRawBufferPointer,
        _ memory: UnsafeMutableRawBufferPointer
    ) throws(StorageError) -> Bool {
        let offset = VaultFormat.sealedOffset(ofBlock: number)
        let slot = UnsafeMutableRawBufferPointer(
            rebasing: memory[..<(zeros.count + VaultFormat.blockOverhead)]
        )
        guard try isHole(slot, at: offset) else { return false }
        _ = try cipher("sealing zeros") { () throws(CryptoError) in
            try key.sealBlock(number, zeros, into: slot)
        }
        try inner.write(UnsafeRawBufferPointer(slot), at: offset)
        return true
    }

    /// Whether nothing but zeros is there; the nonce alone, which is random, decides for what was written.
    private func isHole(_ slot: UnsafeMutableRawBufferPointer, at offset: Int64) throws(StorageError) -> Bool
    {
        let nonce = UnsafeMutableRawBufferPointer(rebasing: slot.prefix(VaultFormat.blockOverhead))
        let start = try inner.read(into: nonce, at: offset)
        guard UnsafeRawBufferPointer(rebasing: nonce[..<start]).isAllZero else { return false }
        let count = try inner.read(into: slot, at: offset)
        return UnsafeRawBufferPointer(rebasing: slot[..<count]).isAllZero
    }
}
