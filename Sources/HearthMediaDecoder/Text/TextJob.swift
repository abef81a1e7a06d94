package import HearthMedia

/// The first lines of texts.
package enum TextJob: DecodingPart {
    package static func warmUp() {}

    package static func run(_ job: MediaJob, _ source: any ByteSource) throws(DecodeError) -> DecodedMedia {
        throw DecodeError(.unknown, "not understood")
    }
}
