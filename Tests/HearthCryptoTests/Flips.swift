import HearthCrypto
import Testing

/// Every copy of `bytes` with one bit flipped.
func flips(of bytes: [UInt8]) -> [[UInt8]] {
    (0..<bytes.count * 8).map { bit in
        var copy = bytes
        copy[bit / 8] ^= 1 << UInt8(bit % 8)
        return copy
    }
}

/// Expects a failure of that kind.
func expectFailure(
    _ code: CryptoError.Code,
    _ body: () throws -> Void,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    let error = #expect(throws: CryptoError.self, sourceLocation: sourceLocation) { try body() }
    #expect(error?.code == code, sourceLocation: sourceLocation)
}

/// Bytes from hex digits; none when it is no hex, which no test wants.
func hex(_ digits: String) -> [UInt8] { Hex.decode(digits) ?? [] }

extension SecretBytes {
    /// A copy of the bytes, for comparing with published values.
    var copied: [UInt8] { withUnsafeBytes { Array($0) } }
}
