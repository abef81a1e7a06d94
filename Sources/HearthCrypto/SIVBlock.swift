/// 128 bits as an element of GF(2^128), for S2V (RFC 5297, section 2.3).
struct SIVBlock {
    /// The bytes as they lie in memory, in two halves.
    var bytes: (UInt64, UInt64) = (0, 0)

    /// All zeros.
    init() {}

    /// Takes the first 16 bytes; fewer are filled up with the bit 1 and zeros (`pad`).
    init(padding message: UnsafeRawBufferPointer) {
        withUnsafeMutableBytes(of: &bytes) {
            let count = min(message.count, 16)
            $0.copyMemory(from: UnsafeRawBufferPointer(rebasing: message.prefix(count)))
            if count < 16 { $0[count] = 0x80 }
        }
    }

    /// The block times x (`dbl`); takes the same time for all values.
    var doubled: SIVBlock {
        let high = UInt64(bigEndian: bytes.0)
        let low = UInt64(bigEndian: bytes.1)
        var result = SIVBlock()
        result.bytes.0 = (high << 1 | low >> 63).bigEndian
        result.bytes.1 = (low << 1 ^ (0x87 & (0 &- (high >> 63)))).bigEndian
        return result
    }

    static func ^ (a: SIVBlock, b: SIVBlock) -> SIVBlock {
        var result = SIVBlock()
        result.bytes = (a.bytes.0 ^ b.bytes.0, a.bytes.1 ^ b.bytes.1)
        return result
    }

    /// The counter to start from: two bits are cleared (RFC 5297, section 2.5).
    var counter: SIVBlock {
        var result = self
        result.bytes.1 &= (0x7FFF_FFFF_7FFF_FFFF as UInt64).bigEndian
        return result
    }
}
