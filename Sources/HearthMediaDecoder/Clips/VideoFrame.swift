import CAVFormat
import HearthMedia

/// One decoded frame.
final class VideoFrame {
    private var frame: UnsafeMutablePointer<AVFrame>

    /// Takes over a frame that libavcodec filled.
    ///
    /// - Returns: nil, and the frame is freed, where it has no pixels that the processor can read or more than
    ///   `ClipLimits` allow.
    init?(taking frame: UnsafeMutablePointer<AVFrame>) {
        self.frame = frame
        let (width, height) = (Int64(frame.pointee.width), Int64(frame.pointee.height))
        guard width > 0, height > 0, width * height <= ClipLimits.pixels, frame.pointee.data.0 != nil,
            let description, description.pointee.flags & UInt64(AV_PIX_FMT_FLAG_HWACCEL) == 0
        else { return nil }
    }

    deinit {
        var frame: UnsafeMutablePointer<AVFrame>? = frame
        av_frame_free(&frame)
    }

    /// Pixels across, as they lie.
    var width: Int { Int(frame.pointee.width) }
    /// Pixels down, as they lie.
    var height: Int { Int(frame.pointee.height) }
    /// When it is shown, in the stream's units; nil where that is not known.
    var time: Int64? {
        frame.pointee.best_effort_timestamp == hearth_av_no_time() ? nil : frame.pointee.best_effort_timestamp
    }
    /// Whether the decoder made up parts of it.
    var isDamaged: Bool {
        frame.pointee.flags & AV_FRAME_FLAG_CORRUPT != 0 || frame.pointee.decode_error_flags != 0
    }

    /// How much wider than high a pixel is, by stream and frame.
    func pixelAspect(in input: ClipInput, _ stream: UnsafeMutablePointer<AVStream>) -> AVRational {
        av_guess_sample_aspect_ratio(input.format, stream, frame)
    }

    /// Whether nothing can be seen: hardly a sample is brighter than black.
    var isBlack: Bool {
        guard let description else { return false }
        // Brightness is the first component, or all three of red, green and blue.
        let components = description.pointee.flags & UInt64(AV_PIX_FMT_FLAG_RGB) != 0 || hasPalette ? 3 : 1
        let depth = Int(description.pointee.comp.0.depth)
        // Black is 16 of 255 in clips; noise and a faint glow are added.
        let threshold = depth >= 8 ? UInt16(36 << min(depth - 8, 8)) : 0
        var (bright, count) = (0, 0)
        var line = [UInt16](repeating: 0, count: width)
        for row in stride(from: height / 64, to: height, by: max(1, height / 32)) {
            for component in 0..<(hasPalette ? 3 : min(components, Int(description.pointee.nb_components))) {
                read(&line, row: row, component: component, description)
                for column in stride(from: 0, to: width, by: max(1, width / 64)) {
                    count += 1
                    if line[column] > threshold { bright += 1 }
                }
            }
        }
        return bright * 50 <= count
    }

    /// The pixels without gaps, to be rendered; the frame is free to be dropped afterwards.
    ///
    /// - Throws: `.tooLarge`.
    func packed() throws(DecodeError) -> RawFrame {
        let format = AVPixelFormat(frame.pointee.format)
        let size = av_image_get_buffer_size(format, frame.pointee.width, frame.pointee.height, 1)
        guard size > 0, Int(size) <= ClipLimits.allocation else {
            throw DecodeError(.tooLarge, "a frame of \(width) × \(height) pixels")
        }
        let bytes = [UInt8](unsafeUninitializedCapacity: Int(size)) { buffer, count in
            let written = withPlanes { data, lines in
                av_image_copy_to_buffer(
                    buffer.baseAddress,
                    size,
                    data,
                    lines,
                    format,
                    frame.pointee.width,
                    frame.pointee.height,
                    1
                )
            }
            count = max(0, Int(written))
        }
        guard bytes.count == Int(size) else { throw DecodeError(.damaged, "a frame without its pixels") }
        var raw = RawFrame(bytes: bytes, format: format, width: width, height: height)
        raw.isInterlaced = frame.pointee.interlaced_frame != 0
        raw.range = frame.pointee.color_range
        raw.colorSpace = frame.pointee.colorspace
        return raw
    }

    private var hasPalette: Bool {
        (description?.pointee.flags ?? 0) & UInt64(AV_PIX_FMT_FLAG_PAL) != 0
    }

    private var description: UnsafePointer<AVPixFmtDescriptor>? {
        av_pix_fmt_desc_get(AVPixelFormat(frame.pointee.format))
    }

    private func read(
        _ line: inout [UInt16],
        row: Int,
        component: Int,
        _ description: UnsafePointer<AVPixFmtDescriptor>
    ) {
        withPlanes { data, lines in
            line.withUnsafeMutableBytes { line in
                // Two bytes a sample, whatever it has in the frame.
                av_read_image_line2(
                    line.baseAddress,
                    data,
                    lines,
                    description,
                    0,
                    Int32(row),
                    Int32(component),
                    Int32(width),
                    hasPalette ? 1 : 0,
                    2
                )
            }
        }
    }

    /// The addresses of the planes and their lines' lengths, as libavutil's functions on images take them.
    private func withPlanes<Result>(
        _ body: (UnsafeMutablePointer<UnsafePointer<UInt8>?>?, UnsafePointer<Int32>?) -> Result
    ) -> Result {
        let data = frame.pointee.data
        let lines = frame.pointee.linesize
        var planes = [data.0, data.1, data.2, data.3].map { $0.map { UnsafePointer($0) } }
        let lengths = [lines.0, lines.1, lines.2, lines.3]
        return planes.withUnsafeMutableBufferPointer { planes in
            lengths.withUnsafeBufferPointer { body(planes.baseAddress, $0.baseAddress) }
        }
    }
}
