import CAVFormat
import CVips
import HearthMedia

/// Which decoders this program has: what one version made nothing of, another may understand.
enum DecoderVersion {
    /// Counts changes of this program after which refused files are worth another try.
    private static let revision = 1

    /// What libvips reads with parts that distributions pack apart, by the name of the loader.
    private static let loaders = [
        ("heifload_source", "HEIC"), ("pdfload_source", "PDF"), ("svgload_source", "SVG"),
        ("webpload_source", "WebP"),
        ("tiffload_source", "TIFF"), ("jp2kload_source", "JPEG2000"),
    ]

    /// One line of printable ASCII, at most ``MediaLimits/textBytes``: versions, and what cannot be read here.
    static var text: String {
        let vips = String(cString: vips_version_string())
        let (format, codec) = (avformat_version(), avcodec_version())
        var text =
            "hearth-media \(revision), libvips \(vips), libavformat \(format >> 16).\(format >> 8 & 255)"
        text += ", libavcodec \(codec >> 16).\(codec >> 8 & 255)"
        guard VipsLibrary.isStarted else { return text }
        let missing = loaders.filter { vips_type_find("VipsForeignLoad", $0.0) == 0 }.map(\.1)
        return missing.isEmpty ? text : text + MediaLimits.missing + missing.joined(separator: " ")
    }
}
