/// Sizes and names of Cryptomator's vault format 8 with the cipher combination SIV_GCM, as far as no key is needed.
///
/// Source: docs.cryptomator.org, "Vault Cryptography"; the program's own constants agree.
package enum VaultFormat {
    /// The version of the format.
    package static let version = 8
    /// How names and contents are sealed.
    package static let cipherCombination = "SIV_GCM"
    /// The length of a file's header: 12 nonce, 40 payload, 16 tag.
    package static let headerSize = 68
    /// Plain bytes in every block of a file but the last, which has 1 to this many.
    package static let blockSize = 32_768
    /// A whole block as it is on disk.
    package static let sealedBlockSize = blockSize + blockOverhead
    /// How much longer a block is on disk: 12 nonce, 16 tag.
    package static let blockOverhead = 28
    /// Encrypted names of more bytes than this, the suffix included, are shortened.
    package static let shorteningThreshold = 220
    /// What encrypted names end with.
    package static let suffix = Array(".c9r".utf8)
    /// What shortened names end with.
    package static let shortSuffix = Array(".c9s".utf8)

    /// The size of a file's content.
    ///
    /// A file of no bytes has a header and nothing else: 68 bytes make 0.
    ///
    /// - Parameter size: the size of the file on disk in bytes.
    /// - Returns: bytes; nil when no file of that size can be: less than a header, or a last block without content.
    package static func plainSize(ofCipherSize size: Int64) -> Int64? {
        guard size >= Int64(headerSize) else { return nil }
        let (blocks, rest) = (size - Int64(headerSize)).quotientAndRemainder(
            dividingBy: Int64(sealedBlockSize)
        )
        let whole = blocks * Int64(blockSize)
        if rest == 0 { return whole }
        return rest > Int64(blockOverhead) ? whole + rest - Int64(blockOverhead) : nil
    }

    /// The size of a file on disk.
    ///
    /// - Parameter size: the size of the content in bytes; negative counts as 0.
    /// - Returns: bytes; the largest number when it would be more than that.
    package static func cipherSize(ofPlainSize size: Int64) -> Int64 {
        let size = max(size, 0)
        let blocks = size / Int64(blockSize) + (size % Int64(blockSize) == 0 ? 0 : 1)
        let (sum, overflow) = size.addingReportingOverflow(blocks * Int64(blockOverhead) + Int64(headerSize))
        return overflow ? .max : sum
    }

    /// Where a block begins on disk, in bytes from the start of the file.
    ///
    /// - Parameter number: from 0; at most 2^47, which is more than any file has.
    /// - Returns: bytes.
    package static func sealedOffset(ofBlock number: Int64) -> Int64 {
        Int64(headerSize) + number * Int64(sealedBlockSize)
    }

    /// The name of the directory that stands for a name over the threshold.
    ///
    /// - Parameter cipherName: the whole encrypted name with its suffix, as `name.c9s` keeps it.
    /// - Returns: base64url of its SHA-1, 28 characters, then `.c9s`.
    /// - Throws: `.library`.
    package static func shortName(of cipherName: [UInt8]) throws(CryptoError) -> [UInt8] {
        try PaddedBase64.url.encode(SHA1.hash(cipherName)) + shortSuffix
    }
}
