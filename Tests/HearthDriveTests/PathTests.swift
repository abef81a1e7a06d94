import HearthDrive
import HearthStorage
import HearthWire
import Testing

@Suite("Client paths and names")
struct PathTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let text: String
        let code: Int?
        var testDescription: String { text }
    }

    @Test(
        "a path is legal or refused with its code",
        arguments: [
            Case(text: "/s/1", code: nil), Case(text: "//s//12//a", code: nil),
            Case(text: "/s/12/a b", code: nil), Case(text: "s/12/a", code: 10_005),
            Case(text: "/s/12abc", code: 10_005), Case(text: "/s/0", code: 10_005),
            Case(text: "/s/01", code: 10_005),
            Case(text: "/s", code: 10_005), Case(text: "/x/1", code: 10_005),
            Case(text: "/s/99999999999", code: 10_005), Case(text: "/s/4294967297", code: 10_005),
            Case(text: "/s/1/..", code: 10_005), Case(text: "/s/1/./a", code: 10_005),
            Case(text: "/s/../s/1", code: 10_005), Case(text: "/s/1/a\0b", code: 10_005),
            Case(text: "/s/1/%2e%2e", code: nil), Case(text: "/s/1/..%2f", code: nil),
            Case(text: "/s/1/" + String(repeating: "n", count: 256), code: 10_029),
            Case(text: "/s/1" + String(repeating: "/d", count: 1_500), code: nil),
            Case(text: "/s/1" + String(repeating: "/d", count: 20_000), code: 10_029),
        ]
    )
    func parses(_ item: Case) async {
        let found = await code { _ = try ResourcePath(text: item.text) }
        #expect(found == item.code)
    }

    @Test("in a URL, what names no root is no access; what cannot be a path is illegal")
    func segments() async {
        func code(_ segments: [String]) async -> Int? {
            await HearthDriveTests.code { _ = try ResourcePath(segments: segments.map { Array($0.utf8) }) }
        }
        #expect(await code(["x", "1"]) == 10_018)
        #expect(await code(["s", "12abc"]) == 10_018)
        #expect(await code(["s", "1", ".."]) == 10_005)
        #expect(await code(["..", "s", "1"]) == 10_005)
        #expect(await code(["s", "1", "a/b"]) == 10_005)
    }

    @Test("the empty path is the virtual root, and no place to write")
    func virtualRoot() async throws {
        #expect(try ResourcePath(text: "/") == .virtualRoot)
        #expect(await code { _ = try ResourcePath(text: "").requireRoot() } == 10_005)
    }

    @Test("NFC and NFD twins are two names")
    func twins() throws {
        let composed = try ResourcePath(text: "/s/1/\u{FC}")
        let decomposed = try ResourcePath(text: "/s/1/u\u{308}")
        #expect(composed != decomposed)
    }

    struct NameCase: Sendable {
        let name: String
        let open: Int?
        let portable: Int?
    }

    @Test(
        "what may be created",
        arguments: [
            NameCase(name: "90%hello", open: nil, portable: nil),
            NameCase(name: " a. ", open: nil, portable: nil),
            NameCase(name: "q?x", open: nil, portable: 20_027),
            NameCase(name: "a\\b", open: nil, portable: 20_027),
            NameCase(name: "d\"q", open: nil, portable: 20_027),
            NameCase(name: "a:b", open: nil, portable: 20_027),
            NameCase(name: "a/b", open: 20_027, portable: 20_027),
            NameCase(name: "..", open: 20_027, portable: 20_027),
            NameCase(name: "a\nb", open: 20_027, portable: 20_027),
            NameCase(name: "a\u{7F}", open: 20_027, portable: 20_027),
            NameCase(name: "a\u{85}b", open: 20_027, portable: 20_027),
            NameCase(name: "\u{A0}\u{C2}", open: nil, portable: nil),
            NameCase(name: "", open: 2, portable: 2),
            NameCase(name: String(repeating: "日", count: 85), open: nil, portable: nil),
            NameCase(name: String(repeating: "日", count: 86), open: 10_029, portable: 10_029),
        ]
    )
    func policy(_ item: NameCase) async {
        #expect(await code { _ = try NamePolicy.open.name(item.name) } == item.open)
        #expect(await code { _ = try NamePolicy.portable.name(item.name) } == item.portable)
    }

    struct FreeCase: Sendable {
        let name: String
        let n: Int
        let free: String
    }

    @Test(
        "auto-rename keeps the extension and fits 255 bytes",
        arguments: [
            FreeCase(name: "a.jpg", n: 1, free: "a(1).jpg"), FreeCase(name: "a", n: 12, free: "a(12)"),
            FreeCase(name: ".profile", n: 1, free: ".profile(1)"),
            FreeCase(name: "a.tar.gz", n: 2, free: "a.tar(2).gz"), FreeCase(name: "a.", n: 1, free: "a(1)."),
            FreeCase(
                name: String(repeating: "x", count: 255),
                n: 1,
                free: String(repeating: "x", count: 252) + "(1)"
            ),
            FreeCase(
                name: String(repeating: "日", count: 83) + ".heic",
                n: 10,
                free: String(repeating: "日", count: 82) + "(10).heic"
            ),
        ]
    )
    func freeName(_ item: FreeCase) throws {
        let name = try #require(FileName(item.name))
        let free = try #require(FreeName.candidate(name, item.n))
        #expect(free.bytes == Array(item.free.utf8))
        #expect(free.bytes.count <= 255 && free.isUTF8)
    }

    @Test("a hash that could hide a path is refused")
    func uploadKey() async throws {
        let hash = String(repeating: "ab", count: 32)
        #expect(try UploadKey(hash).text == hash)
        #expect(try UploadKey(hash + "-Z9").text == hash + "-Z9")
        for bad in [
            hash + "-", hash + "-../x", "../" + hash, hash + "x", String(hash.dropLast()), hash + "-a-b",
        ] {
            #expect(await code { _ = try UploadKey(bad) } == 10_004, "\(bad)")
        }
        #expect(await code { _ = try UploadKey("") } == 10_031)
    }
}
