import CAVFormat
import HearthMedia

/// Chooses the frame that stands for a clip: early, but behind titles that fade in from black.
enum FrameChoice {
    /// Where it is looked for, as parts of the duration, one after the other while all that is seen is black.
    private static let places = [0.1, 0.3, 0.5, 0.75]

    /// Finds a frame.
    ///
    /// The first tenth of a clip, but not before its first second, is where the older clients' thumbnails came from; a
    /// clip of less than two seconds shows its first frame.
    ///
    /// - Parameters:
    ///   - input: the file, which is opened anew where it cannot be sought in.
    ///   - stream: the moving pictures.
    ///   - duration: seconds; nil when unknown.
    /// - Returns: a frame that is not black if there is one within the limits.
    /// - Throws: as `FrameDecoder`; `.damaged` or `.timeOut` when there is no frame at all.
    static func choose(
        _ input: ClipInput,
        _ stream: UnsafeMutablePointer<AVStream>,
        duration: Double?
    ) throws(DecodeError) -> VideoFrame {
        var frame: VideoFrame?
        if let duration, duration >= 2 { frame = try frameInside(input, stream, duration) }
        if let frame, !frame.isBlack { return frame }
        frame = try firstVisible(input.reading, stream.pointee.index) ?? frame
        if let frame { return frame }
        throw input.reading.isOver
            ? ClipInput.late : DecodeError(.damaged, "no frame of the clip can be decoded")
    }

    /// The first frame at one of the places that is not black, or else the first of them.
    private static func frameInside(
        _ input: ClipInput,
        _ stream: UnsafeMutablePointer<AVStream>,
        _ duration: Double
    ) throws(DecodeError) -> VideoFrame? {
        let decoder = try FrameDecoder(input, stream)
        var black: VideoFrame?
        var last: Double?
        for place in places where !input.reading.isLate {
            let target = max(1, place * duration)
            guard decoder.seek(to: target), let frame = decoder.frame(notBefore: min(1, target)) else {
                break
            }
            if !frame.isBlack { return frame }
            // Seeking led to the same place: there are no others.
            let seconds = decoder.seconds(of: frame)
            if seconds == last { break }
            last = seconds
            black = black ?? frame
        }
        return black
    }

    /// The first frame that is not black from the beginning on, of the file opened anew: seeking back to a beginning
    /// fails in just the files that need this.
    private static func firstVisible(
        _ reading: ClipReading,
        _ index: Int32
    ) throws(DecodeError) -> VideoFrame? {
        let input = try ClipInput(reading)
        guard let stream = input.streams.first(where: { $0.pointee.index == index }) else { return nil }
        let decoder = try FrameDecoder(input, stream)
        var first: VideoFrame?
        for _ in 0..<ClipLimits.framesThroughBlack {
            guard let frame = decoder.next() else { break }
            if !frame.isDamaged, !frame.isBlack { return frame }
            if first.map(\.isDamaged) ?? true { first = frame }
            if reading.isLate { break }
        }
        return first
    }
}
