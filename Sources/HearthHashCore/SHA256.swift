/// SHA-256 (FIPS 180-4) in plain Swift: no imports and no allocation, so that it also compiles in Embedded Swift to
/// WebAssembly, where the web app hashes what it uploads.
///
/// The server itself hashes with libcrypto; this is for where there is none.
public struct SHA256 {
    /// Bytes of a state as ``state(into:)`` writes it: 8 words, the length, and the block that is not full.
    public static let stateBytes = 8 * 4 + 8 + 64

    private typealias Words8 = (UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32)

    private var words: Words8
    private var length: UInt64
    private var block: InlineArray<64, UInt8>

    /// A hash of nothing yet.
    public init() {
        words = (
            0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab,
            0x5be0_cd19
        )
        length = 0
        block = InlineArray(repeating: 0)
    }

    /// Goes on from what ``state(into:)`` wrote.
    ///
    /// - Parameter state: ``stateBytes`` bytes.
    public init(state: UnsafeRawBufferPointer) {
        self.init()
        words = (
            Self.word(state, 0), Self.word(state, 4), Self.word(state, 8), Self.word(state, 12),
            Self.word(state, 16), Self.word(state, 20), Self.word(state, 24), Self.word(state, 28)
        )
        length = UInt64(Self.word(state, 32)) << 32 | UInt64(Self.word(state, 36))
        for index in 0..<64 { block[index] = state[40 + index] }
    }

    /// Takes in bytes.
    public mutating func update(_ bytes: UnsafeRawBufferPointer) {
        var offset = 0
        let filled = Int(length & 63)
        length &+= UInt64(bytes.count)
        if filled > 0 {
            let count = min(64 - filled, bytes.count)
            for index in 0..<count { block[filled + index] = bytes[index] }
            guard filled + count == 64 else { return }
            compressBlock()
            offset = count
        }
        while offset + 64 <= bytes.count {
            compress(bytes, at: offset)
            offset += 64
        }
        for index in 0..<(bytes.count - offset) { block[index] = bytes[offset + index] }
    }

    /// The hash of everything taken in; the value itself can go on.
    ///
    /// - Parameter digest: 32 bytes are written.
    public func digest(into digest: UnsafeMutableRawBufferPointer) {
        var last = self
        let bits = length &* 8
        let filled = Int(length & 63)
        last.block[filled] = 0x80
        for index in (filled + 1)..<64 where filled < 63 { last.block[index] = 0 }
        if filled >= 56 {
            last.compressBlock()
            for index in 0..<64 { last.block[index] = 0 }
        }
        for index in 0..<8 {
            last.block[56 + index] = UInt8(truncatingIfNeeded: bits >> UInt64(56 - 8 * index))
        }
        last.compressBlock()
        last.writeWords(into: digest)
    }

    /// Writes where the hash stands, so that it can go on later, elsewhere.
    ///
    /// - Parameter state: ``stateBytes`` bytes are written.
    public func state(into state: UnsafeMutableRawBufferPointer) {
        writeWords(into: state)
        for index in 0..<8 { state[32 + index] = UInt8(truncatingIfNeeded: length >> UInt64(56 - 8 * index)) }
        for index in 0..<64 { state[40 + index] = block[index] }
    }

    // MARK: Inside

    private static func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt32 {
        UInt32(bytes[offset]) << 24 | UInt32(bytes[offset + 1]) << 16 | UInt32(bytes[offset + 2]) << 8
            | UInt32(bytes[offset + 3])
    }

    private func writeWords(into bytes: UnsafeMutableRawBufferPointer) {
        func write(_ word: UInt32, _ place: Int) {
            bytes[place] = UInt8(truncatingIfNeeded: word >> 24)
            bytes[place + 1] = UInt8(truncatingIfNeeded: word >> 16)
            bytes[place + 2] = UInt8(truncatingIfNeeded: word >> 8)
            bytes[place + 3] = UInt8(truncatingIfNeeded: word)
        }
        write(words.0, 0)
        write(words.1, 4)
        write(words.2, 8)
        write(words.3, 12)
        write(words.4, 16)
        write(words.5, 20)
        write(words.6, 24)
        write(words.7, 28)
    }

    private mutating func compressBlock() {
        let copy = block
        copy.span.withUnsafeBytes { compress($0, at: 0) }
    }

    private mutating func compress(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
        var schedule = InlineArray<64, UInt32>(repeating: 0)
        for index in 0..<16 { schedule[index] = Self.word(bytes, offset + 4 * index) }
        for index in 16..<64 {
            let before = schedule[index - 15]
            let after = schedule[index - 2]
            let low = before.turned(7) ^ before.turned(18) ^ before >> 3
            let high = after.turned(17) ^ after.turned(19) ^ after >> 10
            schedule[index] = schedule[index - 16] &+ low &+ schedule[index - 7] &+ high
        }
        var (a, b, c, d, e, f, g, h) = words
        for index in 0..<64 {
            let first =
                h &+ (e.turned(6) ^ e.turned(11) ^ e.turned(25)) &+ (e & f ^ ~e & g) &+ roundConstants[index]
                &+ schedule[index]
            let second = (a.turned(2) ^ a.turned(13) ^ a.turned(22)) &+ (a & b ^ a & c ^ b & c)
            (h, g, f, e, d, c, b, a) = (g, f, e, d &+ first, c, b, a, first &+ second)
        }
        words = (
            words.0 &+ a, words.1 &+ b, words.2 &+ c, words.3 &+ d, words.4 &+ e, words.5 &+ f, words.6 &+ g,
            words.7 &+ h
        )
    }
}

extension UInt32 {
    /// Rotated to the right.
    @inline(__always)
    fileprivate func turned(_ count: UInt32) -> UInt32 { self >> count | self << (32 - count) }
}

/// The first 32 bits of the fractional parts of the cube roots of the first 64 primes (FIPS 180-4, section 4.2.2).
private let roundConstants: InlineArray<64, UInt32> = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
    0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
    0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
    0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
    0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
    0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
    0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
]
