import HearthMedia

/// All parts of the decoder, and which one a file is for.
enum Parts {
    /// Prepares every part for a life without files.
    static func warmUp() {
        PictureJob.warmUp()
        ClipJob.warmUp()
        TextJob.warmUp()
    }

    /// Bytes at a file's start that are looked at.
    private static let headBytes = 4096

    /// Does a job with the part that the file's bytes ask for.
    static func run(_ job: MediaJob, _ source: any ByteSource) throws(DecodeError) -> DecodedMedia {
        guard source.size > 0 else { throw DecodeError(.unknown, "no bytes") }
        let head = [UInt8](unsafeUninitializedCapacity: headBytes) { buffer, initialized in
            initialized = max(0, source.read(into: UnsafeMutableRawBufferPointer(buffer), at: 0))
        }
        var job = job
        job.size = source.size
        if let found = FileSignature.kind(of: head, named: job.kind) {
            job.kind = found
        }
        switch job.kind {
        case .picture: return try PictureJob.run(job, source)
        case .clip, .audio: return try ClipJob.run(job, source)
        case .text: return try TextJob.run(job, source)
        }
    }
}
