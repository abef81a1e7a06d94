import CAVFormat
import HearthMedia

/// Decodes the moving pictures of an open file, frame by frame, from any place.
///
/// Bears what libavcodec refuses: damaged packets are skipped, and the frames that a decoder holds back come out at the
/// end. One thread at a time (libavcodec, "send/receive encoding and decoding API overview").
final class FrameDecoder {
    private let input: ClipInput
    private let stream: UnsafeMutablePointer<AVStream>
    private var decoder: UnsafeMutablePointer<AVCodecContext>?
    private var packet: UnsafeMutablePointer<AVPacket>?
    private var isDraining = false
    private var isAtEnd = false
    /// Whether each key frame is decoded by itself, and nothing else.
    private let takesKeyFramesOnly: Bool

    /// Opens the decoder of a stream.
    ///
    /// - Throws: `.unknown` when nothing here decodes it, `.damaged` when what the file says of it makes no sense,
    ///   `.tooLarge` when its frames have too many pixels.
    init(_ input: ClipInput, _ stream: UnsafeMutablePointer<AVStream>) throws(DecodeError) {
        self.input = input
        self.stream = stream
        guard let parameters = stream.pointee.codecpar,
            let codec = avcodec_find_decoder(parameters.pointee.codec_id),
            av_match_list(codec.pointee.name, ClipFormats.decoders, 44) > 0
        else { throw DecodeError(.unknown, "no decoder for this clip") }
        let pixels = Int64(parameters.pointee.width) * Int64(parameters.pointee.height)
        takesKeyFramesOnly = pixels > ClipLimits.pixelsOfAnyFrame
        guard pixels <= ClipLimits.pixels else {
            throw DecodeError(.tooLarge, "\(parameters.pointee.width) × \(parameters.pointee.height) pixels")
        }
        packet = av_packet_alloc()
        decoder = avcodec_alloc_context3(codec)
        guard let decoder, packet != nil else { throw DecodeError(.tooLarge, "no memory for a decoder") }
        var status = avcodec_parameters_to_context(decoder, parameters)
        // More threads hold more frames, and other children want the processors.
        decoder.pointee.thread_count = 1
        decoder.pointee.pkt_timebase = stream.pointee.time_base
        decoder.pointee.max_pixels = ClipLimits.pixels
        if status >= 0 { status = avcodec_open2(decoder, codec, nil) }
        guard status >= 0 else { throw DecodeError(.damaged, "libavcodec: \(ClipLibrary.words(of: status))") }
        // Sound and subtitles are skipped where they lie.
        for other in input.streams where other != stream { other.pointee.discard = AVDISCARD_ALL }
    }

    deinit {
        avcodec_free_context(&decoder)
        av_packet_free(&packet)
    }

    /// Goes to the last place at or before a time from which decoding can begin.
    ///
    /// - Parameter seconds: from the clip's first frame on.
    /// - Returns: false when the file cannot be sought in; where it stands then is anybody's guess.
    func seek(to seconds: Double) -> Bool {
        let time = beginning + Int64(seconds / unit)
        guard avformat_seek_file(input.format, stream.pointee.index, .min, time, time, 0) >= 0 else {
            return false
        }
        avcodec_flush_buffers(decoder)
        isDraining = false
        isAtEnd = false
        return true
    }

    /// Seconds of a frame from the clip's first on; 0 where that is not known.
    func seconds(of frame: VideoFrame) -> Double {
        frame.time.map { Double($0.subtractingReportingOverflow(beginning).partialValue) * unit } ?? 0
    }

    /// Decodes up to a time.
    ///
    /// - Parameter seconds: from the clip's first frame on.
    /// - Returns: the first frame at or after it, or the last one that can be had within `ClipLimits`.
    func frame(notBefore seconds: Double) -> VideoFrame? {
        var best: VideoFrame?
        for _ in 0..<ClipLimits.framesToTarget {
            if best != nil, input.reading.isLate { break }
            guard let frame = next() else { break }
            if best.map({ $0.isDamaged || !frame.isDamaged }) ?? true { best = frame }
            if !frame.isDamaged, takesKeyFramesOnly || self.seconds(of: frame) >= seconds { break }
        }
        return best
    }

    /// The next frame as it is shown.
    ///
    /// - Returns: nil at the end, when the limits are reached, or when nothing decodes any more.
    func next() -> VideoFrame? {
        var fruitless = 0
        while fruitless < ClipLimits.packetsWithoutFrame, !input.reading.isOver {
            guard let frame = av_frame_alloc() else { return nil }
            let status = avcodec_receive_frame(decoder, frame)
            if status >= 0 {
                if let frame = VideoFrame(taking: frame) { return frame }
            } else {
                var frame: UnsafeMutablePointer<AVFrame>? = frame
                av_frame_free(&frame)
                if status == hearth_av_end() {
                    guard takesKeyFramesOnly, !isAtEnd else { return nil }
                    avcodec_flush_buffers(decoder)
                    isDraining = false
                }
                // Any other status but "again" is a damaged packet: the next one may be right.
                if !isDraining { feed() }
            }
            fruitless += 1
        }
        return nil
    }

    /// Gives the decoder one more packet, or tells it that there are none.
    private func feed() {
        while !input.reading.isOver {
            guard av_read_frame(input.format, packet) >= 0 else {
                isAtEnd = true
                drain()
                return
            }
            defer { av_packet_unref(packet) }
            guard packet?.pointee.stream_index == stream.pointee.index else { continue }
            if takesKeyFramesOnly, (packet?.pointee.flags ?? 0) & AV_PKT_FLAG_KEY == 0 { return }
            avcodec_send_packet(decoder, packet)
            if takesKeyFramesOnly { drain() }
            return
        }
        isDraining = true
        isAtEnd = true
    }

    /// Asks for the frames that the decoder holds back.
    private func drain() {
        isDraining = true
        avcodec_send_packet(decoder, nil)
    }

    private var unit: Double {
        let base = stream.pointee.time_base
        return base.num > 0 && base.den > 0 ? Double(base.num) / Double(base.den) : 1
    }

    private var beginning: Int64 {
        stream.pointee.start_time == hearth_av_no_time() ? 0 : stream.pointee.start_time
    }
}
