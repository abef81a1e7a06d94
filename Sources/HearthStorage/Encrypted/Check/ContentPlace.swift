import HearthCrypto

/// Where a directory's entries lie, `d/XX/Y…`: 32 characters, held without an allocation so that a set of all of a large
/// vault stays small.
struct ContentPlace: Hashable, Sendable {
    private let parts: (UInt64, UInt64, UInt64, UInt64)

    /// Of a directory.
    ///
    /// - Throws: `CryptoError` when the library refuses.
    init(of directory: VaultDirectoryID, keys: VaultKeys) throws {
        let (first, second) = try keys.contentPath(of: directory)
        guard let place = ContentPlace(first, second) else {
            throw StorageError(.damaged, "a content directory has no usable path")
        }
        self = place
    }

    /// Of two names; nil when they are no such path.
    init?(_ first: [UInt8], _ second: [UInt8]) {
        guard first.count == 2, second.count == 30, (first + second).allSatisfy(Self.isBase32) else {
            return nil
        }
        let bytes = first + second
        let numbers = bytes.withUnsafeBytes { bytes in
            (0..<4).map { bytes.loadUnaligned(fromByteOffset: $0 * 8, as: UInt64.self) }
        }
        parts = (numbers[0], numbers[1], numbers[2], numbers[3])
    }

    /// Whether a byte is of RFC 4648's base32 alphabet.
    static func isBase32(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "2")...UInt8(ascii: "7"): true
        default: false
        }
    }

    private var bytes: [UInt8] {
        withUnsafeBytes(of: parts) { Array($0) }
    }

    /// `d/XX`.
    var outer: VolumePath { VolumePath([VaultNames.data, FileName(unchecked: Array(bytes[..<2]))]) }

    /// `d/XX/Y…`.
    var path: VolumePath { outer.appending(FileName(unchecked: Array(bytes[2...]))) }

    static func == (left: ContentPlace, right: ContentPlace) -> Bool { left.parts == right.parts }

    func hash(into hasher: inout Hasher) {
        hasher.combine(parts.0)
        hasher.combine(parts.1)
        hasher.combine(parts.2)
        hasher.combine(parts.3)
    }
}
