import CLLHTTP

/// llhttp in strict mode for one connection: where a head ends, and what a chunked body holds.
///
/// Owned by the connection's task. Whatever llhttp lets through is caught by ``RequestHeadReader``, which reads
/// the same bytes again on its own.
final class MessageParser {
    /// What feeding a head brought.
    enum HeadProgress {
        /// All bytes used, more needed.
        case incomplete
        /// The head ends at this offset of the bytes fed.
        case complete(Int)
    }

    /// What feeding a chunked body brought: the body bytes stand at the front of the buffer fed.
    struct Chunks {
        /// Decoded bytes at the front of the buffer.
        let decoded: Int
        /// Bytes of the buffer that belong to this body.
        let used: Int
        /// The last chunk and the trailer section have come.
        let isComplete: Bool
    }

    private let parser: UnsafeMutablePointer<llhttp_t>
    private var sink = DecodedBytes()
    /// Set once the last chunk has come: llhttp is too lenient with what follows.
    private var trailers: TrailerScanner?

    init() {
        parser = .allocate(capacity: 1)
        llhttp_init(parser, HTTP_REQUEST, requestSettings)
    }

    deinit { parser.deallocate() }

    /// Starts on the next request.
    func reset() {
        llhttp_reset(parser)
        trailers = nil
    }

    /// Parses more of a head.
    func feedHead(_ bytes: UnsafeRawBufferPointer) throws(HTTPError) -> HeadProgress {
        guard let base = bytes.baseAddress else { return .incomplete }
        let result = llhttp_execute(parser, base.assumingMemoryBound(to: CChar.self), bytes.count)
        if result == HPE_OK { return .incomplete }
        guard result == HPE_PAUSED, let position = llhttp_get_error_pos(parser) else { throw failure(result) }
        llhttp_resume(parser)
        return .complete(UnsafeRawPointer(position) - base)
    }

    /// What llhttp understood, for comparison.
    var method: UInt8 { llhttp_get_method(parser) }
    var isVersion11: Bool { parser.pointee.http_minor == 1 }
    var isVersion1: Bool { parser.pointee.http_major == 1 && parser.pointee.http_minor <= 1 }
    var isUpgrade: Bool { parser.pointee.upgrade != 0 }
    var contentLength: UInt64 { parser.pointee.content_length }
    var isChunked: Bool { UInt32(parser.pointee.flags) & F_CHUNKED.rawValue != 0 }

    /// Decodes more of a chunked body in place.
    func feedChunks(_ bytes: UnsafeMutableRawBufferPointer) throws(HTTPError) -> Chunks {
        guard let base = bytes.baseAddress else { return Chunks(decoded: 0, used: 0, isComplete: false) }
        if trailers != nil { return try feedTrailers(bytes, from: 0, decoded: 0) }
        sink = DecodedBytes(end: base)
        let result = withUnsafeMutablePointer(to: &sink) { sink in
            parser.pointee.data = UnsafeMutableRawPointer(sink)
            defer { parser.pointee.data = nil }
            return llhttp_execute(parser, base.assumingMemoryBound(to: CChar.self), bytes.count)
        }
        let decoded = (sink.end ?? base) - base
        if result == HPE_OK { return Chunks(decoded: decoded, used: bytes.count, isComplete: false) }
        guard result == HPE_PAUSED, sink.isLast, let position = llhttp_get_error_pos(parser) else {
            throw failure(result)
        }
        trailers = TrailerScanner()
        let start = UnsafeRawPointer(position) - UnsafeRawPointer(base)
        return try feedTrailers(bytes, from: start, decoded: decoded)
    }

    private func feedTrailers(
        _ bytes: UnsafeMutableRawBufferPointer,
        from start: Int,
        decoded: Int
    ) throws(HTTPError) -> Chunks {
        let end = try trailers?.feed(UnsafeRawBufferPointer(rebasing: bytes[start...]))
        return Chunks(decoded: decoded, used: end.map { start + $0 } ?? bytes.count, isComplete: end != nil)
    }

    private func failure(_ result: llhttp_errno_t) -> HTTPError {
        let reason = llhttp_get_error_reason(parser).map { String(cString: $0) } ?? ""
        let code: HTTPError.Code =
            result == HPE_INVALID_VERSION || result == HPE_PAUSED_H2_UPGRADE
            ? .versionNotSupported : .badRequest
        return HTTPError(code, "llhttp error \(result.rawValue): \(reason)")
    }
}

/// Where decoded body bytes are moved to.
private struct DecodedBytes {
    var end: UnsafeMutableRawPointer?
    /// The line of the last chunk has come.
    var isLast = false
}

// Immutable after its initialiser; llhttp only reads it.
private nonisolated(unsafe) let requestSettings: UnsafeMutablePointer<llhttp_settings_t> = {
    let settings = UnsafeMutablePointer<llhttp_settings_t>.allocate(capacity: 1)
    llhttp_settings_init(settings)
    settings.pointee.on_headers_complete = pauseParser
    settings.pointee.on_message_complete = pauseParser
    settings.pointee.on_body = keepBody
    settings.pointee.on_chunk_header = noteChunk
    return settings
}()

private func pauseParser(_ parser: UnsafeMutablePointer<llhttp_t>?) -> Int32 { Int32(HPE_PAUSED.rawValue) }

// Stops behind the last chunk's line, and refuses sizes that no file can have.
private func noteChunk(_ parser: UnsafeMutablePointer<llhttp_t>?) -> Int32 {
    guard let parser, parser.pointee.content_length <= UInt64(Int64.max) else { return -1 }
    guard parser.pointee.content_length == 0 else { return 0 }
    parser.pointee.data?.assumingMemoryBound(to: DecodedBytes.self).pointee.isLast = true
    return Int32(HPE_PAUSED.rawValue)
}

private func keepBody(
    _ parser: UnsafeMutablePointer<llhttp_t>?,
    _ bytes: UnsafePointer<CChar>?,
    _ count: Int
) -> Int32 {
    guard let data = parser?.pointee.data, let bytes, count > 0 else { return 0 }
    let sink = data.assumingMemoryBound(to: DecodedBytes.self)
    guard let target = sink.pointee.end else { return 0 }
    // The decoded bytes lie behind their target, framing stands between: moving down never overtakes.
    if UnsafeRawPointer(target) != UnsafeRawPointer(bytes) {
        target.copyMemory(from: bytes, byteCount: count)
    }
    sink.pointee.end = target + count
    return 0
}
