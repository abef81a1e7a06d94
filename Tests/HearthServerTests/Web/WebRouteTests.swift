import Glibc
import HearthHTTP
import HearthTesting
import HearthWire
import Testing

@testable import HearthServer

@Suite("The web app's addresses", .timeLimit(.minutes(5)))
struct WebRouteTests {
    private static let policy =
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' blob: data:; "
        + "media-src 'self' blob:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; "
        + "frame-ancestors 'none'; base-uri 'none'; form-action 'self'"

    private func make(isSource: Bool = false) async throws -> (WebFixture, APIFixture, build: String) {
        let web = try WebFixture(isSource: isSource)
        let assets = try #require(WebAssets(directory: web.web))
        return (web, try await APIFixture.make(web: assets), assets.build)
    }

    private func get(
        _ api: APIFixture,
        _ target: String,
        _ headers: [(String, String)] = [],
        method: HTTPMethod = .get
    ) async throws -> APIFixture.Answer {
        try await api.send(
            method,
            target,
            token: "",
            headers: headers,
            peer: PeerAddress(text: "192.0.2.7")
        )
    }

    @Test(
        "every address of the app answers with its one page",
        arguments: [
            "/", "/folder/s/1", "/folder/s/1/Sommer%20%E2%80%94/x", "/folder", "/shared", "/transfers", "/me",
            "/members", "/storage", "/storage/_default_", "/folders", "/settings", "/tasks", "/about",
            "/setup",
            "/invite", "/receive", "/?callbackUrl=x", "/folder/s/1?show=a.jpg",
        ]
    )
    func pages(_ target: String) async throws {
        let (web, api, build) = try await make()
        defer { withExtendedLifetime(web) {} }
        let answer = try await get(api, target)
        #expect(answer.status == 200)
        #expect(answer.headers["Content-Type"] == "text/html; charset=utf-8")
        #expect(answer.headers["Cache-Control"] == "no-cache")
        #expect(answer.headers["Content-Security-Policy"] == Self.policy)
        #expect(answer.headers["X-Content-Type-Options"] == "nosniff")
        #expect(answer.headers["Referrer-Policy"] == "no-referrer")
        #expect(answer.headers["Cross-Origin-Opener-Policy"] == nil, "over plain HTTP it would be an error")
        let text = String(decoding: answer.body, as: UTF8.self)
        #expect(text.contains("\"/app/\(build)/app/main.js\""))
        #expect(!text.contains("BUILD"))
        #expect(try await get(api, target, method: .head).status == 200)
        let again = try await get(api, target, [("If-None-Match", "\"x\", \"\(build)\"")])
        #expect(again.status == 304 && again.body.isEmpty && again.headers["Content-Type"] == nil)
        for method in [HTTPMethod.post, .put, .delete, .patch] {
            #expect(try await get(api, target, method: method).status == 405)
        }
    }

    @Test(
        "the opener is kept apart where browsers heed it",
        arguments: [
            ("127.0.0.1:8650", true), ("localhost", true), ("Home.LOCALHOST:1", true), ("[::1]:8650", true),
            ("hearth.lan:8650", false), ("192.0.2.2", false), ("localhost.example", false),
        ]
    )
    func opener(_ host: String, _ isTrusted: Bool) async throws {
        let (web, api, _) = try await make()
        defer { withExtendedLifetime(web) {} }
        let answer = try await get(api, "/", [("Host", host)])
        #expect((answer.headers["Cross-Origin-Opener-Policy"] == "same-origin") == isTrusted)
        var request = HTTPRequest(.get, "/", headers: HTTPFields([("Host", host)]))
        request.isSecure = true
        #expect(request.hasTrustworthyOrigin)
    }

    @Test("files are kept for good, each with its own type")
    func files() async throws {
        let (web, api, build) = try await make()
        defer { withExtendedLifetime(web) {} }
        let types = [
            "app/main.js": "text/javascript; charset=utf-8",
            "app/small.mjs": "text/javascript; charset=utf-8",
            "styles/app.css": "text/css; charset=utf-8", "images/icon.svg": "image/svg+xml",
            "images/icon.png": "image/png", "wasm/sha256.wasm": "application/wasm",
            "vendor/map.bcmap": "application/octet-stream", "vendor/font.ttf": "font/ttf",
            "vendor/list.json": "application/json", "notices.txt": "text/plain; charset=utf-8",
        ]
        for (path, type) in types {
            let answer = try await get(api, "/app/\(build)/\(path)")
            #expect(answer.status == 200, "\(path)")
            #expect(answer.headers["Content-Type"] == type)
            #expect(answer.headers["Cache-Control"] == "public, max-age=31536000, immutable")
            #expect(answer.headers["Content-Security-Policy"] == Self.policy)
            #expect(answer.headers["X-Content-Type-Options"] == "nosniff")
            #expect(answer.headers["Cross-Origin-Resource-Policy"] == "same-origin")
            #expect(String(decoding: answer.body, as: UTF8.self) == WebFixture.files[path])
            let etag = try #require(answer.headers["ETag"])
            #expect(try await get(api, "/app/\(build)/\(path)", [("If-None-Match", etag)]).status == 304)
            #expect(try await get(api, "/app/\(build)/\(path)", method: .head).status == 200)
            #expect(try await get(api, "/app/\(build)/\(path)", method: .post).status == 405)
        }
    }

    @Test("compressed files go to those who take them")
    func compression() async throws {
        let (web, api, build) = try await make()
        defer { withExtendedLifetime(web) {} }
        let target = "/app/\(build)/app/main.js"
        for (accepted, isCompressed) in [
            ("gzip", true), ("br, GZIP;q=0.5", true), ("*", true), ("gzip;q=0", false),
            ("gzip; q=0.000, *", false),
            ("br", false), ("", false), ("xgzip", false), ("*;q=0", false),
        ] {
            let answer = try await get(api, target, [("Accept-Encoding", accepted)])
            #expect(answer.status == 200 && answer.headers["Vary"] == "Accept-Encoding")
            #expect((answer.headers["Content-Encoding"] == "gzip") == isCompressed, "\(accepted)")
            #expect(answer.headers["Content-Type"] == "text/javascript; charset=utf-8")
            #expect(
                String(decoding: answer.body, as: UTF8.self) == (isCompressed ? "(compressed)" : "run();")
            )
        }
        #expect(try await get(api, target).headers["Content-Encoding"] == nil)
        let plain = try await get(api, "/app/\(build)/styles/app.css", [("Accept-Encoding", "gzip")])
        #expect(plain.headers["Content-Encoding"] == nil && plain.headers["Vary"] == nil)
        let tags = [
            try await get(api, target).headers["ETag"],
            try await get(api, target, [("Accept-Encoding", "gzip")]).headers["ETag"],
        ]
        #expect(tags[0] != tags[1])
    }

    @Test("nothing else is served")
    func refusals() async throws {
        let (web, api, build) = try await make()
        defer { withExtendedLifetime(web) {} }
        for path in [
            "", "missing.js", "app", "app/main.js/x", ".secret.js", ".git/config.js", "tests/one.test.js",
            "wasm/Exports.swift", "vendor/LICENSE", "app/main.js.gz", "index.html", "manifest.webmanifest",
            "../outside.js", "app/../app/main.js", "%2e%2e/outside.js", "app/%2e%2e/app/main.js",
            "..%2foutside.js",
            "app/link.js", "up/outside.js", "up/web/app/main.js", "app/main.js%00", "app/main.js%00.css",
            "/etc/hostname", "%2Fetc%2Fhostname", "app/%ff.js", "./app/./missing.js", "app\\main.js",
        ] {
            let answer = try await get(api, "/app/\(build)/\(path)")
            #expect(answer.status == 404, "\(path)")
            #expect(answer.headers["Cache-Control"] == "no-store")
        }
        for target in [
            "/app", "/app/", "/app/0123456789abcdef/app/main.js", "/app//app/main.js", "/app/x", "/sw.js/x",
        ] {
            #expect(try await get(api, target).status == 404, "\(target)")
        }
        #expect(try await get(api, "/app/\(build)/app/%zz.js").status == 400)
    }

    @Test("a mistyped address shows people the app, and programs an envelope")
    func lost() async throws {
        let (web, api, build) = try await make()
        defer { withExtendedLifetime(web) {} }
        let browser = [("Accept", "text/html,application/xhtml+xml,*/*;q=0.8")]
        for target in ["/no/such/place", "/folderx", "/me/x", "/storage/a/b"] {
            let answer = try await get(api, target, browser)
            #expect(answer.status == 404)
            #expect(answer.headers["Content-Type"] == "text/html; charset=utf-8")
            #expect(answer.headers["Content-Security-Policy"] == Self.policy)
            #expect(String(decoding: answer.body, as: UTF8.self).contains(build))
            #expect(try await get(api, target).code == 3)
            #expect(
                try await get(api, target, browser, method: .post).headers["Content-Type"]
                    != "text/html; charset=utf-8"
            )
        }
        for target in [
            "/api/v1/nothing", "/api/nothing", "/wangpan/api/nothing", "/app/\(build)/nothing.js", "/app",
        ] {
            #expect(try await get(api, target, browser).code == 3, "\(target)")
        }
    }

    @Test("a file that was replaced is not served under the address of the old one")
    func replaced() async throws {
        let (web, api, build) = try await make()
        #expect(try await get(api, "/app/\(build)/styles/app.css").status == 200)
        try web.write("styles/app.css", "b{}")
        #expect(try await get(api, "/app/\(build)/styles/app.css").status == 404)
        unlink("\(web.web)/app/small.mjs")
        #expect(try await get(api, "/app/\(build)/app/small.mjs").status == 404)
        let fresh = try #require(WebAssets(directory: web.web))
        #expect(fresh.build != build)
    }

    @Test("the worker, the manifest and the version name the build and are asked for each time")
    func rootFiles() async throws {
        let (web, api, build) = try await make()
        defer { withExtendedLifetime(web) {} }
        let worker = try await get(api, "/sw.js")
        #expect(worker.headers["Content-Type"] == "text/javascript; charset=utf-8")
        #expect(worker.headers["Cache-Control"] == "no-cache")
        #expect(String(decoding: worker.body, as: UTF8.self) == "const build = '\(build)';")
        let manifest = try await get(api, "/manifest.webmanifest")
        #expect(manifest.headers["Content-Type"] == "application/manifest+json")
        #expect(manifest.headers["Cache-Control"] == "no-cache")
        let version = try await get(api, "/app/version")
        #expect(version.json?["build"]?.string == build)
        #expect(version.headers["Cache-Control"] == "no-cache")
    }

    @Test("a source tree is served as it is now, and never kept")
    func source() async throws {
        let (web, api, build) = try await make(isSource: true)
        #expect(build == "source")
        #expect(try await get(api, "/app/source/styles/app.css").headers["Cache-Control"] == "no-cache")
        try web.write("styles/app.css", "b{}")
        try web.write("app/new.js", "added();")
        try web.write("index.html", "<p>BUILD")
        #expect(try await get(api, "/app/source/styles/app.css").body == Array("b{}".utf8))
        #expect(try await get(api, "/app/source/app/new.js").status == 200)
        #expect(try await get(api, "/me").body == Array("<p>source".utf8))
        for path in [
            "up/outside.js", "tests/one.test.js", ".secret.js", "../outside.js", "app//main.js/",
            "app/none.js",
        ] {
            #expect(
                try await get(api, "/app/source/\(path)").status == (path == "app//main.js/" ? 200 : 404),
                "\(path)"
            )
        }
        #expect(try await get(api, "/app/source/app/link.js").status == 404)
    }

    @Test("without an app a page says so, and set-up and invitations have pages of their own")
    func standIns() async throws {
        let api = try await APIFixture.make()
        let landing = try await get(api, "/")
        #expect(landing.status == 200)
        #expect(String(decoding: landing.body, as: UTF8.self).contains("scripts/build-web"))
        for target in [
            "/setup", "/setup.js", "/invite", "/invite.js", "/landing.js", "/hearth.css", "/favicon.ico",
        ] {
            #expect(try await get(api, target).status == 200, "\(target)")
        }
        for target in ["/me", "/app/version", "/sw.js", "/manifest.webmanifest"] {
            #expect(try await get(api, target).status == 404, "\(target)")
        }
        let (web, app, _) = try await make()
        defer { withExtendedLifetime(web) {} }
        #expect(try await get(app, "/hearth.css").status == 200)
        #expect(try await get(app, "/landing.js").status == 404)
        #expect(try await get(app, "/favicon.ico").headers["Content-Type"] == "image/svg+xml")
    }
}
