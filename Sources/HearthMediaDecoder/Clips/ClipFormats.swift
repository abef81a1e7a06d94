/// What libavformat and libavcodec may touch: what families have, and nothing that names other files.
///
/// Left out are playlists and descriptions (HLS, DASH, concat, SDP), devices, formats that take anything, and decoders
/// of games and of pictures: pictures have a part of their own.
enum ClipFormats {
    /// Demuxers, as in `AVFormatContext.format_whitelist`.
    static let demuxers = [
        "mov", "mp4", "matroska", "webm", "avi", "mpeg", "mpegts", "mpegvideo", "asf", "flv", "rm", "ogg",
        "mxf",
        "dv", "ivf", "nut", "wtv", "h264", "hevc", "m4v", "obu", "av1", "vc1", "yuv4mpegpipe",
        "mp3", "flac", "wav", "w64", "aiff", "aac", "ac3", "eac3", "dts", "ape", "wv", "tta", "mpc", "mpc8",
        "tak",
        "caf", "au", "amr", "amrnb", "amrwb", "dsf", "oma",
    ].joined(separator: ",")

    /// Decoders, as in `AVFormatContext.codec_whitelist`.
    ///
    /// Those for sound only tell libavformat what a stream is: nobody listens.
    static let decoders = [
        "h264", "hevc", "vp8", "vp9", "libdav1d", "mpeg1video", "mpeg2video", "mpeg4", "msmpeg4v1",
        "msmpeg4v2",
        "msmpeg4", "h261", "h263", "h263p", "h263i", "flv", "vp3", "vp6", "vp6a", "vp6f", "theora", "wmv1",
        "wmv2",
        "wmv3", "vc1", "rv10", "rv20", "rv30", "rv40", "svq1", "svq3", "cinepak", "mjpeg", "mjpegb",
        "dvvideo",
        "prores", "dnxhd", "cfhd", "ffv1", "huffyuv", "ffvhuff", "utvideo", "rawvideo", "qtrle", "msrle",
        "msvideo1",
        "aac", "aac_latm", "mp3", "mp3float", "mp2", "mp2float", "mp1float", "ac3", "eac3", "dca", "opus",
        "vorbis",
        "flac", "alac", "wmav1", "wmav2", "amrnb", "amrwb", "wavpack", "ape", "tta", "pcm_u8", "pcm_s16le",
        "pcm_s16be", "pcm_s24le", "pcm_s24be", "pcm_s32le", "pcm_f32le", "pcm_alaw", "pcm_mulaw", "adpcm_ms",
        "adpcm_ima_wav", "adpcm_ima_qt",
    ].joined(separator: ",")
}
