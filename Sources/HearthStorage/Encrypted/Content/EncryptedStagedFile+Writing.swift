import HearthCrypto
import Synchronization

extension EncryptedStagedFile {
    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(StorageError) {
        guard !bytes.isEmpty else { return }
        let end = offset + Int64(bytes.count)
        let (first, start) = SealedBlocks.place(of: offset)
        let (last, rest) = SealedBlocks.place(of: end)
        // Whole blocks; the parts before and behind them go into memory.
        let whole = (start == 0 ? first : first + 1)..<max(last, start == 0 ? first : first + 1)
        let head = start == 0 ? 0 : min(bytes.count, VaultFormat.blockSize - start)
        let middle = head + (whole.count * VaultFormat.blockSize)
        try state.withLock { state throws(StorageError) in
            state.time = nil
            if head > 0 {
                // The only thing that may be damaged: before anything is counted or written.
                let partial = try partial(first, &state)
                if start > partial.known { try load(partial) }
            }
            // What begins in the short block, or before it, writes it to its end anyway.
            if let short = state.shortBlock, first > short { try grow(to: end, &state) }
            state.size = max(state.size, end)
            state.partials.removeAll { whole.contains($0.number) }
            if let short = state.shortBlock, whole.contains(short) { state.shortBlock = nil }
            if head > 0 {
                try put(UnsafeRawBufferPointer(rebasing: bytes[..<head]), in: first, at: start, &state)
            }
            if middle < bytes.count, rest > 0 {
                try put(UnsafeRawBufferPointer(rebasing: bytes[middle...]), in: last, at: 0, &state)
            }
        }
        guard !whole.isEmpty else { return }
        try writeWhole(UnsafeRawBufferPointer(rebasing: bytes[head..<middle]), from: whole.lowerBound)
        state.withLock { $0.written.insert(whole) }
    }

    func truncate(to size: Int64) throws(StorageError) {
        try state.withLock { state throws(StorageError) in
            state.time = nil
            if size < state.size {
                try shrink(to: size, &state)
            } else if size > state.size {
                try grow(to: size, &state)
            }
            state.size = size
            try flush(&state)
            try inner.truncate(to: VaultFormat.cipherSize(ofPlainSize: size))
            let (last, rest) = SealedBlocks.place(of: size)
            state.shortBlock = rest > 0 ? last : nil
        }
    }

    /// Counts what is about to be there, and makes the block that was the last one on the disk longer.
    private func grow(to size: Int64, _ state: inout State) throws(StorageError) {
        let former = state.size
        state.size = max(former, size)
        do throws(StorageError) { try fillShortBlock(&state) } catch {
            state.size = former
            throw error
        }
    }

    /// Seals the block in which the file will end; what lies behind is forgotten.
    private func shrink(to size: Int64, _ state: inout State) throws(StorageError) {
        let (last, rest) = SealedBlocks.place(of: size)
        let blocks = rest > 0 ? last + 1 : last
        state.partials.removeAll { $0.number >= blocks }
        if rest > 0 {
            let partial = try partial(last, &state)
            if partial.known < rest { try load(partial) }
            partial.cut(to: rest)
        }
        state.written.remove(from: blocks)
    }

    /// Seals and writes whole blocks, a few at a time.
    private func writeWhole(_ bytes: UnsafeRawBufferPointer, from first: Int64) throws(StorageError) {
        try BlockScratch.lend { scratch throws(StorageError) in
            var number = first
            var rest = bytes[...]
            while !rest.isEmpty {
                let piece = UnsafeRawBufferPointer(
                    rebasing: rest.prefix(BlockScratch.blocks * VaultFormat.blockSize)
                )
                let count = try sealWhole(piece, from: number, into: scratch)
                try inner.write(
                    UnsafeRawBufferPointer(rebasing: scratch[..<count]),
                    at: VaultFormat.sealedOffset(ofBlock: number)
                )
                number += Int64(piece.count / VaultFormat.blockSize)
                rest = rest.dropFirst(piece.count)
            }
        }
    }

    /// Seals whole blocks into memory; says how many bytes they are there.
    private func sealWhole(
        _ bytes: UnsafeRawBufferPointer,
        from first: Int64,
        into memory: UnsafeMutableRawBufferPointer
    ) throws(StorageError) -> Int {
        var number = first
        var target = memory[...]
        for start in stride(from: 0, to: bytes.count, by: VaultFormat.blockSize) {
            let plain = UnsafeRawBufferPointer(rebasing: bytes[start...].prefix(VaultFormat.blockSize))
            let slot = UnsafeMutableRawBufferPointer(rebasing: target)
            let count = try cipher("sealing a block") { () throws(CryptoError) in
                try key.sealBlock(number, plain, into: slot)
            }
            target = target.dropFirst(count)
            number += 1
        }
        return memory.count - target.count
    }
}
