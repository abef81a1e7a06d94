import HearthClient
import HearthWire
import Testing

@Suite("Remote paths")
struct RemotePathTests {
    static let names: [[UInt8]] =
        [
            "90%hello", "%41", "#1", "a+b", "q?x", "it's", "d\"q", "🏡", "u\u{308}", "\u{fc}", " ", "a\\b",
            "\u{7}",
        ]
        .map { Array($0.utf8) } + [[0x63, 0xE9], [0xFF]]

    @Test("names survive the way through a URL byte for byte", arguments: names)
    func roundTrip(_ name: [UInt8]) throws {
        let path = try #require(RemotePath(rootID: 12, components: [name, name]))
        #expect(path.urlPath.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"#?+\"\\'".utf8.contains($0) })
        let back = try #require(RemotePath(href: path.urlPath))
        #expect(back == path && back.components == [name, name])
        if path.isUTF8 { #expect(RemotePath(path.text)?.components == [name, name]) }
    }

    @Test("composed and decomposed names are two")
    func normalisation() throws {
        let composed = try #require(RemotePath("/s/1/\u{fc}"))
        let decomposed = try #require(RemotePath("/s/1/u\u{308}"))
        #expect(composed != decomposed && composed.text == decomposed.text)
        #expect(composed.urlPath == "/s/1/%C3%BC" && decomposed.urlPath == "/s/1/u%CC%88")
    }

    @Test(
        "what is no path is refused",
        arguments: [
            "s/1", "/s", "/s/", "/s/0", "/s/01", "/s/12abc", "/s/1/.", "/s/1/..", "/s/1/a/../b", "/x/1",
            "/s/1/a\0b", "/s/99999999999999999999",
        ]
    )
    func refused(_ text: String) { #expect(RemotePath(text) == nil) }

    @Test(
        "encoded dots and slashes are refused, too",
        arguments: ["/s/1/%2e%2E", "/s/1/a%2Fb", "/s/1/%00", "/s/1/%4", "/s/1/%zz"]
    )
    func refusedEncoded(_ text: String) { #expect(RemotePath(href: text) == nil) }

    @Test("slashes count for nothing, parents and insides are found")
    func parts() throws {
        let path = try #require(RemotePath("/s//12/a//b/"))
        #expect(path.text == "/s/12/a/b" && path.name == "b" && path.parent?.text == "/s/12/a")
        #expect(path.isInside(RemotePath(rootID: 12)) && !path.isInside(RemotePath(rootID: 1)))
        #expect(path.appending("..") == nil && path.appending("c")?.text == "/s/12/a/b/c")
        #expect(RemotePath("/") == .home && RemotePath("") == .home && RemotePath.home.urlPath == "/")
        #expect(RemotePath.home.appending("a") == nil && RemotePath(rootID: 3).parent == nil)
    }

    @Test("bodies carry text, or an href where text cannot say it")
    func json() throws {
        let plain = try #require(RemotePath("/s/1/u\u{308}"))
        #expect(plain.jsonBytes == Array("\"/s/1/u\u{308}\"".utf8))
        let odd = try #require(RemotePath(rootID: 1, components: [[0x63, 0xE9]]))
        #expect(odd.jsonBytes == Array(#"{"href":"/s/1/c%E9"}"#.utf8))
    }
}
