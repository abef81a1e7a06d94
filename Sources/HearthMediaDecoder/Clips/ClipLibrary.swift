import CAVFormat
import CFFmpegThumbnailer

/// What libavformat, libavcodec and libffmpegthumbnailer need once in the child.
enum ClipLibrary {
    /// Quiet and bounded from now on; what they load, they load here.
    static func warmUp() {
        av_log_set_level(AV_LOG_QUIET)
        av_max_alloc(ClipLimits.allocation)
        // libffmpegthumbnailer counts it up and down for each image: the first time it would set up TLS.
        avformat_network_init()
        // One frame through all of it: format, decoder, filters, and the threads these use.
        let pixels = [UInt8](repeating: 0x80, count: 64 * 64 * 3 / 2)
        let frame = RawFrame(bytes: pixels, format: AV_PIX_FMT_YUV420P, width: 64, height: 64)
        _ = try? FrameRenderer.render(frame, width: 32, height: 32) { $0.count }
        for name in ["h264", "hevc", "vp9", "libdav1d", "mpeg4", "mjpeg"] {
            var context = avcodec_alloc_context3(avcodec_find_decoder_by_name(name))
            context?.pointee.thread_count = 1
            avcodec_open2(context, nil, nil)
            avcodec_free_context(&context)
        }
    }

    /// libavutil's words for a status.
    static func words(of status: Int32) -> String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { words in
            words.initialize(repeating: 0)
            av_strerror(status, words.baseAddress, words.count - 1)
            return words.baseAddress.map { String(cString: $0) } ?? ""
        }
    }
}
