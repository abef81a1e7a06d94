import CAVFormat
package import HearthMedia

/// Moving pictures and sound, by libavformat and libffmpegthumbnailer.
package enum ClipJob: DecodingPart {
    package static func warmUp() { ClipLibrary.warmUp() }

    /// Finds the frame that stands for a clip, or the cover of a piece of music, and what the file says of itself.
    ///
    /// - Parameters:
    ///   - job: what is wanted; kind and extension do not matter.
    ///   - source: the file.
    /// - Returns: facts; images are empty where the file has sound but no cover, or a cover or a clip that nothing here
    ///   decodes while its facts are known.
    /// - Throws: `.unknown` when it is no clip, `.damaged`, `.tooLarge`, `.timeOut`.
    package static func run(_ job: MediaJob, _ source: any ByteSource) throws(DecodeError) -> DecodedMedia {
        let reading = ClipReading(source)
        // libavformat has only its address while an input is open.
        defer { withExtendedLifetime(reading) {} }
        let input = try ClipInput(reading)
        let streams = ClipStreams(input)
        if let video = streams.video { return try clip(job, input, streams, video) }
        guard streams.hasSound else { throw DecodeError(.unknown, "neither pictures nor sound") }
        let facts = MediaFacts(kind: .audio, duration: ClipFacts.duration(input, streams))
        return DecodedMedia(facts: facts, images: cover(job, streams) ?? none(job))
    }

    private static func clip(
        _ job: MediaJob,
        _ input: ClipInput,
        _ streams: ClipStreams,
        _ video: UnsafeMutablePointer<AVStream>
    ) throws(DecodeError) -> DecodedMedia {
        let orientation = ClipOrientation(video)
        var facts = MediaFacts(
            kind: .clip,
            duration: ClipFacts.duration(input, streams),
            taken: ClipFacts.taken(input, streams)
        )
        if let parameters = video.pointee.codecpar, parameters.pointee.width > 0,
            parameters.pointee.height > 0
        {
            let aspect = av_guess_sample_aspect_ratio(input.format, video, nil)
            note(
                ClipFacts.square(Int(parameters.pointee.width), Int(parameters.pointee.height), aspect),
                orientation,
                in: &facts
            )
        }
        if job.outputs.isEmpty, facts.width != nil { return DecodedMedia(facts: facts, images: []) }
        do {
            let (frame, size) = try chosen(input, video, duration: facts.duration)
            if facts.width == nil { note(size, orientation, in: &facts) }
            guard !job.outputs.isEmpty else { return DecodedMedia(facts: facts, images: []) }
            return DecodedMedia(facts: facts, images: try images(of: frame, size, orientation, job.outputs))
        } catch {
            // Trying again may help when the time ran out; otherwise what is known is better than nothing.
            if error.refusal == .timeOut { throw error }
            if let images = cover(job, streams) { return DecodedMedia(facts: facts, images: images) }
            guard facts.width != nil, facts.duration != nil else { throw error }
            return DecodedMedia(facts: facts, images: none(job))
        }
    }

    /// The pixels of the frame that stands for the clip, and its size in square pixels; all that decoding it took is
    /// given back before its image is made.
    private static func chosen(
        _ input: ClipInput,
        _ video: UnsafeMutablePointer<AVStream>,
        duration: Double?
    ) throws(DecodeError) -> (RawFrame, (width: Int, height: Int)) {
        let frame = try FrameChoice.choose(input, video, duration: duration)
        return (
            try frame.packed(),
            ClipFacts.square(frame.width, frame.height, frame.pixelAspect(in: input, video))
        )
    }

    private static func note(
        _ size: (width: Int, height: Int),
        _ orientation: ClipOrientation,
        in facts: inout MediaFacts
    ) {
        (facts.width, facts.height) = orientation.shown(size.width, size.height)
    }

    private static func images(
        of frame: RawFrame,
        _ size: (width: Int, height: Int),
        _ orientation: ClipOrientation,
        _ outputs: [MediaOutput]
    ) throws(DecodeError) -> [[UInt8]] {
        let (width, height) = rendered(size, outputs)
        let shown = orientation.shown(width, height)
        let pixels = try FrameRenderer.render(frame, width: width, height: height) {
            orientation.apply(to: $0, width: width, height: height)
        }
        var result: Result<[[UInt8]], DecodeError> = .success([])
        pixels.withUnsafeBytes { rgb in
            result = Result { () throws(DecodeError) in
                try PictureEncoder.encode(
                    rgb: rgb,
                    width: shown.width,
                    height: shown.height,
                    outputs: outputs
                )
            }
        }
        return try result.get()
    }

    /// The size from which all outputs can be made by making it smaller; never larger than the clip itself.
    private static func rendered(_ size: (width: Int, height: Int), _ outputs: [MediaOutput]) -> (Int, Int) {
        let (width, height) = (Double(size.width), Double(size.height))
        var scale = 0.0
        for output in outputs {
            scale = max(
                scale,
                Double(output.edge) / (output.isSquare ? min(width, height) : max(width, height))
            )
        }
        // A square cut out of a very wide clip would need all of it.
        scale = min(scale, 1, (8_000_000 / (width * height)).squareRoot())
        return (max(1, Int((width * scale).rounded())), max(1, Int((height * scale).rounded())))
    }

    private static func cover(_ job: MediaJob, _ streams: ClipStreams) -> [[UInt8]]? {
        guard !job.outputs.isEmpty, let bytes = streams.coverBytes else { return nil }
        // A damaged cover is none.
        return try? PictureEncoder.encode(embedded: bytes, outputs: job.outputs)
    }

    private static func none(_ job: MediaJob) -> [[UInt8]] { job.outputs.map { _ in [] } }
}
