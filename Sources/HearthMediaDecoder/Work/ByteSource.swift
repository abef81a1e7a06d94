/// Where a part of the decoder reads a file from: a descriptor, or pieces that the server sends when asked.
///
/// One thread at a time, any offset, as often as wanted. A source serves one job only.
package protocol ByteSource: AnyObject {
    /// Bytes of the file; reading behind them yields nothing.
    var size: Int64 { get }

    /// The descriptor of a plain file, for libraries that read one themselves; nil where there is none.
    ///
    /// It stays the source's: not to be closed, and its own offset means nothing to ``read(into:at:)``.
    var descriptor: Int32? { get }

    /// Reads from an offset, as pread(2): fewer bytes than asked for only at the file's end.
    ///
    /// - Parameters:
    ///   - buffer: is filled from its start.
    ///   - offset: bytes from the file's start, never negative.
    /// - Returns: how many bytes were read, 0 at the end; -1 where they cannot be read: the job is over then, and
    ///   whatever a part throws afterwards is not believed.
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) -> Int
}
