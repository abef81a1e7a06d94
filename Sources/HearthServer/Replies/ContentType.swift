/// What a file is said to be, and whether a browser may show it in place.
///
/// Types that could act (HTML, SVG, scripts) are attachments, and everything is sandboxed: what a member uploads
/// never runs with our origin (security, 6).
struct ContentType {
    /// The field's value.
    let text: String
    /// Shown in place.
    let isInline: Bool
    /// The policy that goes with it.
    var policy: String {
        isInline
            ? "sandbox; default-src 'none'; img-src 'self' data:; media-src 'self'; object-src 'self'; "
                + "style-src 'unsafe-inline'"
            : "sandbox; default-src 'none'"
    }

    /// Decides by the name's extension.
    init(fileName: [UInt8]) {
        let dot = fileName.lastIndex(of: UInt8(ascii: "."))
        let suffix = dot.map { String(decoding: fileName[($0 + 1)...], as: UTF8.self).lowercased() } ?? ""
        if let known = Self.shown[suffix] {
            text = known
            isInline = true
        } else {
            text = Self.attached[suffix] ?? "application/octet-stream"
            isInline = false
        }
    }

    private static let shown = [
        "jpg": "image/jpeg", "jpeg": "image/jpeg", "png": "image/png", "gif": "image/gif",
        "webp": "image/webp",
        "avif": "image/avif", "heic": "image/heic", "heif": "image/heif", "bmp": "image/bmp",
        "mp4": "video/mp4", "m4v": "video/mp4", "mov": "video/quicktime", "webm": "video/webm",
        "mkv": "video/x-matroska", "mp3": "audio/mpeg", "m4a": "audio/mp4", "aac": "audio/aac",
        "ogg": "audio/ogg",
        "opus": "audio/ogg", "wav": "audio/wav", "flac": "audio/flac", "pdf": "application/pdf",
        "txt": "text/plain; charset=utf-8", "md": "text/plain; charset=utf-8",
        "log": "text/plain; charset=utf-8",
        "csv": "text/plain; charset=utf-8",
    ]

    private static let attached = [
        "html": "text/html; charset=utf-8", "htm": "text/html; charset=utf-8", "svg": "image/svg+xml",
        "xml": "application/xml", "json": "application/json", "js": "text/javascript; charset=utf-8",
        "css": "text/css; charset=utf-8", "zip": "application/zip", "7z": "application/x-7z-compressed",
        "gz": "application/gzip", "tar": "application/x-tar", "doc": "application/msword",
        "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        "xls": "application/vnd.ms-excel",
        "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        "ppt": "application/vnd.ms-powerpoint",
        "pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
        "tif": "image/tiff", "tiff": "image/tiff", "apk": "application/vnd.android.package-archive",
    ]
}
