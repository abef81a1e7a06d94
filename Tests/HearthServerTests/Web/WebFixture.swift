import Glibc
import HearthServer
import HearthTesting

/// A directory that holds a web app of a few bytes.
struct WebFixture {
    let directory: TemporaryDirectory
    let web: String

    /// What browsers may fetch of it, and what not.
    static let files = [
        "index.html":
            "<!doctype html><meta name=\"hearth-build\" content=\"BUILD\"><script src=\"/app/BUILD/app/main.js\"></script>",
        "sw.js": "const build = 'BUILD';", "manifest.webmanifest": "{\"src\":\"/app/BUILD/images/icon.svg\"}",
        "app/main.js": "run();", "app/main.js.gz": "(compressed)", "app/small.mjs": "small();",
        "styles/app.css": "a{}",
        "images/icon.svg": "<svg/>", "images/icon.png": "png", "wasm/sha256.wasm": "wasm",
        "vendor/map.bcmap": "map",
        "vendor/font.ttf": "font", "vendor/LICENSE": "licence", "vendor/list.json": "[]",
        "notices.txt": "notices",
        ".secret.js": "hidden", ".git/config.js": "hidden", "tests/one.test.js": "test",
        "wasm/Exports.swift": "swift",
    ]

    init(isSource: Bool = false) throws {
        directory = try TemporaryDirectory()
        web = directory.appending("web")
        try OperatorFiles.makeDirectory(web)
        for (path, text) in Self.files { try write(path, text) }
        if isSource { try write("deno.json", "{}") }
        try OperatorFiles.write(Array("key".utf8), to: directory.appending("outside.js"), mode: 0o644)
        symlink(directory.appending("outside.js"), "\(web)/app/link.js")
        symlink(directory.path, "\(web)/up")
    }

    func write(_ path: String, _ text: String) throws {
        try OperatorFiles.makeDirectory(OperatorFiles.parent(of: "\(web)/\(path)"))
        try OperatorFiles.write(Array(text.utf8), to: "\(web)/\(path)", mode: 0o644)
    }
}
