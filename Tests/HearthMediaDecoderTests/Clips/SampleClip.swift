import CAVFormat
import HearthMedia
import HearthMediaDecoder

/// Clips that the tests make themselves: frames are painted by a closure, encoded by libavcodec and written by libavformat.
struct SampleClip {
    /// Brightness and colours of one pixel: Y, U and V of ITU-R BT.601.
    typealias Color = (y: UInt8, u: UInt8, v: UInt8)

    static let red: Color = (81, 90, 240)
    static let green: Color = (145, 54, 34)
    static let blue: Color = (41, 240, 110)
    static let white: Color = (235, 128, 128)
    static let black: Color = (16, 128, 128)

    var format = "mp4"
    var codec = AV_CODEC_ID_MPEG4
    var pixels = AV_PIX_FMT_YUV420P
    var width = 160
    var height = 96
    var frames = 30
    var framesPerSecond = 10
    /// Frames from one that needs no other to the next.
    var keyEvery = 5
    /// Frames that are shown before the one they were written behind.
    var reordered = 0
    var isInterlaced = false
    /// Nine numbers (ISO/IEC 14496-12, 8.3.2).
    var matrix: [Int32] = []
    var pixelAspect = AVRational(num: 0, den: 1)
    var metadata: [String: String] = [:]
    var options: [String: String] = [:]
    /// The color of a place in a frame; places go from 0 to 7 across and down.
    var paint: (_ frame: Int, _ x: Int, _ y: Int) -> Color = Self.quarters

    /// Red, green, blue and white quarters, clockwise from the upper left.
    static func quarters(_ frame: Int, _ x: Int, _ y: Int) -> Color {
        switch (x < 4, y < 4) {
        case (true, true): red
        case (false, true): green
        case (false, false): blue
        case (true, false): white
        }
    }

    struct Failure: Error {
        let step: String
    }

    /// The clip as a file.
    func file() throws -> [UInt8] {
        var context: UnsafeMutablePointer<AVFormatContext>?
        try check(avformat_alloc_output_context2(&context, nil, format, nil), "format")
        guard let context else { throw Failure(step: "format") }
        defer { avformat_free_context(context) }
        var encoder = try encoder(context)
        defer { avcodec_free_context(&encoder) }
        guard let stream = avformat_new_stream(context, nil), let encoder else {
            throw Failure(step: "stream")
        }
        try check(avcodec_parameters_from_context(stream.pointee.codecpar, encoder), "parameters")
        stream.pointee.time_base = encoder.pointee.time_base
        stream.pointee.avg_frame_rate = encoder.pointee.framerate
        stream.pointee.sample_aspect_ratio = pixelAspect
        if matrix.count == 9, let place = av_stream_new_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, 36) {
            UnsafeMutableRawPointer(place).copyMemory(from: matrix, byteCount: 36)
        }
        for (key, value) in metadata { av_dict_set(&context.pointee.metadata, key, value, 0) }
        let memory = MemoryFile()
        context.pointee.pb = memory.output
        var settings: OpaquePointer?
        for (key, value) in options { av_dict_set(&settings, key, value, 0) }
        defer { av_dict_free(&settings) }
        try check(avformat_write_header(context, &settings), "header")
        for number in 0..<frames { try write(frame(number), encoder, stream, context) }
        try write(nil, encoder, stream, context)
        try check(av_write_trailer(context), "trailer")
        avio_flush(memory.output)
        return memory.bytes
    }

    private func check(_ status: Int32, _ step: String) throws {
        if status < 0 { throw Failure(step: "\(format) \(step): \(status)") }
    }

    private func encoder(
        _ context: UnsafeMutablePointer<AVFormatContext>
    ) throws -> UnsafeMutablePointer<AVCodecContext>? {
        guard let found = avcodec_find_encoder(codec), let encoder = avcodec_alloc_context3(found) else {
            throw Failure(step: "encoder")
        }
        encoder.pointee.width = Int32(width)
        encoder.pointee.height = Int32(height)
        encoder.pointee.pix_fmt = pixels
        encoder.pointee.time_base = AVRational(num: 1, den: Int32(framesPerSecond))
        encoder.pointee.framerate = AVRational(num: Int32(framesPerSecond), den: 1)
        encoder.pointee.gop_size = Int32(keyEvery)
        encoder.pointee.max_b_frames = Int32(reordered)
        encoder.pointee.bit_rate = 4_000_000
        encoder.pointee.thread_count = 1
        encoder.pointee.sample_aspect_ratio = pixelAspect
        encoder.pointee.strict_std_compliance = FF_COMPLIANCE_UNOFFICIAL
        if isInterlaced {
            encoder.pointee.flags |= AV_CODEC_FLAG_INTERLACED_DCT | AV_CODEC_FLAG_INTERLACED_ME
            encoder.pointee.field_order = AV_FIELD_TT
        }
        if context.pointee.oformat.pointee.flags & AVFMT_GLOBALHEADER != 0 {
            encoder.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER
        }
        try check(avcodec_open2(encoder, found, nil), "encoder")
        return encoder
    }

    private func frame(_ number: Int) throws -> UnsafeMutablePointer<AVFrame> {
        guard let frame = av_frame_alloc() else { throw Failure(step: "frame") }
        frame.pointee.format = pixels.rawValue
        frame.pointee.width = Int32(width)
        frame.pointee.height = Int32(height)
        frame.pointee.pts = Int64(number)
        frame.pointee.interlaced_frame = isInterlaced ? 1 : 0
        frame.pointee.top_field_first = 1
        try check(av_frame_get_buffer(frame, 0), "frame")
        let description = av_pix_fmt_desc_get(pixels)
        let (across, down) = (
            description?.pointee.log2_chroma_w ?? 0, description?.pointee.log2_chroma_h ?? 0
        )
        fill(frame.pointee.data.0, frame.pointee.linesize.0, width, height) { paint(number, $0, $1).y }
        fill(frame.pointee.data.1, frame.pointee.linesize.1, width >> across, height >> down) {
            paint(number, $0, $1).u
        }
        fill(frame.pointee.data.2, frame.pointee.linesize.2, width >> across, height >> down) {
            paint(number, $0, $1).v
        }
        return frame
    }

    /// Writes one plane, each of its 64 fields in one color.
    private func fill(
        _ plane: UnsafeMutablePointer<UInt8>?,
        _ line: Int32,
        _ width: Int,
        _ height: Int,
        _ value: (Int, Int) -> UInt8
    ) {
        guard let plane else { return }
        for row in 0..<8 {
            for column in 0..<8 {
                let value = value(column, row)
                let (left, right) = (column * width / 8, (column + 1) * width / 8)
                for y in (row * height / 8)..<((row + 1) * height / 8) {
                    (plane + y * Int(line) + left).update(repeating: value, count: right - left)
                }
            }
        }
    }

    private func write(
        _ frame: UnsafeMutablePointer<AVFrame>?,
        _ encoder: UnsafeMutablePointer<AVCodecContext>,
        _ stream: UnsafeMutablePointer<AVStream>,
        _ context: UnsafeMutablePointer<AVFormatContext>
    ) throws {
        try check(avcodec_send_frame(encoder, frame), "encode")
        var frame = frame
        av_frame_free(&frame)
        var packet = av_packet_alloc()
        defer { av_packet_free(&packet) }
        while avcodec_receive_packet(encoder, packet) >= 0 {
            av_packet_rescale_ts(packet, encoder.pointee.time_base, stream.pointee.time_base)
            packet?.pointee.stream_index = stream.pointee.index
            if packet?.pointee.duration == 0 {
                packet?.pointee.duration = av_rescale_q(
                    1,
                    encoder.pointee.time_base,
                    stream.pointee.time_base
                )
            }
            try check(av_interleaved_write_frame(context, packet), "packet")
        }
    }
}

/// What the part for clips makes of bytes.
func decodeClip(
    _ file: [UInt8],
    _ outputs: [MediaOutput] = [MediaOutput(edge: 256, format: .png)]
) throws(DecodeError) -> DecodedMedia {
    try decodeClip(MemorySource(file), outputs)
}

/// What the part for clips makes of a file.
func decodeClip(
    _ source: MemorySource,
    _ outputs: [MediaOutput] = [MediaOutput(edge: 256, format: .png)]
) throws(DecodeError) -> DecodedMedia {
    precondition(SamplePicture.isReady && clipsAreReady)
    return try ClipJob.run(
        MediaJob(kind: .clip, fileExtension: "", size: source.size, outputs: outputs),
        source
    )
}

/// The part for clips, as in a child.
let clipsAreReady: Bool = {
    ClipJob.warmUp()
    return true
}()

extension OpenedPicture {
    /// Whether a pixel is about that color; what clips and JPEG keep is not exact.
    func isNear(_ x: Int, _ y: Int, _ color: [Int], within: Int = 24) -> Bool {
        distance(x, y, color) <= within
    }
}
