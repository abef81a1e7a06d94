import HearthCrypto

/// A block of an unfinished file that is put together in memory.
///
/// Its bytes beyond what is known are 0.
final class PartialBlock: @unchecked Sendable {  // Reached only behind the lock of its file.
    /// Which block of the file.
    let number: Int64
    /// A whole block of plain bytes.
    let bytes: UnsafeMutableRawBufferPointer
    /// How many bytes from the beginning are what the file has; the rest may be in the block on the disk.
    var known = 0
    /// Whether the disk has something else.
    var isDirty = false
    /// Whether nothing was written to it since the last time all was brought to the disk.
    var isIdle = false

    /// All zeros, nothing known.
    init(_ number: Int64) {
        self.number = number
        bytes = .allocate(byteCount: VaultFormat.blockSize, alignment: 64)
        bytes.initializeMemory(as: UInt8.self, repeating: 0)
    }

    deinit { bytes.deallocate() }

    /// Takes bytes over; everything before `start` is known.
    func put(_ piece: UnsafeRawBufferPointer, at start: Int) {
        UnsafeMutableRawBufferPointer(rebasing: bytes[start...]).copyBytes(from: piece)
        known = max(known, start + piece.count)
        isDirty = true
        isIdle = false
    }

    /// Cuts the content off; what follows is known to be zeros.
    func cut(to length: Int) {
        UnsafeMutableRawBufferPointer(rebasing: bytes[length...]).initializeMemory(
            as: UInt8.self,
            repeating: 0
        )
        known = bytes.count
        isDirty = true
    }
}
