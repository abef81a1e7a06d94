/// A file's bytes, as an answer sends them.
package protocol FileContent: Sendable {
    /// The size in bytes when it was opened.
    var size: Int64 { get }
    /// An open descriptor the kernel may read from, or nil when the bytes must pass through ``read(into:at:)``.
    ///
    /// Valid as long as the content is referenced.
    var descriptor: Int32? { get }

    /// Reads at an offset.
    ///
    /// - Returns: the number of bytes read; 0 only at the end of the file.
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) async throws -> Int
}

/// A stretch of a file with the bytes that stand before it in the answer.
package struct FilePart: Sendable, Equatable {
    /// Sent before the stretch: the part headers of `multipart/byteranges`, or its closing boundary.
    package var prefix: [UInt8]
    /// The bytes of the file; may be empty.
    package var range: Range<Int64>

    /// A stretch, by default with nothing before it.
    package init(prefix: [UInt8] = [], range: Range<Int64>) {
        self.prefix = prefix
        self.range = range
    }

    /// Bytes it takes in the answer.
    package var length: Int64 { Int64(prefix.count) + (range.upperBound - range.lowerBound) }
}
