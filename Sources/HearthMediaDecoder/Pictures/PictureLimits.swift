import HearthMedia

/// How much of a picture this process can bear within its 512 MiB and 10 seconds.
enum PictureLimits {
    /// Pixels of any picture: decoders that go from top to bottom need little memory, but their time.
    static let pixels = 1_000_000_000
    /// Bytes of all pixels that are decoded from top to bottom.
    static let streamedBytes = 3_000_000_000
    /// Bytes that a decoder may hold at once.
    static let heldBytes = 288 << 20
    /// Bytes of a file that its library reads whole.
    static let mappedFile: Int64 = 96 << 20
    /// Frames of an animated preview; more of them give the first one alone.
    static let frames = 240
    /// Frames of a WebP file at all.
    static let listedFrames = 4000
    /// Pixels of all frames of an animated picture together.
    static let animatedPixels = 160_000_000
    /// Pixels of the longer side of what is decoded once for all images of a job.
    static let baseEdge = 16_384

    /// Refuses a picture that is more than can be borne.
    ///
    /// - Parameters:
    ///   - header: the picture, opened only.
    ///   - format: what it is.
    ///   - fileSize: bytes of the file.
    /// - Throws: `.tooLarge`.
    static func check(_ header: VipsPicture, _ format: PictureFormat, fileSize: Int64) throws(DecodeError) {
        // Drawings are made at the wanted size.
        let (width, height) = (header.width, header.height)
        switch format {
        case .svg, .pdf: return
        default: break
        }
        guard width * height <= pixels, header.byteCount <= streamedBytes else {
            throw DecodeError(.tooLarge, "\(width)x\(height) pixels")
        }
        let held: Int
        switch format {
        // All coefficients, two bytes each, while passes are collected.
        case .jpeg: held = header.isInterlaced ? width * height * header.bands * 2 : 0
        case .png: held = header.isInterlaced ? header.byteCount : 0
        case .gif: held = width * height * 4
        // The whole picture in RGBA when it is lossless.
        case .webp: held = width * height * 4
        // Luma and chroma, and RGB made of it.
        case .heif: held = width * height * 5
        // Four bytes a number.
        case .jpeg2000: held = width * height * header.bands * 4
        default: held = 0
        }
        guard held <= heldBytes else {
            throw DecodeError(.tooLarge, "\(held) bytes of \(width)x\(height) pixels")
        }
    }

    /// Throws `.tooLarge` where the library would read a file whole that is too large for that.
    static func check(_ format: PictureFormat, fileSize: Int64) throws(DecodeError) {
        let most: Int64
        switch format {
        case .gif, .webp, .heif, .jpeg2000: most = mappedFile
        case .svg: most = 32 << 20
        default: return
        }
        guard fileSize <= most else { throw DecodeError(.tooLarge, "\(fileSize) bytes") }
    }
}
