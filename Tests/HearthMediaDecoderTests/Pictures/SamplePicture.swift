import CVips
import Glibc
import HearthMedia
import HearthMediaDecoder
import Testing

/// Pictures that the tests make themselves: pixels are written by a closure, files by libvips.
struct SamplePicture {
    let width: Int
    let height: Int
    let bands: Int
    var pixels: [UInt8]

    /// The library, with the writers that only tests need.
    static let isReady: Bool = {
        PictureJob.warmUp()
        hearth_vips_block("VipsForeignSave", 0)
        return true
    }()

    init(_ width: Int, _ height: Int, bands: Int = 3, _ colour: (_ x: Int, _ y: Int) -> [UInt8]) {
        (self.width, self.height, self.bands) = (width, height, bands)
        pixels = []
        pixels.reserveCapacity(width * height * bands)
        for y in 0..<height { for x in 0..<width { pixels += colour(x, y) } }
    }

    /// Red, green, blue and white quarters, clockwise from the upper left: 300 across, 200 down.
    static let quarters = SamplePicture(300, 200) { x, y in
        switch (x < 150, y < 100) {
        case (true, true): [220, 20, 20]
        case (false, true): [20, 200, 20]
        case (false, false): [20, 20, 220]
        case (true, false): [250, 250, 250]
        }
    }

    /// The picture as a file.
    ///
    /// - Parameters:
    ///   - suffix: the format and the writer's options, as libvips takes them: `.jpg[Q=90]`.
    ///   - space: what the numbers mean; sRGB or grey when not given.
    ///   - converted: a space that the colours are really converted to.
    ///   - is16Bit: whether each number takes 16 bits.
    ///   - orientation: EXIF's, when it is to be written.
    ///   - pageHeight: of one of several pages below each other.
    ///   - texts: what is kept beside the pixels, by libvips' names.
    /// - Returns: the file.
    func file(
        _ suffix: String,
        as space: VipsInterpretation? = nil,
        converted: VipsInterpretation? = nil,
        is16Bit: Bool = false,
        orientation: Int? = nil,
        pageHeight: Int? = nil,
        texts: [String: String] = [:]
    ) -> [UInt8] {
        precondition(Self.isReady)
        let numbers = is16Bit ? pixels.flatMap { [$0, $0] } : pixels
        let usual = bands < 3 ? VIPS_INTERPRETATION_B_W : VIPS_INTERPRETATION_sRGB
        guard
            let plain = vips_image_new_from_memory_copy(
                numbers,
                numbers.count,
                Int32(width),
                Int32(height),
                Int32(bands),
                is16Bit ? VIPS_FORMAT_USHORT : VIPS_FORMAT_UCHAR
            )
        else { return [] }
        defer { hearth_vips_unref(plain) }
        var image: UnsafeMutablePointer<VipsImage>?
        let status = converted.map { hearth_vips_colourspace(plain, &image, $0) }
        guard status ?? hearth_vips_interpret(plain, &image, space ?? usual) == 0, let image else {
            return []
        }
        defer { hearth_vips_unref(image) }
        for (name, text) in texts { vips_image_set_string(image, name, text) }
        if let orientation { vips_image_set_int(image, VIPS_META_ORIENTATION, Int32(orientation)) }
        if let pageHeight { vips_image_set_int(image, VIPS_META_PAGE_HEIGHT, Int32(pageHeight)) }
        var bytes: UnsafeMutableRawPointer?
        var count = 0
        guard hearth_vips_save(image, suffix, &bytes, &count) == 0, let bytes else {
            let words = String(cString: vips_error_buffer())
            vips_error_clear()
            preconditionFailure("\(suffix): \(words)")
        }
        defer { g_free(bytes) }
        return [UInt8](UnsafeRawBufferPointer(start: bytes, count: count))
    }
}

/// A file that the tests opened again.
struct OpenedPicture: CustomStringConvertible {
    let width: Int
    let height: Int
    let bands: Int
    let pages: Int
    private let pixels: [UInt8]

    var description: String { "\(width)x\(height)x\(bands)" }

    init?(_ file: [UInt8]) {
        guard !file.isEmpty, let image = file.withUnsafeBytes({ hearth_vips_load($0.baseAddress, $0.count) })
        else {
            vips_error_clear()
            return nil
        }
        defer { hearth_vips_unref(image) }
        width = Int(image.pointee.Xsize)
        height = Int(image.pointee.Ysize)
        bands = Int(image.pointee.Bands)
        pages = Int(vips_image_get_n_pages(image))
        var count = 0
        guard let memory = vips_image_write_to_memory(image, &count) else { return nil }
        defer { g_free(memory) }
        pixels = [UInt8](UnsafeRawBufferPointer(start: memory, count: count))
    }

    /// A pixel's numbers; negative coordinates count from the end.
    subscript(_ x: Int, _ y: Int) -> [Int] {
        let at = ((y < 0 ? height + y : y) * width + (x < 0 ? width + x : x)) * bands
        return pixels[at..<at + bands].map(Int.init)
    }

    /// Whether a pixel is about that colour.
    func isAbout(_ x: Int, _ y: Int, _ colour: [Int], within: Int = 24) -> Bool {
        distance(x, y, colour) <= within
    }

    /// How far a pixel is from a colour, which of three numbers says nothing of alpha; JPEG and WebP are not exact.
    func distance(_ x: Int, _ y: Int, _ colour: [Int]) -> Int {
        let found = self[x, y]
        guard found.count >= colour.count else { return 255 }
        return zip(found, colour).map { abs($0 - $1) }.max() ?? 255
    }
}

/// What the decoder makes of bytes.
func decode(
    _ file: [UInt8],
    extension name: String = "",
    _ outputs: [MediaOutput] = [MediaOutput(edge: 256, format: .png)]
) throws(DecodeError) -> DecodedMedia {
    precondition(SamplePicture.isReady)
    let job = MediaJob(kind: .picture, fileExtension: name, size: Int64(file.count), outputs: outputs)
    return try PictureJob.run(job, ArraySource(file))
}

/// The file as a child has it.
final class ArraySource: ByteSource {
    private let bytes: [UInt8]
    private(set) var reads = 0
    /// From here on the bytes cannot be read.
    var failsAt: Int64?

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var size: Int64 { Int64(bytes.count) }
    var descriptor: Int32? { nil }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) -> Int {
        reads += 1
        if let failsAt, offset + Int64(buffer.count) > failsAt { return -1 }
        guard offset >= 0, offset < size else { return 0 }
        let count = min(buffer.count, bytes.count - Int(offset))
        bytes.withUnsafeBytes { all in
            buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: all[Int(offset)..<Int(offset) + count]))
        }
        return count
    }
}

extension DecodedMedia {
    /// The first image's bytes.
    func first() throws -> [UInt8] { try #require(images.first) }

    /// The first image, opened again.
    func picture() throws -> OpenedPicture { try #require(images.first.flatMap(OpenedPicture.init)) }
}
