import HearthMedia

/// A picture in a file that libvips decodes itself.
struct FilePicture {
    /// The file, or the part of one that is a picture's file.
    var source: any ByteSource
    /// What it is.
    var format: PictureFormat
    /// What the file around it says, where there is one; this counts before what the picture says.
    var camera = CameraFacts()
    /// Pixels of the picture that this one is only a preview of, before it is turned.
    var fullSize: (width: Int, height: Int)?

    /// The facts, and the images in the order of the outputs.
    func decode(_ outputs: [MediaOutput]) throws(DecodeError) -> DecodedMedia {
        try PictureLimits.check(format, fileSize: source.size)
        let source = try harmless()
        let input = VipsInput(source, readsWhole: !outputs.isEmpty)
        let header = try VipsPicture.header(of: input)
        let camera = self.camera.completed(by: header, format, self.source)
        let facts = facts(header, camera)
        guard !outputs.isEmpty else { return DecodedMedia(facts: facts, images: []) }
        try PictureLimits.check(header, format, fileSize: source.size)

        let animation = try animation(outputs, header, input)
        let plan = PicturePlan(outputs: outputs.filter { !($0.isAnimated && animation[$0.edge] != nil) })
        guard !plan.outputs.isEmpty else {
            return DecodedMedia(facts: facts, images: outputs.map { animation[$0.edge] ?? [] })
        }
        let edge = plan.edge(width: header.width, height: header.height, isDrawing: isDrawing)
        let base = try base(edge, header, input, camera.orientation ?? 1)
        let images = try PictureEncoder.encode(base, plan.outputs)
        var rest = images[...]
        return DecodedMedia(
            facts: facts,
            images: outputs.map { output in
                if output.isAnimated, let made = animation[output.edge] { return made }
                return rest.popFirst() ?? []
            }
        )
    }

    /// The file without what would only cost time before the first pixel.
    private func harmless() throws(DecodeError) -> any ByteSource {
        switch format {
        case .png: return PNGChunks.withoutText(source) ?? source
        case .webp:
            // libwebp looks for each frame from the first one on.
            guard WebPChunks.frames(ByteWindow(source), atMost: PictureLimits.listedFrames) != nil else {
                throw DecodeError(.tooLarge, "frames")
            }
            return source
        default: return source
        }
    }

    private var isDrawing: Bool { format == .svg || format == .pdf }

    private func facts(_ header: VipsPicture, _ camera: CameraFacts) -> MediaFacts {
        var facts = MediaFacts(kind: .picture, taken: camera.taken)
        // A page has no pixels; its points would only mislead.
        if format != .pdf {
            let size = fullSize ?? (header.width, header.height)
            let isTurned = (camera.orientation ?? 1) >= 5
            facts.width = isTurned ? size.height : size.width
            facts.height = isTurned ? size.width : size.height
        }
        let pages: Int
        switch format {
        case .gif, .webp, .pdf: pages = header.pages
        case .tiff: pages = TagFile(ByteWindow(source), at: 0)?.pages ?? 1
        default: pages = 1
        }
        facts.frames = pages > 1 ? pages : nil
        return facts
    }

    /// The picture, upright in sRGB and in memory, decoded once at the size that is needed.
    ///
    /// A file that is damaged or cut short gives the part that can be had; where that is nothing but one colour, there
    /// is no picture.
    private func base(
        _ edge: Int,
        _ header: VipsPicture,
        _ input: VipsInput,
        _ orientation: Int
    ) throws(DecodeError) -> VipsPicture {
        var wanted = VipsPicture.Thumbnail(edge: edge)
        wanted.importsCMYK = header.isCMYK
        // Without a profile the numbers mean sRGB already; the library would take them for something else.
        wanted.exportsSRGB = header.isCMYK || header.hasProfile
        if format == .jpeg {
            let long = max(header.width, header.height)
            // A strip of a few pixels would be shrunk to nothing.
            let short = min(header.width, header.height)
            wanted.jpegShrink = [8, 4, 2].first { long / $0 >= edge && short >= 8 * $0 } ?? 1
        }
        let first: DecodeError
        do {
            return try Self.finished(input, wanted, orientation)
        } catch { first = error }
        guard first.refusal != .tooLarge, first.refusal != .crashed else { throw first }
        // A profile that is no profile must not cost the picture.
        if first.detail.contains("icc") || first.detail.contains("profile") {
            var withoutProfile = wanted
            withoutProfile.exportsSRGB = false
            if let picture = try? Self.finished(input, withoutProfile, orientation) { return picture }
        }
        wanted.isStrict = false
        guard let part = try? Self.finished(input, wanted, orientation), !part.isPlain() else { throw first }
        return part
    }

    private static func finished(
        _ input: VipsInput,
        _ wanted: VipsPicture.Thumbnail,
        _ orientation: Int
    ) throws(DecodeError) -> VipsPicture {
        try VipsPicture.thumbnail(of: input, wanted).sRGB().decoded().upright(orientation).decoded()
    }

    /// The moving previews by their edge; none when the file is not animated or has too much of it.
    private func animation(
        _ outputs: [MediaOutput],
        _ header: VipsPicture,
        _ input: VipsInput
    ) throws(DecodeError) -> [Int: [UInt8]] {
        guard format == .gif || format == .webp, (2...PictureLimits.frames).contains(header.pages),
            header.width * header.height * header.pages <= PictureLimits.animatedPixels
        else { return [:] }
        var made: [Int: [UInt8]] = [:]
        for output in outputs where output.isAnimated && output.format == .webp && made[output.edge] == nil {
            var wanted = VipsPicture.Thumbnail(edge: min(output.edge, max(header.width, header.height)))
            wanted.options = "[n=-1]"
            wanted.exportsSRGB = header.hasProfile
            wanted.isStrict = false
            // A frame that is damaged still leaves the first one.
            made[output.edge] = try? VipsPicture.thumbnail(of: input, wanted).sRGB().encoded(as: .webp)
        }
        return made
    }
}

extension CameraFacts {
    /// What is missing, from the picture's own header.
    fileprivate func completed(
        by header: VipsPicture,
        _ format: PictureFormat,
        _ source: any ByteSource
    ) -> CameraFacts {
        var facts = self
        var own = CameraFacts()
        switch format {
        case .tiff:
            if let file = TagFile(ByteWindow(source), at: 0) { own = CameraFacts(file) }
        case .png:
            if let block = PNGChunks.exif(ByteWindow(source)) { own = CameraFacts(block: block) }
        default:
            if let block = header.blob("exif-data") { own = CameraFacts(block: block) }
        }
        // The library has turned HEIF already, by the file's boxes; EXIF's number beside them is history.
        let isTurned = format == .heif
        facts.orientation = facts.orientation ?? (isTurned ? 1 : own.orientation ?? header.orientation)
        facts.taken = facts.taken ?? own.taken
        return facts
    }
}
