import Synchronization

/// One file of a vault: its header and the key of its content.
///
/// Any thread, any number at once. Every call seals or opens one block straight from the caller's memory into the
/// caller's memory. Contexts of the library, which hold the expanded key in ordinary memory, are kept with the file and
/// wiped with it: let go of it when the file is closed.
package final class VaultFileKey: Sendable {
    /// The header as it is on disk, 68 bytes.
    package let header: [UInt8]
    private let key: SecretBytes
    private let contexts = Mutex<[GCMContext]>([])

    /// As many contexts as stay for the next block; more at once are made and thrown away.
    private static let keptContexts = 4

    init(header: [UInt8], key: SecretBytes) throws(CryptoError) {
        guard header.count == VaultFormat.headerSize, key.count == GCMContext.keySize else {
            throw CryptoError(.parameters, "sizes of a file's header and key")
        }
        self.header = header
        self.key = key
    }

    /// Seals a block under a fresh nonce.
    ///
    /// - Parameters:
    ///   - number: from 0.
    ///   - plain: 1 to ``VaultFormat/blockSize`` bytes.
    ///   - target: room for 28 bytes more; must not overlap `plain`.
    /// - Returns: how many bytes were written: 12 nonce, as many as `plain` has, 16 tag.
    /// - Throws: `.invalidInput` for other sizes, `.library`.
    package func sealBlock(
        _ number: Int64,
        _ plain: UnsafeRawBufferPointer,
        into target: UnsafeMutableRawBufferPointer
    ) throws(CryptoError) -> Int {
        let count = plain.count + VaultFormat.blockOverhead
        guard number >= 0, (1...VaultFormat.blockSize).contains(plain.count), target.count >= count,
            let start = target.baseAddress
        else { throw CryptoError(.invalidInput, "sizes of a block to seal") }
        let body = start + GCMContext.nonceSize
        try withContext(number) { (context, associated) throws(CryptoError) in
            try context.drawNonce(into: start)
            try context.seal(
                plain,
                nonce: start,
                associated: associated,
                key: key,
                into: body,
                tag: body + plain.count
            )
        }
        return count
    }

    /// Opens a block.
    ///
    /// - Parameters:
    ///   - number: from 0; a block opens only at its own place in its own file.
    ///   - sealed: 29 to ``VaultFormat/sealedBlockSize`` bytes as they are on disk.
    ///   - target: room for 28 bytes less; must not overlap `sealed`.
    /// - Returns: how many bytes were written.
    /// - Throws: `.authenticationFailed` when anything differs from what was sealed, and for other sizes of `sealed`:
    ///   then what could have been written to is zeros. `.invalidInput` for a target too small, `.library`.
    package func openBlock(
        _ number: Int64,
        _ sealed: UnsafeRawBufferPointer,
        into target: UnsafeMutableRawBufferPointer
    ) throws(CryptoError) -> Int {
        let count = sealed.count - VaultFormat.blockOverhead
        guard number >= 0, (1...VaultFormat.blockSize).contains(count), let start = sealed.baseAddress else {
            throw CryptoError(.authenticationFailed, "no block has \(sealed.count) bytes")
        }
        guard target.count >= count else { throw CryptoError(.invalidInput, "no room for an opened block") }
        let body = start + GCMContext.nonceSize
        try withContext(number) { (context, associated) throws(CryptoError) in
            try context.open(
                UnsafeRawBufferPointer(start: body, count: count),
                nonce: start,
                associated: associated,
                key: key,
                tag: body + count,
                into: target.baseAddress
            )
        }
        return count
    }

    /// Lends a context and the associated data of a block: its number, 8 bytes big-endian, then the header's nonce.
    private func withContext(
        _ number: Int64,
        _ body: (GCMContext, UnsafeRawBufferPointer) throws(CryptoError) -> Void
    ) throws(CryptoError) {
        let kept = contexts.withLock { $0.popLast() }
        let context = if let kept { kept } else { try GCMContext() }
        defer {
            contexts.withLock { if $0.count < Self.keptContexts { $0.append(context) } }
        }
        var associated: (Int64, Int64, Int32) = (number.bigEndian, 0, 0)
        try withUnsafeMutableBytes(of: &associated) { (associated) throws(CryptoError) in
            for index in 0..<GCMContext.nonceSize { associated[8 + index] = header[index] }
            // The tuple may be longer than its fields.
            try body(context, UnsafeRawBufferPointer(rebasing: associated[..<20]))
        }
    }
}
