import HearthStorage

/// Byte copies into a staged file, through one buffer of 1 MiB.
enum StagedCopy {
    private static let bufferSize = 1 << 20

    /// Copies a file's first `length` bytes.
    ///
    /// - Throws: `.changed` when the source ends early, since it then was cut while being copied.
    static func copy(from source: any ReadableFile, to target: any StagedFile, length: Int64) throws {
        try copy(length: length, to: target, at: 0) { buffer, offset in
            try source.read(into: buffer, at: offset)
        }
    }

    private static func copy(
        length: Int64,
        to target: any StagedFile,
        at start: Int64,
        _ read: (UnsafeMutableRawBufferPointer, Int64) throws -> Int
    ) throws {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: bufferSize, alignment: 4_096)
        defer { buffer.deallocate() }
        var done: Int64 = 0
        while done < length {
            let want = Int(min(Int64(bufferSize), length - done))
            let got = try read(UnsafeMutableRawBufferPointer(rebasing: buffer[..<want]), done)
            if got <= 0 { throw StorageError(.changed, "the source ended while it was copied") }
            try target.write(UnsafeRawBufferPointer(rebasing: buffer[..<got]), at: start + done)
            done += Int64(got)
        }
    }
}
