import CAVFormat
import HearthMedia
import Testing

@testable import HearthMediaDecoder

@Suite("Clips by their first bytes")
struct ClipSignatureTests {
    @Test(
        "are clips whatever they are called",
        arguments: ["mp4", "mov", "avi", "matroska", "mpegts", "vob", "mxf", "asf", "flv", "yuv4mpegpipe"]
    )
    func clips(_ format: String) throws {
        var clip = SampleClip(format: format, frames: 12, framesPerSecond: 25)
        switch format {
        case "mpegts", "vob", "mxf": clip.codec = AV_CODEC_ID_MPEG2VIDEO
        case "asf": clip.codec = AV_CODEC_ID_WMV2
        case "flv": clip.codec = AV_CODEC_ID_FLV1
        case "yuv4mpegpipe": clip.codec = AV_CODEC_ID_WRAPPED_AVFRAME
        default: break
        }
        let head = try Array(clip.file().prefix(4096))
        for kind in MediaKind.allCases { #expect(FileSignature.kind(of: head, named: kind) == .clip) }
    }
}
