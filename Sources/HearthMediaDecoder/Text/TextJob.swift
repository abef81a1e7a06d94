package import HearthMedia

/// The first lines of texts.
package enum TextJob: DecodingPart {
    /// Bytes that are looked at: enough for an excerpt in any encoding, and to tell text from other bytes.
    static let window = 8192

    package static func warmUp() {
        // Converters of the C library are files: this one is kept open until the child ends.
        _ = GB18030.decode([0x41])
    }

    /// Finds the excerpt of a text; a text has no images.
    ///
    /// - Parameters:
    ///   - job: what is wanted; only the number of its outputs matters.
    ///   - source: the file.
    /// - Returns: the excerpt, and an empty image for each output.
    /// - Throws: `.unknown` where the bytes are no text or there are none.
    package static func run(_ job: MediaJob, _ source: any ByteSource) throws(DecodeError) -> DecodedMedia {
        let bytes = beginning(of: source)
        guard !bytes.isEmpty else { throw DecodeError(.unknown, "no bytes") }
        guard let text = TextEncoding.decode(bytes, isWhole: Int64(bytes.count) >= source.size) else {
            throw DecodeError(.unknown, "not text")
        }
        return DecodedMedia(
            facts: MediaFacts(kind: .text, excerpt: Excerpt.make(of: text)),
            images: job.outputs.map { _ in [] }
        )
    }

    private static func beginning(of source: any ByteSource) -> [UInt8] {
        let wanted = Int(min(max(source.size, 0), Int64(window)))
        return [UInt8](unsafeUninitializedCapacity: wanted) { buffer, count in
            let read = source.read(into: UnsafeMutableRawBufferPointer(buffer), at: 0)
            count = min(max(read, 0), wanted)
        }
    }
}
