/// What one clip may cost.
///
/// The child's own limits on memory and processor time stand behind these: these end a job cleanly, those kill.
enum ClipLimits {
    /// How long after the job's begin no more is decoded when something is there to be shown.
    static let patience = Duration.seconds(3)
    /// How long after the job's begin reading fails; the server ends the child at 10 s.
    static let time = Duration.seconds(7)
    /// Bytes read of the file in all.
    ///
    /// A clip without an index is searched from its beginning: not to its end.
    static let bytesRead: Int64 = 256 << 20
    /// Bytes read and seconds looked at to find out what the streams are.
    static let probeBytes: Int64 = 5 << 20
    static let probeSeconds: Int64 = 5
    /// Streams in one file.
    static let streams: Int32 = 64
    /// Pixels of one frame: 8K and a little.
    static let pixels: Int64 = 48 << 20
    /// Pixels of a frame above which only key frames are decoded: the frames that others refer to would not fit into
    /// the child's memory.
    static let pixelsOfAnyFrame: Int64 = 10 << 20
    /// Bytes in one piece of memory of libavutil.
    static let allocation = 224 << 20
    /// Bytes of an embedded cover.
    static let coverBytes = 24 << 20
    /// Frames that are decoded to come from a key frame to the wanted time.
    static let framesToTarget = 120
    /// Frames that are decoded from the beginning to find one that is not black.
    static let framesThroughBlack = 600
    /// Packets in a row of which nothing can be decoded.
    static let packetsWithoutFrame = 400
}
