package import HearthMedia

/// Moving pictures and sound, by libavformat and libffmpegthumbnailer.
package enum ClipJob: DecodingPart {
    package static func warmUp() {}

    package static func run(_ job: MediaJob, _ source: any ByteSource) throws(DecodeError) -> DecodedMedia {
        throw DecodeError(.unknown, "not understood")
    }
}
