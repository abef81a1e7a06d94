import HearthTesting
import Testing

@testable import HearthServer

@Suite("The web app's files")
struct WebAssetsTests {
    @Test("a build is named by what its files hold, wherever they lie")
    func builds() throws {
        let one = try WebFixture()
        let other = try WebFixture()
        let build = try #require(WebAssets(directory: one.web)).build
        #expect(build.utf8.count == 16)
        #expect(build == WebAssets(directory: other.web)?.build)
        try other.write("app/main.js", "run(1);")
        #expect(build != WebAssets(directory: other.web)?.build)
        try other.write("app/main.js", "run();")
        #expect(build == WebAssets(directory: other.web)?.build)
        try other.write("app/more.js", "")
        #expect(build != WebAssets(directory: other.web)?.build)
    }

    @Test("there is no app without its page")
    func missing() throws {
        let directory = try TemporaryDirectory()
        #expect(WebAssets(directory: directory.path) == nil)
        #expect(WebAssets(directory: directory.appending("nothing")) == nil)
        #expect(WebDirectory.find(configured: directory.path) == nil)
    }

    @Test("a configured directory is the only one, with or without slashes at its end")
    func configured() throws {
        let web = try WebFixture()
        #expect(WebDirectory.find(configured: web.web + "//")?.directory == web.web)
        #expect(WebDirectory.find(configured: "/") == nil)
    }

    @Test("an installed app lies in share/hearth/web beside the program's folder, a source tree above it")
    func places() throws {
        let root = try TemporaryDirectory()
        func put(_ path: String) throws {
            try OperatorFiles.makeDirectory(OperatorFiles.parent(of: root.appending(path)))
            try OperatorFiles.write([], to: root.appending(path), mode: 0o644)
        }
        let release = root.appending(".build/x/release")
        let debug = root.appending(".build/x/debug")
        try OperatorFiles.makeDirectory(release)
        try OperatorFiles.makeDirectory(debug)
        #expect(WebDirectory.find(besides: release) == nil)
        try put("Package.swift")
        try put("Web/index.html")
        #expect(WebDirectory.find(besides: release) == nil, "its libraries are missing")
        try put("Web/vendor/icons.svg")
        #expect(WebDirectory.find(besides: release)?.directory == root.appending("Web"))
        try put(".build/x/share/hearth/web/index.html")
        #expect(WebDirectory.find(besides: release)?.directory == root.appending(".build/x/share/hearth/web"))
        #expect(WebDirectory.find(besides: debug)?.directory == root.appending("Web"))
        try put("opt/share/hearth/web/index.html")
        #expect(
            WebDirectory.find(besides: root.appending("opt/bin"))?.directory
                == root.appending("opt/share/hearth/web")
        )
    }
}
