/// Where a job's bytes come from.
package enum MediaInput: Sendable {
    /// An open regular file: the child gets this very descriptor and reads it at offsets. It stays the caller's, and
    /// must stay open until the job has ended.
    case descriptor(Int32)
    /// Bytes that exist nowhere as a file (those of an encrypted folder): the child asks for them piece by piece.
    case reader(any MediaReader)
}

/// Reads a file at any offset, for a child that must not have the file itself.
package protocol MediaReader: Sendable {
    /// Reads from an offset; called on a thread that may block, one call at a time.
    ///
    /// - Parameters:
    ///   - buffer: is filled from its start.
    ///   - offset: bytes from the file's start.
    /// - Returns: how many bytes were read; 0 at the end of the file.
    /// - Throws: what keeps the bytes from being read; the job ends with it as ``MediaError/Kind/input``.
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws -> Int
}
