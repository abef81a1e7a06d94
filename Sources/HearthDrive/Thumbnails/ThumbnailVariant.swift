package import HearthMedia

/// Which image of a file is wanted.
package enum ThumbnailVariant: Hashable, Sendable {
    /// A tile: 256 pixels on the longer side, never enlarged.
    case small(MediaOutput.Format)
    /// For the screen: 1 280 pixels on the longer side, never enlarged.
    case large(MediaOutput.Format)
    /// A tile in which an animated picture moves; WebP. The small one of what does not move.
    case animated
    /// What the older bases show: 100×100, cut to a square, PNG.
    case classic

    /// How the image is written.
    package var format: MediaOutput.Format {
        switch self {
        case .small(let format), .large(let format): format
        case .animated: .webp
        case .classic: .png
        }
    }

    /// What the decoder is asked for.
    package var output: MediaOutput {
        switch self {
        case .small(let format): MediaOutput(edge: 256, format: format)
        case .large(let format): MediaOutput(edge: 1_280, format: format)
        case .animated: MediaOutput(edge: 256, format: .webp, isAnimated: true)
        case .classic: MediaOutput(edge: 100, format: .png, isSquare: true)
        }
    }
}

/// A finished image.
package struct ThumbnailImage: Sendable {
    /// The encoded image.
    package let bytes: [UInt8]
    /// How it is written.
    package let format: MediaOutput.Format
    /// 16 characters of base64url that differ for different bytes, and tell nothing about them: a strong entity tag
    /// without its quotes.
    package let validator: String
    /// Whether it shows a file of an encrypted folder: nobody on the way may keep it.
    package let isEncrypted: Bool
}
