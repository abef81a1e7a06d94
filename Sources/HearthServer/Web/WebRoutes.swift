import CLinux
import Glibc
import HearthHTTP

/// The web app: one page for all its addresses, and its files under names that never change their content.
struct WebRoutes: RouteGroup {
    let assets: WebAssets

    /// Addresses of the app. What begins with one of them is the app's too.
    private static let pages: [(path: String, name: String)] = [
        ("/", "app"), ("/folder/{path*}", "appFolder"), ("/shared", "appShared"), ("/transfers", "appTransfers"),
        ("/me", "appMe"), ("/members", "appMembers"), ("/storage", "appStorage"), ("/storage/{name}", "appPool"),
        ("/folders", "appFolders"), ("/settings", "appSettings"), ("/tasks", "appTasks"), ("/setup", "appSetUp"),
        ("/invite", "appInvitation"), ("/receive", "appReceive"),
    ]

    var routes: [Route] {
        Self.pages.map { page in
            Route(.get, page.path, access: .open, name: page.name, summary: "The web app") { _ in
                Reply.bytes(assets.index, type: "text/html; charset=utf-8")
            }
        } + [
            Route(.get, "/app/{build}/{path*}", access: .open, name: "appFile", summary: "A file of the web app") {
                request in try file(request)
            },
            Route(.get, "/app/version", access: .open, name: "appVersion", summary: "Which web app is served") { _ in
                Reply.bytes(Array("{\"build\":\"\(assets.build)\"}".utf8), type: "application/json")
            },
            root("sw.js", "appWorker", "The web app's service worker", "text/javascript; charset=utf-8"),
            root("manifest.webmanifest", "appManifest", "The web app's manifest", "application/manifest+json"),
        ]
    }

    private static let missing = HTTPError(.notFound, "the web app has no such file")

    private func root(_ file: String, _ name: String, _ summary: String, _ type: String) -> Route {
        Route(.get, "/\(file)", access: .open, name: name, summary: summary) { _ in
            guard let bytes = assets.rootFile(file) else { throw Self.missing }
            return Reply.bytes(bytes, type: type)
        }
    }

    private func file(_ request: HTTPRequest) throws -> HTTPResponse {
        let path = request.parameters.tail("path").map { String(decoding: $0, as: UTF8.self) }.joined(separator: "/")
        guard request.parameters.bytes("build") == Array(assets.build.utf8), let asset = assets.assets[path] else {
            throw Self.missing
        }
        let takesGzip = request.headers.values(for: "Accept-Encoding").contains { value in
            value.split(separator: ",").contains { $0.split(separator: ";").first?.trimmed == "gzip" }
        }
        let isCompressed = asset.isCompressed && takesGzip
        guard let content = WebFile(path: "\(assets.directory)/\(path)\(isCompressed ? ".gz" : "")") else {
            throw Self.missing
        }
        var headers = Reply.pageHeaders
        headers.set("Content-Type", asset.type)
        headers.set("Cache-Control", "public, max-age=31536000, immutable")
        headers.set("Cross-Origin-Resource-Policy", "same-origin")
        if asset.isCompressed { headers.set("Vary", "Accept-Encoding") }
        if isCompressed { headers.set("Content-Encoding", "gzip") }
        return fileResponse(
            to: request,
            content: content,
            validators: FileValidators(
                etag: "\"\(assets.build)\(isCompressed ? "-gzip" : "")\"",
                lastModified: content.modified
            ),
            headers: headers
        )
    }
}

/// An open file of the web app.
private final class WebFile: FileContent {
    let size: Int64
    let modified: Int64
    private let opened: Int32

    init?(path: String) {
        opened = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
        var status = stat()
        guard opened >= 0, fstat(opened, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            if opened >= 0 { close(opened) }
            return nil
        }
        size = Int64(status.st_size)
        modified = Int64(status.st_mtim.tv_sec)
    }

    deinit { close(opened) }

    var descriptor: Int32? { opened }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) async throws -> Int {
        let count = pread(opened, buffer.baseAddress, buffer.count, off_t(offset))
        guard count >= 0 else { throw ServiceError("cannot read a file of the web app", errno: errno) }
        return count
    }
}

extension Substring {
    fileprivate var trimmed: Substring { drop { $0 == " " }.prefix { $0 != " " } }
}
