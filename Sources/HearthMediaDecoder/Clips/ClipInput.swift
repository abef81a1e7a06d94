import CAVFormat
import HearthMedia

/// A file opened by libavformat, which reads it through a `ByteSource` and can open nothing else.
///
/// Thread rule: one thread at a time (libavformat, "Demuxing"). The pointers that it hands out live as long as it does.
final class ClipInput {
    /// Counts time and bytes.
    let reading: ClipReading
    private var context: UnsafeMutablePointer<AVFormatContext>?
    private var bytes: UnsafeMutablePointer<AVIOContext>?

    /// Opens a file and finds out what its streams are.
    ///
    /// - Parameter reading: read from its beginning on; outlives what is opened here.
    /// - Throws: `.unknown` when no format is recognised or it is not one of `ClipFormats`, `.damaged` when it is one but
    ///   cannot be read, `.timeOut`, or `.tooLarge` when memory does not suffice.
    init(_ reading: ClipReading) throws(DecodeError) {
        self.reading = reading
        reading.rewind()
        bytes = Self.makeBytes(reading)
        guard let bytes else { throw DecodeError(.tooLarge, "no memory to read a clip") }
        var format: UnsafePointer<AVInputFormat>?
        // Without a name, so that the bytes alone decide.
        guard av_probe_input_buffer2(bytes, &format, "", nil, 0, 0) >= 0, let format,
            av_match_list(format.pointee.name, ClipFormats.demuxers, 44) > 0
        else { throw reading.isOver ? Self.late : DecodeError(.unknown, "no format of clips") }
        try open(format, bytes)
        // What it cannot find out of damaged streams is asked again where it matters.
        _ = avformat_find_stream_info(context, nil)
    }

    deinit {
        avformat_close_input(&context)
        if let bytes { av_freep(&bytes.pointee.buffer) }
        avio_context_free(&bytes)
    }

    /// The reason of a job that ended because of `ClipLimits`.
    static var late: DecodeError { DecodeError(.timeOut, "reading took too long") }

    /// libavformat's own object.
    var format: UnsafeMutablePointer<AVFormatContext>? { context }

    /// All streams.
    var streams: [UnsafeMutablePointer<AVStream>] {
        guard let context, let streams = context.pointee.streams else { return [] }
        return (0..<Int(context.pointee.nb_streams)).compactMap { streams[$0] }
    }

    private static func makeBytes(_ reading: ClipReading) -> UnsafeMutablePointer<AVIOContext>? {
        let size = 64 << 10
        guard var buffer = av_malloc(size) else { return nil }
        let context = avio_alloc_context(
            buffer.assumingMemoryBound(to: UInt8.self),
            Int32(size),
            0,
            Unmanaged.passUnretained(reading).toOpaque(),
            readPiece,
            nil,
            seekPiece
        )
        if context == nil { withUnsafeMutablePointer(to: &buffer) { av_freep($0) } }
        return context
    }

    private func open(
        _ format: UnsafePointer<AVInputFormat>,
        _ bytes: UnsafeMutablePointer<AVIOContext>
    ) throws(DecodeError) {
        guard let context = avformat_alloc_context() else {
            throw DecodeError(.tooLarge, "no memory for a clip")
        }
        context.pointee.pb = bytes
        context.pointee.flags |= AVFMT_FLAG_CUSTOM_IO
        // Formats that name other files (segments, data references) ask this for them.
        context.pointee.io_open = refuseToOpen
        context.pointee.interrupt_callback.callback = isOver
        context.pointee.interrupt_callback.opaque = Unmanaged.passUnretained(reading).toOpaque()
        context.pointee.probesize = ClipLimits.probeBytes
        context.pointee.max_analyze_duration = ClipLimits.probeSeconds * Int64(AV_TIME_BASE)
        context.pointee.max_streams = ClipLimits.streams
        var options: OpaquePointer?
        av_dict_set(&options, "format_whitelist", ClipFormats.demuxers, 0)
        av_dict_set(&options, "codec_whitelist", ClipFormats.decoders, 0)
        // The name of no protocol.
        av_dict_set(&options, "protocol_whitelist", "none", 0)
        self.context = context
        // Frees the context when it fails.
        let status = avformat_open_input(&self.context, "", format, &options)
        av_dict_free(&options)
        guard status >= 0 else {
            if reading.isOver { throw Self.late }
            if status == hearth_av_memory() {
                throw DecodeError(.tooLarge, "no memory for this clip's index")
            }
            throw DecodeError(.damaged, "libavformat: \(ClipLibrary.words(of: status))")
        }
    }
}

private func readPiece(
    _ opaque: UnsafeMutableRawPointer?,
    _ buffer: UnsafeMutablePointer<UInt8>?,
    _ count: Int32
) -> Int32 {
    guard let opaque, let buffer, count > 0 else { return hearth_av_io() }
    let reading = Unmanaged<ClipReading>.fromOpaque(opaque).takeUnretainedValue()
    return reading.read(into: UnsafeMutableRawBufferPointer(start: buffer, count: Int(count)))
}

private func seekPiece(_ opaque: UnsafeMutableRawPointer?, _ offset: Int64, _ whence: Int32) -> Int64 {
    guard let opaque else { return Int64(hearth_av_io()) }
    return Unmanaged<ClipReading>.fromOpaque(opaque).takeUnretainedValue().seek(offset, whence)
}

private func isOver(_ opaque: UnsafeMutableRawPointer?) -> Int32 {
    guard let opaque else { return 1 }
    return Unmanaged<ClipReading>.fromOpaque(opaque).takeUnretainedValue().isOver ? 1 : 0
}

private func refuseToOpen(
    _ context: UnsafeMutablePointer<AVFormatContext>?,
    _ bytes: UnsafeMutablePointer<UnsafeMutablePointer<AVIOContext>?>?,
    _ name: UnsafePointer<CChar>?,
    _ flags: Int32,
    _ options: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 { hearth_av_refused() }
