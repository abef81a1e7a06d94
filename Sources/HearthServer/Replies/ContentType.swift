/// What a file is said to be, and whether a browser may show it in place.
///
/// Whatever could act (pages, SVG, scripts) is an attachment, and everything is sandboxed: what a member uploads never
/// runs with our origin (security, 6; docs/decisions/0029).
struct ContentType {
    /// The field's value.
    let text: String
    /// Shown in place.
    let isInline: Bool
    /// The policy that goes with it.
    let policy: String

    /// Decides by the name's extension.
    init(fileName: [UInt8]) {
        let dot = fileName.lastIndex(of: UInt8(ascii: "."))
        let suffix = dot.map { String(decoding: fileName[($0 + 1)...], as: UTF8.self).lowercased() } ?? ""
        if let (kind, known) = Self.shown[suffix] {
            text = known
            isInline = true
            policy = kind.policy
        } else {
            text = Self.attached[suffix] ?? "application/octet-stream"
            isInline = false
            policy = MediaHeaders.attachmentPolicy
        }
    }

    /// What browsers show by themselves, by what their pages for it need.
    private enum Kind {
        case picture, player, document, text

        var policy: String {
            switch self {
            case .picture: "sandbox; default-src 'none'; img-src 'self'; " + Self.common
            // A player's page asks for the file again. From a sandbox of its own origin that would come without the
            // cookie, and be a stranger's request; without scripts the origin serves nothing but this.
            case .player: "sandbox allow-same-origin; default-src 'none'; media-src 'self'; " + Self.common
            // WebKit's viewer is a page with scripts of the browser's own, in the place of the file; scripts of ours or
            // of the file would still have no source.
            case .document: "sandbox allow-scripts allow-same-origin; default-src 'none'; " + Self.common
            case .text: "sandbox; default-src 'none'; " + Self.common
            }
        }

        /// Browsers put styles into these pages; only our own pages frame them.
        private static let common = "style-src 'unsafe-inline'; frame-ancestors 'self'"
    }

    private static let plain = "text/plain; charset=utf-8"

    private static let shown: [String: (Kind, String)] = [
        "jpg": (.picture, "image/jpeg"), "jpeg": (.picture, "image/jpeg"), "jfif": (.picture, "image/jpeg"),
        "png": (.picture, "image/png"), "apng": (.picture, "image/apng"), "gif": (.picture, "image/gif"),
        "webp": (.picture, "image/webp"), "avif": (.picture, "image/avif"), "heic": (.picture, "image/heic"),
        "heif": (.picture, "image/heif"), "bmp": (.picture, "image/bmp"),

        // Chromium, WebKit and Firefox play QuickTime files under their own name; only Chromium opened by itself saves
        // them.
        "mov": (.player, "video/quicktime"), "qt": (.player, "video/quicktime"),
        "mp4": (.player, "video/mp4"), "m4v": (.player, "video/mp4"), "webm": (.player, "video/webm"),
        "mkv": (.player, "video/x-matroska"), "ogv": (.player, "video/ogg"), "3gp": (.player, "video/3gpp"),
        "3g2": (.player, "video/3gpp2"),

        "mp3": (.player, "audio/mpeg"), "m4a": (.player, "audio/mp4"), "m4b": (.player, "audio/mp4"),
        "aac": (.player, "audio/aac"), "ogg": (.player, "audio/ogg"), "oga": (.player, "audio/ogg"),
        "opus": (.player, "audio/ogg"), "wav": (.player, "audio/wav"), "flac": (.player, "audio/flac"),
        "weba": (.player, "audio/webm"), "mka": (.player, "audio/x-matroska"), "aif": (.player, "audio/aiff"),
        "aiff": (.player, "audio/aiff"),

        "pdf": (.document, "application/pdf"),
        "txt": (.text, plain), "md": (.text, plain), "log": (.text, plain), "csv": (.text, plain),
    ]

    /// Pages, scripts and styles are plain text here: a page of ours that was tricked into loading one as a script gets
    /// none, whatever the disposition says.
    private static let attached = [
        "html": plain, "htm": plain, "xhtml": plain, "js": plain, "mjs": plain, "css": plain,
        "svg": "image/svg+xml", "tif": "image/tiff", "tiff": "image/tiff",
        "avi": "video/x-msvideo", "wmv": "video/x-ms-wmv", "mpg": "video/mpeg", "mpeg": "video/mpeg",
        "m2ts": "video/mp2t", "mts": "video/mp2t", "wma": "audio/x-ms-wma",
        "xml": "application/xml", "json": "application/json", "zip": "application/zip",
        "7z": "application/x-7z-compressed", "gz": "application/gzip", "tar": "application/x-tar",
        "doc": "application/msword",
        "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        "xls": "application/vnd.ms-excel",
        "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        "ppt": "application/vnd.ms-powerpoint",
        "pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
        "apk": "application/vnd.android.package-archive",
    ]
}
