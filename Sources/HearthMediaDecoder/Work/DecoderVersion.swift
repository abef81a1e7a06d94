import CAVFormat
import CVips
import HearthMedia

/// Which decoders this program has: what one version made nothing of, another may understand.
enum DecoderVersion {
    /// Counts changes of this program after which refused files are worth another try.
    private static let revision = 1

    /// One line of printable ASCII, at most ``MediaLimits/textBytes``.
    static var text: String {
        let vips = String(cString: vips_version_string())
        let format = avformat_version()
        return "hearth-media \(revision), libvips \(vips), libavformat \(format >> 16).\(format >> 8 & 255)"
    }
}
