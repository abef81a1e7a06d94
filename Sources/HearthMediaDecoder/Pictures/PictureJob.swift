package import HearthMedia

/// Pictures and the first pages of documents, by libvips.
///
/// Of a damaged file, what can be had of it is taken; see ``FilePicture``.
package enum PictureJob: DecodingPart {
    package static func warmUp() { PictureWarmUp.run() }

    package static func run(_ job: MediaJob, _ source: any ByteSource) throws(DecodeError) -> DecodedMedia {
        guard VipsLibrary.isStarted else { throw DecodeError(.unknown, "libvips does not start") }
        let window = ByteWindow(source)
        let head = window.prefix(at: 0, count: 4096)
        guard let format = PictureFormat(head: head, fileExtension: job.fileExtension) else {
            throw DecodeError(.unknown, head.isEmpty ? "empty" : "no picture")
        }
        switch format {
        case .bitmap:
            let file = try BitmapFile(window)
            if let picture = file.embedded(in: source) { return try picture.decode(job.outputs) }
            return try file.decode().decode(job.outputs)
        case .icon:
            switch try IconFile.content(source) {
            case .file(let picture): return try picture.decode(job.outputs)
            case .pixels(let pixels): return try pixels.decode(job.outputs)
            }
        case .targa: return try TargaFile.decode(window).decode(job.outputs)
        case .photoshop: return try PhotoshopFile(window).decode().decode(job.outputs)
        default: return try file(source, format, job).decode(job.outputs)
        }
    }

    /// The file that libvips decodes: this one, or the preview in it.
    private static func file(
        _ source: any ByteSource,
        _ format: PictureFormat,
        _ job: MediaJob
    ) throws(DecodeError) -> FilePicture {
        switch format {
        case .tiff:
            let isNamedRaw = PictureFormat.rawExtensions.contains(job.fileExtension)
            guard let found = TagRaw.previews(source, isNamedRaw: isNamedRaw) else { break }
            if let picture = found.picture(for: job.outputs) { return picture }
        case .canon3:
            guard let picture = BoxRaw.previews(source).picture(for: job.outputs) else {
                throw DecodeError(.unknown, "RAW without a preview")
            }
            return picture
        case .fujifilm, .otherRaw:
            var found = RawPreviews(source)
            if format == .fujifilm, let offset = found.window.u32(84, isBigEndian: true),
                let count = found.window.u32(88, isBigEndian: true)
            {
                found.add(Int64(offset), Int64(count))
            }
            if found.found.isEmpty { found.search() }
            guard let picture = found.picture(for: job.outputs) else {
                throw DecodeError(.unknown, "RAW without a preview")
            }
            return picture
        case .postscript:
            // The header names a TIFF picture beside the program, which nobody runs here.
            let window = ByteWindow(source)
            guard let offset = window.u32(20), let count = window.u32(24),
                let slice = SourceSlice(source, at: Int64(offset), count: Int64(count))
            else { throw DecodeError(.unknown, "PostScript without a preview") }
            return FilePicture(source: slice, format: .tiff)
        default: break
        }
        return FilePicture(source: source, format: format)
    }
}
