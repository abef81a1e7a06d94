import HearthCrypto

/// Opens one file of a vault as a download would, every block of it.
struct FileCheck {
    /// Sealed blocks that are read at once: about a MiB.
    private static let batch = 32

    /// What is known about a file.
    struct Outcome {
        /// What is wrong, with a few words about it; nil for a good file.
        var problem: (kind: VaultFinding.Kind, detail: String)?
        /// The header of a file that has a good one, 68 bytes.
        var header: [UInt8]?
        /// Bytes of content; nil for a size that cannot be.
        var plainSize: Int64?
    }

    let keys: VaultKeys
    let readsContent: Bool
    /// Hears the bytes read.
    let step: (Int64) throws -> Void

    /// Looks at a file.
    ///
    /// - Throws: what `step` throws.
    func run(_ file: any ReadableFile) throws -> Outcome {
        let size = file.info.size
        var outcome = Outcome(plainSize: VaultFormat.plainSize(ofCipherSize: size))
        let buffer = UnsafeMutableRawBufferPointer.allocate(
            byteCount: Self.batch * VaultFormat.sealedBlockSize,
            alignment: 16
        )
        defer { buffer.deallocate() }
        do {
            let head = UnsafeMutableRawBufferPointer(rebasing: buffer[..<VaultFormat.headerSize])
            let count = try file.read(into: head, at: 0)
            try step(Int64(count))
            guard count == head.count else {
                outcome.problem = (.tornFile, "\(Self.bytes(size)), less than a header")
                return outcome
            }
            let key: VaultFileKey
            do {
                key = try keys.file(header: UnsafeRawBufferPointer(head))
            } catch {
                outcome.problem = (.badHeader, Self.bytes(size))
                return outcome
            }
            outcome.header = key.header
            let bad = readsContent ? try badBlocks(of: file, key, buffer) : BlockRanges()
            let blocks = Self.blocks(of: size)
            if outcome.plainSize == nil {
                let rest = "\(Self.bytes(size)); the last block is torn"
                outcome.problem = (.tornFile, bad.count > 1 ? "\(rest), bad blocks: \(bad.text)" : rest)
            } else if bad.count > 0 {
                outcome.problem = (.badBlocks, "\(bad.count) of \(blocks) blocks of 32 KiB: \(bad.text)")
            }
        } catch let error as StorageError {
            outcome.problem = (.unreadableFile, error.message)
        }
        return outcome
    }

    private func badBlocks(
        of file: any ReadableFile,
        _ key: VaultFileKey,
        _ buffer: UnsafeMutableRawBufferPointer
    ) throws -> BlockRanges {
        let plain = UnsafeMutableRawBufferPointer.allocate(
            byteCount: VaultFormat.blockSize,
            alignment: 16
        )
        // Nothing of the content stays in memory that somebody else gets.
        defer {
            plain.initializeMemory(as: UInt8.self, repeating: 0)
            plain.deallocate()
        }
        var bad = BlockRanges()
        var number: Int64 = 0
        while true {
            let count = try file.read(into: buffer, at: VaultFormat.sealedOffset(ofBlock: number))
            try step(Int64(count))
            for start in stride(from: 0, to: count, by: VaultFormat.sealedBlockSize) {
                let end = min(start + VaultFormat.sealedBlockSize, count)
                let sealed = UnsafeRawBufferPointer(rebasing: buffer[start..<end])
                do throws(CryptoError) {
                    _ = try key.openBlock(number, sealed, into: plain)
                } catch {
                    guard error.code == .authenticationFailed else { throw error }
                    bad.add(number)
                }
                number += 1
            }
            if count < buffer.count { return bad }
        }
    }

    private static func blocks(of size: Int64) -> Int64 {
        let rest = size - Int64(VaultFormat.headerSize)
        return (rest + Int64(VaultFormat.sealedBlockSize) - 1) / Int64(VaultFormat.sealedBlockSize)
    }

    private static func bytes(_ count: Int64) -> String { count == 1 ? "1 byte" : "\(count) bytes" }
}
