/// A SHA-256 value.
package struct SHA256Digest: Hashable, Sendable {
    /// The length of every digest in bytes.
    package static let byteCount = 32

    /// 32 bytes.
    package let bytes: [UInt8]

    /// Takes 32 bytes; nil for any other number.
    package init?(bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = bytes
    }

    /// Reads 64 hex digits of either case; nil for anything else.
    package init?(hex: some StringProtocol) {
        guard let bytes = Hex.decode(hex) else { return nil }
        self.init(bytes: bytes)
    }

    init(exactly bytes: [UInt8]) { self.bytes = bytes }

    /// 64 lower-case hex digits.
    package var hex: String { Hex.encode(bytes) }
}
