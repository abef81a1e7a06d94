/// Media types of the web app's own files.
///
/// What is not listed is not served.
enum WebTypes {
    /// The type of a file by the extension of its name; nil where browsers have no business with it.
    static func type(of path: String) -> String? {
        guard let dot = path.lastIndex(of: ".") else { return nil }
        return types[String(path[path.index(after: dot)...])]
    }

    private static let types = [
        "js": "text/javascript; charset=utf-8", "mjs": "text/javascript; charset=utf-8",
        "css": "text/css; charset=utf-8", "svg": "image/svg+xml", "png": "image/png",
        "wasm": "application/wasm",
        "json": "application/json", "txt": "text/plain; charset=utf-8", "bcmap": "application/octet-stream",
        "pfb": "application/octet-stream", "ttf": "font/ttf", "icc": "application/vnd.iccprofile",
    ]
}
