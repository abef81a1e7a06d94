import CAVFormat
import HearthMedia
import CFFmpegThumbnailer

/// Scales a frame and makes RGB of it, by libffmpegthumbnailer.
///
/// The library would open a clip, seek and decode by itself too, but it gives up at the first damaged packet, forgets the
/// frames that a decoder still holds at the end, and cannot be told limits. So it gets a clip that holds just the frame
/// that was chosen, uncompressed, and does what it does well: scaling, removing interlacing, and colours.
enum FrameRenderer {
    /// Makes an image of a frame.
    ///
    /// - Parameters:
    ///   - frame: as it lies in the clip.
    ///   - width: pixels across of the image.
    ///   - height: pixels down of the image.
    ///   - body: gets three bytes a pixel, row by row without gaps; valid only inside.
    /// - Returns: what `body` returns.
    /// - Throws: `.damaged` when the library refuses, and what `body` throws.
    static func render<Result>(
        _ frame: RawFrame,
        width: Int,
        height: Int,
        _ body: (UnsafeRawBufferPointer) throws(DecodeError) -> Result
    ) throws(DecodeError) -> Result {
        let input = try RawInput(frame)
        guard let thumbnailer = video_thumbnailer_create(), let image = video_thumbnailer_create_image_data()
        else {
            throw DecodeError(.tooLarge, "no memory for an image")
        }
        defer {
            video_thumbnailer_destroy_image_data(image)
            video_thumbnailer_destroy(thumbnailer)
        }
        thumbnailer.pointee.av_format_context = input.format
        thumbnailer.pointee.thumbnail_image_type = Rgb
        // The size is exact: what pixels that are not square make of it is counted already.
        thumbnailer.pointee.maintain_aspect_ratio = 0
        video_thumbnailer_set_size(thumbnailer, Int32(width), Int32(height))
        // "-" is the name of what is not to be sought in, and of no file that the library would look at.
        guard video_thumbnailer_generate_thumbnail_to_buffer(thumbnailer, "-", image) == 0,
            image.pointee.image_data_width == width, image.pointee.image_data_height == height,
            Int(image.pointee.image_data_size) == width * height * 3
        else { throw DecodeError(.damaged, "libffmpegthumbnailer made no image of a frame") }
        return try body(
            UnsafeRawBufferPointer(start: image.pointee.image_data_ptr, count: width * height * 3)
        )
    }
}

/// One frame as a clip for libavformat: the same frame again and again where it is interlaced, for the filter that mends
/// that looks at the next one too.
private final class RawInput {
    private let frame: RawFrame
    private var position = 0
    private let end: Int
    private var context: UnsafeMutablePointer<AVFormatContext>?
    private var bytes: UnsafeMutablePointer<AVIOContext>?

    var format: UnsafeMutablePointer<AVFormatContext>? { context }

    init(_ frame: RawFrame) throws(DecodeError) {
        self.frame = frame
        end = frame.bytes.count * (frame.isInterlaced ? 4 : 1)
        let size = 4096
        bytes = av_malloc(size).flatMap {
            avio_alloc_context(
                $0.assumingMemoryBound(to: UInt8.self),
                Int32(size),
                0,
                Unmanaged.passUnretained(self).toOpaque(),
                readFrame,
                nil,
                nil
            )
        }
        context = avformat_alloc_context()
        guard let bytes, let context else { throw DecodeError(.tooLarge, "no memory for an image") }
        context.pointee.pb = bytes
        context.pointee.flags |= AVFMT_FLAG_CUSTOM_IO
        // There is nothing to find out: one frame is enough to be sure.
        context.pointee.probesize = 32
        context.pointee.max_analyze_duration = 1
        context.pointee.fps_probe_size = 0
        var options: OpaquePointer?
        av_dict_set(&options, "video_size", "\(frame.width)x\(frame.height)", 0)
        av_dict_set(&options, "pixel_format", av_get_pix_fmt_name(frame.format), 0)
        let status = avformat_open_input(&self.context, "", av_find_input_format("rawvideo"), &options)
        av_dict_free(&options)
        guard status >= 0, let parameters = self.context?.pointee.streams?[0]?.pointee.codecpar else {
            throw DecodeError(.damaged, "a frame in a format without a name")
        }
        parameters.pointee.color_range = frame.range
        parameters.pointee.color_space = Self.colorSpace(of: frame)
        if frame.isInterlaced { parameters.pointee.field_order = AV_FIELD_TT }
    }

    deinit {
        avformat_close_input(&context)
        if let bytes { av_freep(&bytes.pointee.buffer) }
        avio_context_free(&bytes)
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int32 {
        guard position < end else { return hearth_av_end() }
        let offset = position % frame.bytes.count
        let count = min(buffer.count, frame.bytes.count - offset)
        frame.bytes.withUnsafeBytes {
            buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[offset..<offset + count]))
        }
        position += count
        return Int32(count)
    }

    /// What a clip that does not say is most likely in: high definition by ITU-R BT.709, the rest by BT.601.
    private static func colorSpace(of frame: RawFrame) -> AVColorSpace {
        guard frame.colorSpace == AVCOL_SPC_UNSPECIFIED, let description = av_pix_fmt_desc_get(frame.format),
            description.pointee.flags & UInt64(AV_PIX_FMT_FLAG_RGB) == 0,
            description.pointee.nb_components >= 3
        else { return frame.colorSpace }
        return max(frame.width, frame.height) >= 1280 ? AVCOL_SPC_BT709 : AVCOL_SPC_SMPTE170M
    }
}

private func readFrame(
    _ opaque: UnsafeMutableRawPointer?,
    _ buffer: UnsafeMutablePointer<UInt8>?,
    _ count: Int32
) -> Int32 {
    guard let opaque, let buffer, count > 0 else { return hearth_av_io() }
    let input = Unmanaged<RawInput>.fromOpaque(opaque).takeUnretainedValue()
    return input.read(into: UnsafeMutableRawBufferPointer(start: buffer, count: Int(count)))
}
