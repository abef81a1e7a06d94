import HearthCrypto

/// Reads plain bytes out of the sealed blocks of one cipher file.
///
/// Whole blocks are opened straight into the caller's memory, several for one read of the disk; what begins or ends
/// inside a block goes through a block of its own. Every block is authenticated before a byte of it is handed out.
struct SealedBlocks {
    /// Reads cipher bytes: into, at; fewer than asked for only at the end.
    typealias Source = (UnsafeMutableRawBufferPointer, Int64) throws(StorageError) -> Int

    /// What was read.
    struct Outcome {
        /// Bytes in the caller's memory.
        var count = 0
        /// Whether some of them come from blocks that were never written.
        var hasHoles = false
    }

    let key: VaultFileKey
    /// The plain size by which the lengths of the blocks are known.
    let size: Int64
    /// Whether blocks that were never written read as zeros, as in an unfinished file.
    let allowsHoles: Bool

    /// Fills the buffer from a plain offset; fewer bytes only at the end.
    ///
    /// - Throws: `.damaged` for a block that does not authenticate, `.changed` for a file that has become shorter;
    ///   what is in the buffer is then of no use. What `source` threw.
    func read(
        into buffer: UnsafeMutableRawBufferPointer,
        at offset: Int64,
        from source: Source
    ) throws(StorageError) -> Outcome {
        guard offset >= 0, offset < size else { return Outcome() }
        let want = Int(min(Int64(buffer.count), size - offset))
        return try BlockScratch.lend { scratch throws(StorageError) in
            var outcome = Outcome()
            while outcome.count < want {
                let position = offset + Int64(outcome.count)
                let (number, start) = Self.place(of: position)
                let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[outcome.count..<want])
                let isWhole = start == 0 && rest.count >= length(of: number)
                outcome.count +=
                    isWhole
                    ? try readWhole(from: number, into: rest, scratch, source, &outcome.hasHoles)
                    : try readPart(of: number, from: start, into: rest, scratch, source, &outcome.hasHoles)
            }
            return outcome
        }
    }

    /// The block in which a plain offset lies, and where in it.
    static func place(of offset: Int64) -> (block: Int64, start: Int) {
        let (block, start) = offset.quotientAndRemainder(dividingBy: Int64(VaultFormat.blockSize))
        return (block, Int(start))
    }

    /// Plain bytes of a block of this file.
    func length(of number: Int64) -> Int {
        Int(max(0, min(Int64(VaultFormat.blockSize), size - number * Int64(VaultFormat.blockSize))))
    }

    private func readWhole(
        from first: Int64,
        into buffer: UnsafeMutableRawBufferPointer,
        _ scratch: UnsafeMutableRawBufferPointer,
        _ source: Source,
        _ hasHoles: inout Bool
    ) throws(StorageError) -> Int {
        var count = 0
        var blocks = 0
        while blocks < BlockScratch.blocks {
            let length = length(of: first + Int64(blocks))
            guard length > 0, count + length <= buffer.count else { break }
            count += length
            blocks += 1
        }
        let sealed = UnsafeMutableRawBufferPointer(
            rebasing: scratch[..<(count + blocks * VaultFormat.blockOverhead)]
        )
        try fetch(sealed, of: first, source)
        var done = 0
        for index in 0..<blocks {
            let length = min(VaultFormat.blockSize, count - done)
            let start = index * VaultFormat.sealedBlockSize
            try open(
                first + Int64(index),
                UnsafeRawBufferPointer(
                    rebasing: sealed[start..<(start + length + VaultFormat.blockOverhead)]
                ),
                into: UnsafeMutableRawBufferPointer(rebasing: buffer[done..<(done + length)]),
                &hasHoles
            )
            done += length
        }
        return done
    }

    private func readPart(
        of number: Int64,
        from start: Int,
        into buffer: UnsafeMutableRawBufferPointer,
        _ scratch: UnsafeMutableRawBufferPointer,
        _ source: Source,
        _ hasHoles: inout Bool
    ) throws(StorageError) -> Int {
        let length = length(of: number)
        let sealed = UnsafeMutableRawBufferPointer(rebasing: scratch[..<(length + VaultFormat.blockOverhead)])
        let plain = UnsafeMutableRawBufferPointer(
            rebasing: scratch[VaultFormat.sealedBlockSize...].prefix(length)
        )
        try fetch(sealed, of: number, source)
        try open(number, UnsafeRawBufferPointer(sealed), into: plain, &hasHoles)
        let part = plain[start...].prefix(buffer.count)
        buffer.copyBytes(from: part)
        return part.count
    }

    private func fetch(
        _ sealed: UnsafeMutableRawBufferPointer,
        of number: Int64,
        _ source: Source
    ) throws(StorageError) {
        let count = try source(sealed, VaultFormat.sealedOffset(ofBlock: number))
        guard count < sealed.count else { return }
        guard allowsHoles else { throw StorageError(.changed, "an encrypted file has become shorter") }
        UnsafeMutableRawBufferPointer(rebasing: sealed[count...]).initializeMemory(
            as: UInt8.self,
            repeating: 0
        )
    }

    private func open(
        _ number: Int64,
        _ sealed: UnsafeRawBufferPointer,
        into plain: UnsafeMutableRawBufferPointer,
        _ hasHoles: inout Bool
    ) throws(StorageError) {
        if allowsHoles, sealed.isAllZero {
            hasHoles = true
            plain.initializeMemory(as: UInt8.self, repeating: 0)
            return
        }
        _ = try cipher("opening a block") { () throws(CryptoError) in
            try key.openBlock(number, sealed, into: plain)
        }
    }
}

extension UnsafeRawBufferPointer {
    /// Whether every byte is 0; decided by the first few for almost everything that is not.
    var isAllZero: Bool {
        var offset = 0
        while offset + 8 <= count {
            if loadUnaligned(fromByteOffset: offset, as: UInt64.self) != 0 { return false }
            offset += 8
        }
        return self[offset...].allSatisfy { $0 == 0 }
    }
}
