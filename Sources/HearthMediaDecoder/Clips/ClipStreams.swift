import CAVFormat

/// Which of a file's streams matter.
struct ClipStreams {
    /// The moving pictures; nil in sound.
    var video: UnsafeMutablePointer<AVStream>?
    /// Whether there is any sound.
    var hasSound = false
    /// The file's own cover as it lies there: mostly a JPEG or a PNG.
    var cover: UnsafeMutablePointer<AVStream>?

    /// Looks through the streams of an open file.
    init(_ input: ClipInput) {
        for stream in input.streams {
            guard let parameters = stream.pointee.codecpar else { continue }
            let isPicture = stream.pointee.disposition & AV_DISPOSITION_ATTACHED_PIC != 0
            switch parameters.pointee.codec_type {
            case AVMEDIA_TYPE_AUDIO:
                hasSound = true
            case AVMEDIA_TYPE_VIDEO where isPicture:
                if cover == nil || Self.isFront(stream) && !(cover.map(Self.isFront) ?? false) {
                    cover = stream
                }
            default: break
            }
        }
        video = Self.bestVideo(input)
    }

    /// The bytes of the cover.
    ///
    /// - Returns: nil where there is none, or none that fits into `ClipLimits`.
    var coverBytes: [UInt8]? {
        guard let packet = cover?.pointee.attached_pic, packet.size > 0, packet.size <= ClipLimits.coverBytes,
            let data = packet.data
        else { return nil }
        return Array(UnsafeBufferPointer(start: data, count: Int(packet.size)))
    }

    /// libavformat's choice: what is marked as the main one, has most frames, and is no cover.
    private static func bestVideo(_ input: ClipInput) -> UnsafeMutablePointer<AVStream>? {
        let best = av_find_best_stream(input.format, AVMEDIA_TYPE_VIDEO, -1, -1, nil, 0)
        guard best >= 0, Int(best) < input.streams.count else { return nil }
        let stream = input.streams[Int(best)]
        return stream.pointee.disposition & AV_DISPOSITION_ATTACHED_PIC == 0 ? stream : nil
    }

    /// Whether a cover is said to be the front one ("Cover (front)", ID3v2.4.0-frames, 4.14, type 3).
    private static func isFront(_ stream: UnsafeMutablePointer<AVStream>) -> Bool {
        guard let entry = av_dict_get(stream.pointee.metadata, "comment", nil, 0),
            let value = entry.pointee.value
        else { return false }
        return String(cString: value) == "Cover (front)"
    }
}
