package import HearthMedia

/// Pictures and the first pages of documents, by libvips.
package enum PictureJob: DecodingPart {
    package static func warmUp() {}

    package static func run(_ job: MediaJob, _ source: any ByteSource) throws(DecodeError) -> DecodedMedia {
        throw DecodeError(.unknown, "not understood")
    }
}
