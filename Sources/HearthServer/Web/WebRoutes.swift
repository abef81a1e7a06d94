import HearthHTTP

/// The web app: one page for all its addresses, and its files under names that never change their content.
struct WebRoutes: RouteGroup {
    let assets: WebAssets

    /// Addresses of the app, as Web/app/shell/routes.js has them.
    private static let pages: [(path: String, name: String)] = [
        ("/", "app"), ("/folder/{path*}", "appFolder"), ("/shared", "appShared"),
        ("/transfers", "appTransfers"),
        ("/me", "appMe"), ("/members", "appMembers"), ("/storage", "appStorage"),
        ("/storage/{name}", "appPool"),
        ("/folders", "appFolders"), ("/settings", "appSettings"), ("/tasks", "appTasks"),
        ("/about", "appAbout"),
        ("/setup", "appSetUp"), ("/invite", "appInvitation"), ("/receive", "appReceive"),
    ]

    private static let missing = HTTPError(.notFound, "the web app has no such file")

    var routes: [Route] {
        Self.pages.map { page in
            Route(.get, page.path, access: .open, name: page.name, summary: "The web app") { request in
                whole(assets.index, type: "text/html; charset=utf-8", for: request)
            }
        } + [
            Route(
                .get,
                "/app/{build}/{path*}",
                access: .open,
                name: "appFile",
                summary: "A file of the web app"
            ) {
                request in try file(request)
            },
            Route(.get, "/app/version", access: .open, name: "appVersion", summary: "Which web app is served")
            { _ in
                Reply.bytes(Array("{\"build\":\"\(assets.build)\"}".utf8), type: "application/json")
            },
            root("sw.js", "appWorker", "The web app's service worker", "text/javascript; charset=utf-8"),
            root(
                "manifest.webmanifest",
                "appManifest",
                "The web app's manifest",
                "application/manifest+json"
            ),
        ]
    }

    /// What a person sees who mistyped an address: the app, which says that there is nothing.
    ///
    /// Nil for every other error, and for programs: they get the envelope.
    func page(for error: any Error, _ request: HTTPRequest?) -> HTTPResponse? {
        guard let request, (error as? HTTPError)?.code == .notFound,
            request.method == .get || request.method == .head,
            let first = PathSegments(rawPath: request.rawPath)?.from(0).first,
            !["api", "wangpan", "app"].contains(String(decoding: first, as: UTF8.self)),
            request.headers.values(for: "Accept").contains(where: { $0.contains("text/html") })
        else { return nil }
        var response = Reply.bytes(assets.index, type: "text/html; charset=utf-8")
        response.status = 404
        return response
    }

    /// A file that has its place at the root: what a service worker may look after lies below its own address.
    private func root(_ file: String, _ name: String, _ summary: String, _ type: String) -> Route {
        Route(.get, "/\(file)", access: .open, name: name, summary: summary) { request in
            guard let bytes = assets.rootFile(file) else { throw Self.missing }
            return whole(bytes, type: type, for: request)
        }
    }

    /// Bytes whose address stays the same over all versions: browsers ask each time whether they changed.
    private func whole(_ bytes: [UInt8], type: String, for request: HTTPRequest) -> HTTPResponse {
        var response = Reply.bytes(bytes, type: type)
        guard !assets.isSource else { return response }
        let etag = "\"\(assets.build)\""
        response.headers.set("ETag", etag)
        let hasIt = request.headers.values(for: "If-None-Match").contains { value in
            value.split(separator: ",").contains { $0.drop { $0 == " " }.prefix { $0 != " " } == etag }
        }
        guard hasIt else { return response }
        response.headers.remove("Content-Type")
        return HTTPResponse(status: 304, headers: response.headers)
    }

    private func file(_ request: HTTPRequest) throws -> HTTPResponse {
        let path = request.parameters.tail("path").map { String(decoding: $0, as: UTF8.self) }.joined(
            separator: "/"
        )
        guard request.parameters.bytes("build") == Array(assets.build.utf8), let asset = assets.asset(path)
        else {
            throw Self.missing
        }
        let isCompressed = asset.compressed != nil && ContentCoding.accepts("gzip", request.headers)
        guard let content = WebFile(path: "\(assets.directory)/\(path)\(isCompressed ? ".gz" : "")"),
            assets.isSource || content.stamp == (isCompressed ? asset.compressed : asset.stamp)
        else { throw Self.missing }
        var headers = Reply.pageHeaders
        headers.set("Content-Type", asset.type)
        if !assets.isSource { headers.set("Cache-Control", "public, max-age=31536000, immutable") }
        headers.set("Cross-Origin-Resource-Policy", "same-origin")
        if asset.compressed != nil { headers.set("Vary", "Accept-Encoding") }
        if isCompressed { headers.set("Content-Encoding", "gzip") }
        return fileResponse(
            to: request,
            content: content,
            validators: FileValidators(etag: content.stamp.etag, lastModified: content.stamp.seconds),
            headers: headers
        )
    }
}
