/// What a file is by its first bytes, as far as pictures are concerned.
package enum PictureFormat: Sendable, Equatable {
    /// ISO 10918.
    case jpeg
    /// Portable Network Graphics.
    case png
    /// GIF 87a and 89a.
    case gif
    /// WebP.
    case webp
    /// TIFF, and the RAW formats built on it.
    case tiff
    /// HEIF with HEVC or AV1 inside.
    case heif
    /// JPEG 2000.
    case jpeg2000
    /// Netpbm.
    case netpbm
    /// Scalable Vector Graphics, compressed or not.
    case svg
    /// Portable Document Format.
    case pdf
    /// Windows' bitmap.
    case bitmap
    /// Windows' icon or cursor.
    case icon
    /// Photoshop.
    case photoshop
    /// Truevision; known by its extension alone.
    case targa
    /// Fujifilm's RAW.
    case fujifilm
    /// Canon's RAW in the boxes of ISO 14496-12.
    case canon3
    /// A RAW format without a shape of its own here: its preview is searched for.
    case otherRaw
    /// Encapsulated PostScript with a preview beside it.
    case postscript

    /// Recognizes a file; nil when it is no picture that is understood.
    ///
    /// - Parameters:
    ///   - head: the first bytes, best 4 KiB.
    ///   - fileExtension: decides only where the bytes do not; lower case, without the dot.
    package init?(head: [UInt8], fileExtension: String) {
        guard let known = Self.byBytes(head, fileExtension) ?? Self.byName(head, fileExtension) else {
            return nil
        }
        self = known
    }

    /// Extensions of RAW files, whose previews may have to be searched for.
    static let rawExtensions: Set<String> = [
        "3fr", "arw", "cr2", "cr3", "crw", "dcr", "dng", "erf", "iiq", "k25", "kdc", "mef", "mos", "mrw",
        "nef",
        "nrw", "orf", "pef", "raf", "raw", "rw2", "rwl", "sr2", "srf", "srw", "x3f",
    ]

    private static func byBytes(_ head: [UInt8], _ fileExtension: String) -> PictureFormat? {
        func has(_ text: String, at offset: Int = 0) -> Bool {
            head.dropFirst(offset).starts(with: text.utf8)
        }
        func has(_ bytes: [UInt8]) -> Bool { head.starts(with: bytes) }

        if has([0xff, 0xd8, 0xff]) { return .jpeg }
        if has([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) { return .png }
        if has("GIF87a") || has("GIF89a") { return .gif }
        if has("RIFF"), has("WEBP", at: 8) { return .webp }
        if has("FUJIFILMCCD-RAW") { return .fujifilm }
        if has("ftyp", at: 4) { return boxes(head) }
        if has([0x49, 0x49, 0x2a, 0]) || has([0x4d, 0x4d, 0, 0x2a]) { return .tiff }
        if has([0x49, 0x49, 0x2b, 0]) || has([0x4d, 0x4d, 0, 0x2b]) { return .tiff }
        // Olympus and Panasonic write TIFF under other first bytes.
        if has("IIRO") || has("IIRS") || has("MMOR") || has([0x49, 0x49, 0x55, 0]) { return .tiff }
        if has([0, 0, 0, 0x0c, 0x6a, 0x50, 0x20, 0x20]) || has([0xff, 0x4f, 0xff, 0x51]) {
            return .jpeg2000
        }
        if has("8BPS") { return .photoshop }
        if has([0xc5, 0xd0, 0xd3, 0xc6]) { return .postscript }
        if has("BM"), head.count >= 26, head[6..<10].allSatisfy({ $0 == 0 }) { return .bitmap }
        if head.count >= 22, head[0] == 0, head[1] == 0, [1, 2].contains(head[2]), head[3] == 0, head[4] > 0,
            head[5] == 0, head[9] == 0
        {
            return .icon
        }
        if head.count > 3, head[0] == 0x50,
            (0x31...0x36).contains(head[1]) || head[1] == 0x46 || head[1] == 0x66,
            [0x20, 0x09, 0x0a, 0x0d].contains(head[2])
        {
            return .netpbm
        }
        // Readers of PDF look for the mark within the first kilobyte.
        if contains("%PDF-", in: head.prefix(1024)) { return .pdf }
        if has([0x1f, 0x8b]), fileExtension == "svgz" || fileExtension == "svg" { return .svg }
        return isSVG(head) ? .svg : nil
    }

    private static func byName(_ head: [UInt8], _ fileExtension: String) -> PictureFormat? {
        switch fileExtension {
        case "tga", "vda", "icb", "vst": return .targa
        // Some bitmaps carry rubbish where zeros belong.
        case "bmp", "dib": return head.starts(with: "BM".utf8) ? .bitmap : nil
        default: return rawExtensions.contains(fileExtension) && !head.isEmpty ? .otherRaw : nil
        }
    }

    /// The first box's brands (ISO 14496-12, 4.3) tell pictures from clips.
    private static func boxes(_ head: [UInt8]) -> PictureFormat? {
        guard head.count >= 16 else { return nil }
        let size = head[0..<4].reduce(0) { $0 << 8 | Int($1) }
        var brands: [String] = []
        for offset in stride(from: 8, to: min(head.count - 3, max(12, size), 264), by: 4) where offset != 12 {
            brands.append(String(decoding: head[offset..<offset + 4], as: UTF8.self))
        }
        if brands.first == "crx " { return .canon3 }
        let pictures: Set<String> = [
            "heic", "heix", "heim", "heis", "hevc", "hevx", "avif", "avis", "mif1", "msf1",
        ]
        guard let major = brands.first else { return nil }
        if pictures.contains(major) { return .heif }
        // A clip's major brand says so; a picture's may be anything that lists a picture's among the others.
        let clips: Set<String> = [
            "isom", "iso2", "iso4", "iso5", "iso6", "mp41", "mp42", "qt  ", "M4V ", "M4A ", "avc1",
        ]
        return !clips.contains(major) && brands.contains(where: pictures.contains) ? .heif : nil
    }

    /// Text whose first element is `svg`, after what XML allows before it.
    private static func isSVG(_ head: [UInt8]) -> Bool {
        var text = head.prefix(4096)[...]
        if text.starts(with: [0xef, 0xbb, 0xbf]) { text = text.dropFirst(3) }
        text = text.drop { [0x20, 0x09, 0x0a, 0x0d].contains($0) }
        guard text.first == 0x3c, !text.contains(0) else { return false }
        return contains("<svg", in: text) || contains(":svg", in: text)
    }

    private static func contains(_ text: String, in bytes: ArraySlice<UInt8>) -> Bool {
        let wanted = Array(text.utf8)
        guard let first = wanted.first, bytes.count >= wanted.count else { return false }
        var rest = bytes
        while let found = rest.firstIndex(of: first) {
            rest = rest[found...]
            if rest.starts(with: wanted) { return true }
            rest = rest.dropFirst()
        }
        return false
    }
}
