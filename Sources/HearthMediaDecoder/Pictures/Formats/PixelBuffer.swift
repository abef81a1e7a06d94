import HearthMedia

/// Pixels that this module decodes itself, where libvips has no decoder of its own.
///
/// Everything is Swift: an offset outside the file is nil, and one outside the pixels would end the process.
struct PixelBuffer {
    /// Pixels across and down, in the file.
    let fullWidth: Int
    let fullHeight: Int
    /// Every how many pixels one is kept, so that the rest fits into memory.
    let step: Int
    let width: Int
    let height: Int
    /// 3 or 4: RGB, and alpha.
    let bands: Int
    var bytes: [UInt8]

    /// Pixels that are kept at most.
    private static let most = 40_000_000

    /// Opaque white, or nothing at all.
    ///
    /// - Throws: `.damaged` where there are no pixels, `.tooLarge` where there are too many.
    init(_ width: Int, _ height: Int, bands: Int) throws(DecodeError) {
        guard width > 0, height > 0 else { throw DecodeError(.damaged, "\(width)x\(height) pixels") }
        guard width <= 65_535, height <= 65_535, width * height <= PictureLimits.pixels else {
            throw DecodeError(.tooLarge, "\(width)x\(height) pixels")
        }
        var step = 1
        while (width / step) * (height / step) > Self.most { step += 1 }
        (fullWidth, fullHeight, self.step, self.bands) = (width, height, step, bands)
        self.width = max(1, width / step)
        self.height = max(1, height / step)
        bytes = [UInt8](repeating: bands == 4 ? 0 : 255, count: self.width * self.height * bands)
    }

    /// Writes one kept pixel.
    ///
    /// - Parameters:
    ///   - x: column among those that are kept.
    ///   - y: row among those that are kept.
    ///   - red: from 0 to 255, like the others.
    ///   - green: the second number.
    ///   - blue: the third number.
    ///   - alpha: 255 is opaque.
    mutating func set(_ x: Int, _ y: Int, _ red: UInt8, _ green: UInt8, _ blue: UInt8, _ alpha: UInt8 = 255) {
        let at = (y * width + x) * bands
        bytes[at] = red
        bytes[at + 1] = green
        bytes[at + 2] = blue
        if bands == 4 { bytes[at + 3] = alpha }
    }

    /// The facts, and the images in the order of the outputs.
    func decode(_ outputs: [MediaOutput]) throws(DecodeError) -> DecodedMedia {
        let facts = MediaFacts(kind: .picture, width: fullWidth, height: fullHeight)
        guard !outputs.isEmpty else { return DecodedMedia(facts: facts, images: []) }
        // A buffer's closure cannot throw a type of its own choice in a function that does.
        let picture = bytes.withUnsafeBytes { bytes in
            Result { () throws(DecodeError) in
                try VipsPicture.pixels(bytes, width: width, height: height, bands: bands)
            }
        }
        return DecodedMedia(facts: facts, images: try PictureEncoder.encode(picture.get(), outputs))
    }
}
