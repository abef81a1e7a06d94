import CVips
import Glibc
import HearthMedia

/// One image of libvips.
///
/// Pixels of an image that was not ``decoded()`` are made each time they are asked for, and only then do damaged files
/// show: every step may throw.
final class VipsPicture {
    private let image: UnsafeMutablePointer<VipsImage>

    private init(_ image: UnsafeMutablePointer<VipsImage>) { self.image = image }

    deinit { hearth_vips_unref(image) }

    /// Pixels across.
    var width: Int { Int(image.pointee.Xsize) }
    /// Pixels down, of all frames together.
    var height: Int { Int(image.pointee.Ysize) }
    /// Numbers a pixel.
    var bands: Int { Int(image.pointee.Bands) }
    /// Bytes of all pixels when they are in memory.
    var byteCount: Int { width * height * bands * Int(vips_format_sizeof(image.pointee.BandFmt)) }
    /// Whether its colours are those of printing ink.
    var isCMYK: Bool { image.pointee.Type == VIPS_INTERPRETATION_CMYK }
    /// Whether the file says what its colours mean.
    var hasProfile: Bool { vips_image_get_typeof(image, VIPS_META_ICC_NAME) != 0 }
    /// EXIF's number from 1 to 8, by the file's own words.
    var orientation: Int { Int(vips_image_get_orientation(image)) }
    /// Frames or pages in the file.
    var pages: Int { Int(vips_image_get_n_pages(image)) }
    /// Whether the file holds its pixels in several passes, which are collected in memory.
    var isInterlaced: Bool {
        hearth_vips_int(image, "interlaced", 0) != 0 || hearth_vips_int(image, "jpeg-multiscan", 0) != 0
    }
    /// The library's name of what opened the file.
    var loader: String { hearth_vips_text(image, VIPS_META_LOADER).map { String(cString: $0) } ?? "" }
    /// Whether a pixel says how far one sees through it.
    var hasAlpha: Bool { vips_image_hasalpha(image) != 0 }

    /// Bytes that the file keeps beside its pixels, such as `exif-data`.
    func blob(_ name: String) -> [UInt8]? {
        var count = 0
        guard let bytes = hearth_vips_blob(image, name, &count), count > 0 else { return nil }
        return [UInt8](UnsafeRawBufferPointer(start: bytes, count: count))
    }

    /// Opens a file: only its header is read.
    static func header(of input: VipsInput) throws(DecodeError) -> VipsPicture {
        let source = try input.makeSource()
        defer { hearth_vips_unref(source) }
        guard let image = hearth_vips_open(source, "", VIPS_FAIL_ON_NONE) else {
            throw VipsLibrary.failure("open")
        }
        return VipsPicture(image)
    }

    /// How a file is made smaller while it is decoded.
    struct Thumbnail {
        /// Pixels of the longer side: at most those of the file, unless it is a drawing.
        var edge: Int
        /// What the loader is told, such as `n=-1` for all frames.
        var options = ""
        /// How many times smaller the decoder of JPEG makes it: 1, 2, 4 or 8.
        ///
        /// The library itself always leaves a factor of two to its own resizing, which costs twice as much as the rest.
        var jpegShrink = 1
        /// Colours of a picture of printing ink that carries no profile of its own.
        var importsCMYK = false
        /// Colours become those of sRGB.
        var exportsSRGB = false
        /// Whether anything wrong in the file ends it, or the part that can be had is taken.
        var isStrict = true
    }

    /// Decodes a file at about the wanted size; nothing is turned.
    static func thumbnail(of input: VipsInput, _ wanted: Thumbnail) throws(DecodeError) -> VipsPicture {
        let source = try input.makeSource()
        defer { hearth_vips_unref(source) }
        let failOn = wanted.isStrict ? VIPS_FAIL_ON_ERROR : VIPS_FAIL_ON_NONE
        var opened: UnsafeMutablePointer<VipsImage>?
        if wanted.jpegShrink > 1 {
            opened = hearth_vips_open(source, "[shrink=\(wanted.jpegShrink)]", failOn)
            guard opened != nil else { throw VipsLibrary.failure("open") }
        }
        defer { if let opened { hearth_vips_unref(opened) } }
        var out: UnsafeMutablePointer<VipsImage>?
        let edge = Int32(wanted.edge)
        let status = "srgb".withCString { srgb in
            "cmyk".withCString { cmyk in
                let from = wanted.importsCMYK ? cmyk : nil
                let to = wanted.exportsSRGB ? srgb : nil
                return opened.map { hearth_vips_reduce($0, &out, edge, from, to) }
                    ?? hearth_vips_thumbnail(source, &out, edge, wanted.options, from, to, failOn)
            }
        }
        guard status == 0, let out else { throw VipsLibrary.failure("thumbnail") }
        return VipsPicture(out)
    }

    /// Pixels that something else decoded; they are copied.
    ///
    /// - Parameters:
    ///   - pixels: 8 bits a number, row by row without gaps.
    ///   - width: pixels across.
    ///   - height: pixels down.
    ///   - bands: 1 grey, 2 grey and alpha, 3 RGB, 4 RGB and alpha.
    /// - Returns: the picture.
    /// - Throws: `.tooLarge`, `.damaged`.
    static func pixels(
        _ pixels: UnsafeRawBufferPointer,
        width: Int,
        height: Int,
        bands: Int
    ) throws(DecodeError) -> VipsPicture {
        guard (1...65_535).contains(width), (1...65_535).contains(height), (1...4).contains(bands),
            pixels.count == width * height * bands
        else { throw DecodeError(.damaged, "\(pixels.count) bytes are not \(width)x\(height)x\(bands)") }
        let made = vips_image_new_from_memory_copy(
            pixels.baseAddress,
            pixels.count,
            Int32(width),
            Int32(height),
            Int32(bands),
            VIPS_FORMAT_UCHAR
        )
        guard let made else { throw VipsLibrary.failure("pixels") }
        let space = bands < 3 ? VIPS_INTERPRETATION_B_W : VIPS_INTERPRETATION_sRGB
        return try VipsPicture(made).step { hearth_vips_interpret($0, $1, space) }
    }

    /// Decodes all pixels into memory.
    func decoded() throws(DecodeError) -> VipsPicture {
        guard let copy = vips_image_copy_memory(image) else { throw VipsLibrary.failure("decode") }
        return VipsPicture(copy)
    }

    /// 8 bits of sRGB a pixel, with alpha where there was some.
    func sRGB() throws(DecodeError) -> VipsPicture {
        var picture = self
        if picture.image.pointee.Type == VIPS_INTERPRETATION_MULTIBAND {
            let space = picture.bands < 3 ? VIPS_INTERPRETATION_B_W : VIPS_INTERPRETATION_sRGB
            if picture.bands > 4 { picture = try picture.step { hearth_vips_bands($0, $1, 3) } }
            picture = try picture.step { hearth_vips_to_8_bits($0, $1) }
            picture = try picture.step { hearth_vips_interpret($0, $1, space) }
        }
        if picture.image.pointee.Type != VIPS_INTERPRETATION_sRGB {
            picture = try picture.step { hearth_vips_colourspace($0, $1, VIPS_INTERPRETATION_sRGB) }
        }
        if picture.bands > 4 { picture = try picture.step { hearth_vips_bands($0, $1, 4) } }
        if picture.image.pointee.BandFmt != VIPS_FORMAT_UCHAR {
            picture = try picture.step { hearth_vips_to_8_bits($0, $1) }
        }
        return picture
    }

    /// Turned so that it is upright.
    ///
    /// - Parameter orientation: EXIF's number (CIPA DC-008, tag 274); others than 2 to 8 change nothing.
    /// - Returns: the picture as it is to be looked at.
    /// - Throws: what libvips says.
    func upright(_ orientation: Int) throws(DecodeError) -> VipsPicture {
        var picture = self
        if [2, 4, 5, 7].contains(orientation) { picture = try picture.step { hearth_vips_mirror($0, $1) } }
        switch orientation {
        case 3, 4: return try picture.step { hearth_vips_turn($0, $1, VIPS_ANGLE_D180) }
        case 6, 7: return try picture.step { hearth_vips_turn($0, $1, VIPS_ANGLE_D90) }
        case 5, 8: return try picture.step { hearth_vips_turn($0, $1, VIPS_ANGLE_D270) }
        default: return picture
        }
    }

    /// Smaller, with Lanczos' kernel; a square is cut out of the middle and has exactly that size.
    func shrunk(to edge: Int, isSquare: Bool) throws(DecodeError) -> VipsPicture {
        if isSquare {
            let square = try step { hearth_vips_square($0, $1) }
            return try square.step { hearth_vips_resize($0, $1, Int32(edge)) }
        }
        if max(width, height) <= edge { return self }
        return try step { hearth_vips_resize($0, $1, Int32(edge)) }
    }

    /// On white where one sees through it.
    func flattened() throws(DecodeError) -> VipsPicture {
        hasAlpha ? try step { hearth_vips_flatten($0, $1) } : self
    }

    /// Whether every pixel has the same colour.
    func isPlain() -> Bool { hearth_vips_is_plain(image) == 1 }

    /// The image as a file, without anything but pixels.
    func encoded(as format: MediaOutput.Format) throws(DecodeError) -> [UInt8] {
        // JPEG knows no alpha. The copies are this function's own and must live until they are written.
        let opaque = format == .jpeg ? try flattened() : self
        let picture = try opaque.step { hearth_vips_bare($0, $1) }
        return try withExtendedLifetime(picture) { () throws(DecodeError) in try picture.written(as: format) }
    }

    private func written(as format: MediaOutput.Format) throws(DecodeError) -> [UInt8] {
        var bytes: UnsafeMutableRawPointer?
        var count = 0
        let status: Int32
        switch format {
        case .webp: status = hearth_vips_save_webp(image, &bytes, &count, Quality.webp, Quality.webpEffort)
        case .jpeg: status = hearth_vips_save_jpeg(image, &bytes, &count, Quality.jpeg)
        case .png: status = hearth_vips_save_png(image, &bytes, &count)
        }
        guard status == 0, let bytes else { throw VipsLibrary.failure("encode") }
        defer { g_free(bytes) }
        let file = [UInt8](UnsafeRawBufferPointer(start: bytes, count: count))
        guard format == .webp else { return file }
        guard let bare = WebPMetadata.removed(from: file) else {
            throw DecodeError(.damaged, "no WebP was made")
        }
        return bare
    }

    private enum Quality {
        static let webp: Int32 = 80
        /// From 0 to 6: 2 takes two thirds of the time of the library's 4 and makes files 2 % larger.
        static let webpEffort: Int32 = 2
        static let jpeg: Int32 = 80
    }

    private typealias Operation = (
        UnsafeMutablePointer<VipsImage>, UnsafeMutablePointer<UnsafeMutablePointer<VipsImage>?>
    ) -> Int32

    private func step(_ operation: Operation) throws(DecodeError) -> VipsPicture {
        var out: UnsafeMutablePointer<VipsImage>?
        guard operation(image, &out) == 0, let out else { throw VipsLibrary.failure("convert") }
        return VipsPicture(out)
    }
}
