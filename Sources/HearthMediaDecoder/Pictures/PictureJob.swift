package import HearthMedia

/// Pictures and the first pages of documents, by libvips.
///
/// Of a damaged file, what can be had of it is taken; see ``FilePicture``.
package enum PictureJob: DecodingPart {
    package static func warmUp() { PictureWarmUp.run() }

    package static func run(_ job: MediaJob, _ source: any ByteSource) throws(DecodeError) -> DecodedMedia {
        guard VipsLibrary.isStarted else { throw DecodeError(.unknown, "libvips does not start") }
        let head = ByteWindow(source).prefix(at: 0, count: 4096)
        guard let format = PictureFormat(head: head, fileExtension: job.fileExtension) else {
            throw DecodeError(.unknown, head.isEmpty ? "empty" : "no picture")
        }
        return try FilePicture(source: source, format: format).decode(job.outputs)
    }
}
