import CAVFormat

/// Reads a job's file for libavformat, which must neither read for ever nor open anything itself.
///
/// libavformat holds it as an opaque pointer while a `ClipInput` is open.
final class ClipReading {
    /// Where bytes come from.
    let source: any ByteSource
    /// When the job began.
    let begin: ContinuousClock.Instant
    /// The next byte to be read.
    private var position: Int64 = 0
    private var bytesRead: Int64 = 0

    init(_ source: any ByteSource) {
        self.source = source
        begin = .now
    }

    /// Whether nothing more may be read.
    var isOver: Bool { begin.duration(to: .now) > ClipLimits.time || bytesRead > ClipLimits.bytesRead }

    /// Whether it is time to be content with what there is.
    var isLate: Bool { begin.duration(to: .now) > ClipLimits.patience || isOver }

    /// Goes back to the beginning, for a second input on the same file.
    func rewind() { position = 0 }

    /// Fills a buffer from the position, as AVIOContext.read_packet: never 0.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int32 {
        guard !isOver else { return hearth_av_io() }
        let count = source.read(into: buffer, at: position)
        guard count >= 0 else { return hearth_av_io() }
        guard count > 0 else { return hearth_av_end() }
        position += Int64(count)
        bytesRead += Int64(count)
        return Int32(count)
    }

    /// Moves the position, as AVIOContext.seek.
    func seek(_ offset: Int64, _ whence: Int32) -> Int64 {
        let target: (partialValue: Int64, overflow: Bool)
        switch whence & ~AVSEEK_FORCE {
        case AVSEEK_SIZE: return source.size
        case 0: target = (offset, false)
        case 1: target = position.addingReportingOverflow(offset)
        case 2: target = source.size.addingReportingOverflow(offset)
        default: return Int64(hearth_av_io())
        }
        guard !target.overflow, target.partialValue >= 0 else { return Int64(hearth_av_io()) }
        position = target.partialValue
        return position
    }
}
