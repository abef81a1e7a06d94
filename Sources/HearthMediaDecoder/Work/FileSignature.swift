import HearthMedia

/// Tells by a file's first bytes which part of the decoder understands it; names lie often.
enum FileSignature {
    /// The kind of a file.
    ///
    /// - Parameters:
    ///   - head: the file's first bytes, 4 KiB or all of them.
    ///   - named: the kind by its name. Signatures of two or three letters count only where it is not text, since a
    ///     text may begin with them.
    /// - Returns: nil where the bytes tell nothing.
    static func kind(of head: [UInt8], named: MediaKind) -> MediaKind? {
        if let kind = container(head) { return kind }
        if let found = signatures.first(where: { matches(head, $0) }) { return found.kind }
        if MarkupRoot.isSVG(head) { return .picture }
        // Recordings and TypeScript share an extension.
        if isTransportStream(head) { return .clip }
        return named == .text ? nil : short(head)
    }

    private struct Signature {
        var kind: MediaKind
        var bytes: [UInt8]

        init(_ kind: MediaKind, _ bytes: [UInt8]) {
            self.kind = kind
            self.bytes = bytes
        }

        init(_ kind: MediaKind, _ text: String) { self.init(kind, Array(text.utf8)) }
    }

    /// What stands at a file's very start, and in no text.
    private static let signatures: [Signature] = [
        Signature(.picture, [0xff, 0xd8, 0xff]),  // JPEG
        Signature(.picture, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),  // PNG
        Signature(.picture, "GIF87a"),
        Signature(.picture, "GIF89a"),
        Signature(.picture, [0x49, 0x49, 0x2a, 0x00]),  // TIFF, and the raw formats made of it
        Signature(.picture, [0x4d, 0x4d, 0x00, 0x2a]),
        Signature(.picture, [0x49, 0x49, 0x2b, 0x00]),  // BigTIFF
        Signature(.picture, [0x4d, 0x4d, 0x00, 0x2b]),
        Signature(.picture, "IIRO"),  // Olympus
        Signature(.picture, "IIRS"),
        Signature(.picture, "MMOR"),
        Signature(.picture, [0x49, 0x49, 0x55, 0x00]),  // Panasonic
        Signature(.picture, [0x49, 0x49, 0x1a, 0x00, 0x00, 0x00]),  // Canon, before 2004
        Signature(.picture, "FUJIFILMCCD-RAW"),
        Signature(.picture, [0x00, 0x4d, 0x52, 0x4d]),  // Minolta
        Signature(.picture, "FOVb"),  // Sigma
        Signature(.picture, "%PDF-"),
        Signature(.picture, [0xff, 0x0a]),  // JPEG XL
        Signature(.picture, [0x00, 0x00, 0x00, 0x0c, 0x4a, 0x58, 0x4c, 0x20]),
        Signature(.picture, [0x00, 0x00, 0x00, 0x0c, 0x6a, 0x50, 0x20, 0x20]),  // JPEG 2000
        Signature(.picture, [0xff, 0x4f, 0xff, 0x51]),
        Signature(.picture, [0x76, 0x2f, 0x31, 0x01]),  // OpenEXR
        Signature(.picture, "#?RADIANCE"),
        Signature(.clip, [0x1a, 0x45, 0xdf, 0xa3]),  // Matroska, WebM
        Signature(.clip, [0x30, 0x26, 0xb2, 0x75, 0x8e, 0x66, 0xcf, 0x11]),  // ASF: WMV, WMA
        Signature(.clip, [0x00, 0x00, 0x01, 0xba]),  // MPEG program stream
        Signature(.clip, [0x00, 0x00, 0x01, 0xb3]),  // MPEG video
        Signature(.clip, [0x46, 0x4c, 0x56, 0x01]),  // FLV
        Signature(.clip, [0x4f, 0x67, 0x67, 0x53, 0x00]),  // Ogg
        Signature(.clip, ".RMF"),
        Signature(.clip, [0x06, 0x0e, 0x2b, 0x34, 0x02, 0x05]),  // MXF
        Signature(.clip, "YUV4MPEG2 "),
        Signature(.audio, [0x66, 0x4c, 0x61, 0x43, 0x00]),  // FLAC
        Signature(.audio, [0x66, 0x4c, 0x61, 0x43, 0x80]),
        Signature(.audio, "wvpk"),
        Signature(.audio, "MAC "),
        Signature(.audio, "MPCK"),
        Signature(.audio, "DSD "),
        Signature(.audio, [0x63, 0x61, 0x66, 0x66, 0x00]),  // Core Audio
        Signature(.audio, "#!AMR"),
    ]

    private static func matches(_ head: [UInt8], _ signature: Signature) -> Bool {
        head.starts(with: signature.bytes)
    }

    /// Formats that say behind their first word what they hold.
    private static func container(_ head: [UInt8]) -> MediaKind? {
        guard head.count >= 12 else { return nil }
        let word = head[4..<8]
        let brand = String(decoding: head[8..<12], as: UTF8.self)
        if head.starts(with: "RIFF".utf8) {
            return ["WEBP": .picture, "AVI ": .clip, "WAVE": .audio][brand]
        }
        if head.starts(with: "FORM".utf8) { return ["AIFF": .audio, "AIFC": .audio][brand] }
        if word.elementsEqual("ftyp".utf8) {
            if stills.contains(brand) { return .picture }
            return ["M4A ", "M4B ", "M4P "].contains(brand) ? .audio : .clip
        }
        // QuickTime before it had brands.
        let atoms = ["moov", "mdat", "wide", "pnot"]
        return atoms.contains(where: { word.elementsEqual($0.utf8) }) && head[0] == 0 ? .clip : nil
    }

    /// Brands of ISO/IEC 23008-12 (HEIF), AVIF, and Canon's raw pictures.
    private static let stills: Set<String> = [
        "heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs", "mif1", "mif2", "msf1", "miaf",
        "avif",
        "avis", "avio", "crx ", "jp2 ", "jxl ",
    ]

    /// Signatures that a text could begin with, or that lie further inside.
    private static func short(_ head: [UInt8]) -> MediaKind? {
        if head.starts(with: "ID3".utf8) { return .audio }
        if head.starts(with: "BM".utf8) { return .picture }
        if head.count >= 3, head[0] == UInt8(ascii: "P"), (0x31...0x37).contains(head[1]),
            [0x09, 0x0a, 0x0d, 0x20].contains(head[2])
        {
            return .picture
        }
        if head.starts(with: [0x00, 0x00, 0x01, 0x00]) { return .picture }
        if isAudioFrame(head) { return .audio }
        // Readers of PDF accept other bytes before it.
        let mark = Array("%PDF-".utf8)
        let last = min(1024, head.count - mark.count)
        return last > 0 && (1...last).contains(where: { head[$0...].starts(with: mark) }) ? .picture : nil
    }

    /// Packets of 188 bytes, each behind a time stamp of 4 bytes in files of cameras.
    private static func isTransportStream(_ head: [UInt8]) -> Bool {
        [(0, 188), (4, 192)].contains { start, length in
            let places = (0..<4).map { start + $0 * length }
            return places.allSatisfy { $0 < head.count && head[$0] == 0x47 }
        }
    }

    /// The start of a frame of MPEG audio, layer II or III, or of AAC in ADTS.
    private static func isAudioFrame(_ head: [UInt8]) -> Bool {
        guard head.count >= 4, head[0] == 0xff, head[1] & 0xe0 == 0xe0 else { return false }
        let layer = head[1] >> 1 & 3
        if layer == 0 { return head[1] & 0xf0 == 0xf0 && head[2] >> 2 & 15 < 13 }
        let version = head[1] >> 3 & 3
        let rate = head[2] >> 4
        return layer != 3 && version != 1 && rate != 0 && rate != 15 && head[2] >> 2 & 3 != 3
    }
}
