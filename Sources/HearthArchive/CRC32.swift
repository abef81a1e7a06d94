import CDeflate

/// The checksum of ZIP (ISO 3309, polynomial 0xEDB88320).
struct CRC32 {
    /// The checksum of the bytes so far.
    private(set) var value: UInt32 = 0

    /// Thread rule (libdeflate.h): the function keeps no state.
    mutating func update(_ bytes: UnsafeRawBufferPointer) {
        guard let start = bytes.baseAddress else { return }
        value = libdeflate_crc32(value, start, bytes.count)
    }
}
