/// Kinds of files that a backup may be about (wangpan-api, 9.6 and 13.2), told by the extension.
public enum BackupKind: String, Sendable, Hashable, CaseIterable {
    /// Pictures.
    case photo
    /// Films.
    case video
    /// Texts, tables, presentations, books.
    case document
    /// Music and recordings.
    case audio

    /// The kind of a file's name; nil for none of these.
    ///
    /// The contract counts pdf among the pictures because it has a thumbnail; for people it is a document.
    public static func of(_ name: [UInt8]) -> BackupKind? {
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return nil }
        let word = name[(dot + 1)...].map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        return table[String(decoding: word, as: UTF8.self)]
    }

    private static let table: [String: BackupKind] = {
        var table: [String: BackupKind] = [:]
        for kind in allCases {
            for word in kind.extensions.split(separator: " ") { table[String(word)] = kind }
        }
        return table
    }()

    private var extensions: String {
        switch self {
        case .photo:
            "heic heif avif jpg jpeg jpe png gif psd pdd psdt psb bmp rle dib dcm dc3 dic eps iff tdi jpf jpx jp2 j2c "
                + "j2k jpc jps pcx pdp raw dng cr2 cr3 nef arw orf rw2 raf pxr pbm pgm ppm pnm pfm pam sct tga vda icb "
                + "vst tif tiff mpo webp ico"
        case .video: "mp4 m4v avi mkv mov mpg mpeg vob ram rm rmvb asf wmv webm m2ts mts movie 3gp"
        case .document:
            "doc docx dot dotx odt rtf wps pages xls xlsx xlsm csv ods et numbers ppt pptx pps ppsx odp dps key pdf ofd "
                + "txt md tex epub mobi azw3"
        case .audio: "mp3 m4a aac flac wav ogg oga opus wma amr aif aiff ape alac mid midi mka caf"
        }
    }
}
