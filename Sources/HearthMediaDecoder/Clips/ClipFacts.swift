import CAVFormat
import HearthMedia

/// What a file says of itself as moving pictures or sound.
enum ClipFacts {
    /// A week: whoever says more has counted wrong.
    private static let longest = 7 * 86_400.0

    /// Seconds.
    ///
    /// - Returns: nil where the file does not say and it cannot be told from its end.
    static func duration(_ input: ClipInput, _ streams: ClipStreams) -> Double? {
        var seconds: Double?
        if let duration = input.format?.pointee.duration, duration != hearth_av_no_time() {
            seconds = Double(duration) / Double(AV_TIME_BASE)
        } else if let stream = streams.video, stream.pointee.duration != hearth_av_no_time() {
            let base = stream.pointee.time_base
            seconds = Double(stream.pointee.duration) * Double(base.num) / Double(max(1, base.den))
        }
        guard let seconds, seconds > 0, seconds <= longest else { return nil }
        return (seconds * 1000).rounded() / 1000
    }

    /// Pixels as shown: pixels that are not square make the picture wider or narrower, and it may be turned.
    ///
    /// - Parameters:
    ///   - width: pixels across, as they lie.
    ///   - height: pixels down, as they lie.
    ///   - aspect: how much wider than high a pixel is; anything beyond eight times is not believed.
    /// - Returns: width and height before they are turned.
    static func square(_ width: Int, _ height: Int, _ aspect: AVRational) -> (width: Int, height: Int) {
        guard aspect.num > 0, aspect.den > 0 else { return (width, height) }
        let ratio = Double(aspect.num) / Double(aspect.den)
        guard (0.125...8).contains(ratio) else { return (width, height) }
        return (max(1, Int((Double(width) * ratio).rounded())), height)
    }

    /// When it was taken.
    ///
    /// - Returns: RFC 3339; with the offset of the place where the camera says it (Apple's key), else in UTC, else without
    ///   offset. nil when it does not say or its clock was not set.
    static func taken(_ input: ClipInput, _ streams: ClipStreams) -> String? {
        let places = [input.format?.pointee.metadata, streams.video?.pointee.metadata]
        for key in ["com.apple.quicktime.creationdate", "creation_time"] {
            for place in places {
                guard let entry = av_dict_get(place, key, nil, 0), let value = entry.pointee.value else {
                    continue
                }
                if let taken = TakenTime.normalized(String(cString: value)) { return taken }
            }
        }
        return nil
    }
}
