import Glibc
import HearthCrypto
import HearthDrive
import HearthHTTP
import HearthMedia
import HearthWire
import Testing

@Suite("Small pictures over HTTP", .timeLimit(.minutes(10)))
struct ThumbnailRouteTests {
    private static let old = ["/wangpan/api", "/api/plugin/wangpan", "/api/wangpan/api"]

    /// A drive that makes pictures, with some files in the owner's folder.
    private func scene(_ files: [(String, [UInt8])] = []) async throws -> (APIFixture, PaintingDecoder) {
        let decoder = PaintingDecoder()
        let fixture = try await APIFixture.make(decoder: decoder)
        for (name, bytes) in files { try await put(bytes, name, fixture) }
        return (fixture, decoder)
    }

    private func put(_ bytes: [UInt8], _ name: String, _ fixture: APIFixture) async throws {
        let answer = try await fixture.post(
            "/api/v1/resources/s/\(fixture.home)/\(name)",
            APIFixture.uploadFields(bytes),
            file: bytes
        )
        #expect(answer.code == 0, "\(name)")
    }

    private func target(_ fixture: APIFixture, _ name: String, _ more: String = "") -> String {
        "/api/v1/thumbnails?path=/s/\(fixture.home)/\(name)\(more)"
    }

    struct Wish: Sendable, CustomTestStringConvertible {
        let query: String
        let accept: String?
        let type: String
        let picture: [UInt8]
        var testDescription: String { "\(query) \(accept ?? "-") -> \(type)" }

        init(
            _ query: String,
            _ accept: String?,
            _ format: MediaOutput.Format,
            _ edge: Int,
            moving: Bool = false
        ) {
            self.query = query
            self.accept = accept
            type = "image/\(format)"
            picture = PaintingDecoder.picture(format, edge, isMoving: moving)
        }
    }

    @Test(
        "the query and Accept choose the picture",
        arguments: [
            Wish("", nil, .webp, 256), Wish("", "*/*", .webp, 256), Wish("", "image/*", .webp, 256),
            Wish("", "image/jpeg", .jpeg, 256), Wish("", "image/webp;q=0, */*", .jpeg, 256),
            Wish("", "image/avif, IMAGE/WEBP ,image/*;q=0.8", .webp, 256),
            Wish("", "image/jpeg, image/webp;q=0.5", .jpeg, 256), Wish("", "text/html", .jpeg, 256),
            Wish("&size=256", nil, .webp, 256), Wish("&size=1280", "image/jpeg", .jpeg, 1_280),
            Wish("&size=1280&format=webp", "image/jpeg", .webp, 1_280),
            Wish("&format=jpeg", nil, .jpeg, 256), Wish("&animated=true", nil, .webp, 256, moving: true),
            Wish("&animated=true", "image/jpeg", .jpeg, 256), Wish("&animated=0", nil, .webp, 256),
        ]
    )
    func choice(_ wish: Wish) async throws {
        let (fixture, _) = try await scene([("a.gif", [1])])
        let answer = try await fixture.send(
            .get,
            target(fixture, "a.gif", wish.query),
            headers: wish.accept.map { [("Accept", $0)] } ?? []
        )
        #expect(answer.status == 200)
        #expect(answer.headers["Content-Type"] == wish.type)
        #expect(answer.body == wish.picture)
        #expect(answer.headers["Cache-Control"] == "private, no-cache")
        #expect(answer.headers["Cross-Origin-Resource-Policy"] == "same-origin")
        #expect(answer.headers["X-Content-Type-Options"] == "nosniff")
        #expect(answer.headers["Vary"] == "Accept")
    }

    @Test(
        "what cannot be is refused by its name",
        arguments: [
            ("&size=100", 10_004), ("&size=", 10_004), ("&size=-1", 10_004), ("&size=256x", 10_004),
            ("&format=png", 10_004),
            ("&animated=2", 10_004), ("&animated=true&size=1280", 10_004),
        ]
    )
    func parameters(_ query: String, _ code: Int) async throws {
        let (fixture, decoder) = try await scene([("a.txt", [1])])
        let answer = try await fixture.send(.get, target(fixture, "a.txt", query))
        #expect(answer.status == 400 && answer.code == code)
        #expect(decoder.jobs == 0)
    }

    @Test(
        "paths follow the grammar of all paths",
        arguments: [
            ("", 400, 2), ("?path=", 400, 2), ("?path=/", 400, 10_005), ("?path=s/1/a", 400, 10_005),
            ("?path=/x/1/a", 400, 10_005), ("?path=/s/HOME/../a", 400, 10_005),
            ("?path=/s/HOME/%2e%2e/a", 400, 10_005), ("?path=/s/999/a.jpg", 404, 10_018),
            ("?path=/s/0/a", 400, 10_005), ("?path=/s/HOME/none.jpg", 404, 10_000),
            ("?path=/s/HOME", 404, 10_000),
        ]
    )
    func grammar(_ query: String, _ status: Int, _ code: Int) async throws {
        let (fixture, _) = try await scene()
        let query = query.replacing("HOME", with: "\(fixture.home)")
        let answer = try await fixture.send(.get, "/api/v1/thumbnails\(query)")
        #expect(answer.status == status && answer.code == code, "\(answer.status) \(answer.code)")
    }

    @Test("a page may ask for 204 where there is none, and learns of every other refusal")
    func emptyWhereThereIsNone() async throws {
        let (fixture, _) = try await scene([("a.jpg", Array("none".utf8)), ("b.jpg", [1])])
        let none = try await fixture.send(.get, target(fixture, "a.jpg", "&missing=empty"))
        #expect(none.status == 204 && none.body.isEmpty)
        let picture = try await fixture.send(.get, target(fixture, "b.jpg", "&missing=empty"))
        #expect(picture.status == 200 && !picture.body.isEmpty)
        let gone = try await fixture.send(.get, target(fixture, "gone.jpg", "&missing=empty"))
        #expect(gone.status == 404 && gone.code == 10_000)
        let plain = try await fixture.send(.get, target(fixture, "a.jpg", "&missing=refuse"))
        #expect(plain.status == 404)
        let odd = try await fixture.send(.get, target(fixture, "b.jpg", "&missing=maybe"))
        #expect(odd.status == 400 && odd.code == 10_004)
    }

    @Test("there is none: 404 with 10000, whatever the reason")
    func none() async throws {
        let (fixture, _) = try await scene([("a.jpg", Array("none".utf8)), ("a.bin", [1])])
        for name in ["a.jpg", "a.bin", "missing.jpg"] {
            let answer = try await fixture.send(.get, target(fixture, name))
            #expect(answer.status == 404 && answer.code == 10_000, "\(name)")
            #expect(answer.headers["Content-Type"]?.hasPrefix("application/json") == true)
            #expect(answer.headers["Cache-Control"] == "no-store")
        }
    }

    @Test("tags are strong, differ by format, and are asked about without the picture")
    func tags() async throws {
        let (fixture, _) = try await scene([("a.jpg", [1])])
        let webp = try await fixture.send(.get, target(fixture, "a.jpg"))
        let jpeg = try await fixture.send(.get, target(fixture, "a.jpg", "&format=jpeg"))
        let tag = try #require(webp.headers["ETag"])
        #expect(tag.hasPrefix("\"") && tag.count > 2)
        #expect(jpeg.headers["ETag"] != tag)
        let known = try await fixture.send(
            .get,
            target(fixture, "a.jpg"),
            headers: [
                ("If-None-Match", "\"x\", \(tag)"), ("If-Modified-Since", "Thu, 01 Jan 1970 00:00:00 GMT"),
            ]
        )
        #expect(known.status == 304 && known.body.isEmpty)
        #expect(known.headers["ETag"] == tag && known.headers["Content-Type"] == nil)
        #expect(known.headers["Cache-Control"] == "private, no-cache")
        let other = try await fixture.send(
            .get,
            target(fixture, "a.jpg", "&format=jpeg"),
            headers: [("If-None-Match", tag)]
        )
        #expect(other.status == 200)
        let failed = try await fixture.send(.get, target(fixture, "a.jpg"), headers: [("If-Match", "\"x\"")])
        #expect(failed.status == 412 && failed.code == 90_005)
        let head = try await fixture.send(.head, target(fixture, "a.jpg"))
        #expect(head.status == 200 && head.headers["ETag"] == tag)
    }

    @Test("the token may stand in the address of GET and HEAD, and what it opens is what it may read")
    func rights() async throws {
        let (fixture, _) = try await scene([("a.jpg", [1])])
        let query = "&scope-token=\(fixture.token)"
        #expect(try await fixture.send(.get, target(fixture, "a.jpg", query), token: "").status == 200)
        #expect(try await fixture.send(.head, target(fixture, "a.jpg", query), token: "").status == 200)
        #expect(try await fixture.send(.get, target(fixture, "a.jpg"), token: "").code == 10_016)
        #expect(try await fixture.send(.get, target(fixture, "a.jpg"), token: "wrong").code == 10_016)
        let member = try await fixture.drive.people.add(
            accountName: "max",
            password: "long enough",
            nickname: nil,
            isOwner: false
        )
        let other = try await fixture.drive.sessions.issue(to: member, kind: .session, client: "").token
        let refused = try await fixture.send(.get, target(fixture, "a.jpg"), token: other)
        #expect(refused.status == 404 && refused.code == 10_018)
        let hash = try SHA256.hash([1]).hex
        for base in ["/api/v1"] + Self.old {
            let mine = try await fixture.send(.get, classic(base, hash))
            #expect(mine.status == 200 && mine.body == PaintingDecoder.picture(.png, 100), "\(base)")
            let his = try await fixture.send(.get, classic(base, hash), token: other)
            let unknown = try await fixture.send(.get, classic(base, String(repeating: "0", count: 64)))
            #expect(his.status == 404 && his.code == 10_000 && his.body == unknown.body, "\(base)")
            #expect(unknown.status == 404)
            #expect(try await fixture.send(.get, classic(base, hash), token: "").code == 10_016)
            let inQuery = classic(base, hash) + "?scope-token=\(fixture.token)"
            #expect(try await fixture.send(.get, inQuery, token: "").status == 200)
        }
    }

    private func classic(_ base: String, _ hash: String) -> String {
        "\(base)/file/\(hash.prefix(2))/\(hash.dropFirst(2).prefix(2))/\(hash).png"
    }

    @Test("only the one address of a hash is its address")
    func addresses() async throws {
        let (fixture, _) = try await scene([("a.jpg", [1])])
        let hash = try SHA256.hash([1]).hex
        let (ab, cd) = (hash.prefix(2), hash.dropFirst(2).prefix(2))
        for path in [
            "\(ab)/00/\(hash).png", "00/\(cd)/\(hash).png", "\(cd)/\(ab)/\(hash).png",
            "\(ab)/\(cd)/\(hash)", "\(ab)/\(cd)/\(hash).jpg", "\(ab)/\(cd)/\(hash.uppercased()).png",
            "\(ab)/\(cd)/\(hash.dropLast()).png", "\(ab)/\(cd)/..%2f\(hash).png", "\(ab)\(cd)/x/\(hash).png",
            "\(ab.dropLast())/\(hash.dropFirst().prefix(3))/\(hash).png", "\(ab)/\(cd)/%00.png",
        ] {
            for base in ["/api/v1", "/wangpan/api"] {
                let answer = try await fixture.send(.get, "\(base)/file/\(path)")
                #expect(answer.status == 404, "\(base) \(path)")
            }
        }
    }

    @Test("lists and replies point to pictures, in every base's own way")
    func links() async throws {
        let (fixture, _) = try await scene([
            ("a.jpg", [1]), ("b%20%26c.png", [2]), ("d.pdf", [3]), ("e.mp3", [4]), ("f.txt", [5]),
            ("g.bin", [6]),
            ("sub/h.mp4", [7]), ("caf%E9.jpg", [8]),
        ])
        for query in ["?limit=100", "?page=1&page_size=100", "?type=1"] {
            let list = try await fixture.send(.get, "/api/v1/resources/s/\(fixture.home)\(query)")
            for row in try #require(list.data?["list"]?.array) {
                let (name, url) = (
                    try #require(row["name"]?.string), try #require(row["thumbnail_url"]?.string)
                )
                if ["f.txt", "g.bin", "sub"].contains(name) {
                    #expect(url.isEmpty, "\(name)")
                } else {
                    #expect(url.hasPrefix("thumbnails?path=/s/\(fixture.home)/"), "\(url)")
                    let answer = try await fixture.send(.get, "/api/v1/\(url)")
                    #expect(answer.status == 200, "\(url)")
                }
            }
        }
        for base in Self.old {
            for query in ["", "?type=1"] {
                let list = try await fixture.send(.get, "\(base)/resources/s/\(fixture.home)\(query)")
                for row in try #require(list.data?["list"]?.array) {
                    let url = try #require(row["thumbnail_url"]?.string)
                    switch row["name"]?.string {
                    case "a.jpg": #expect("\(base)/\(url)" == classic(base, try SHA256.hash([1]).hex))
                    case "b &c.png": #expect("\(base)/\(url)" == classic(base, try SHA256.hash([2]).hex))
                    case "h.mp4": #expect("\(base)/\(url)" == classic(base, try SHA256.hash([7]).hex))
                    case "d.pdf", "e.mp3", "f.txt", "g.bin", "sub": #expect(url.isEmpty, "\(url)")
                    default: break
                    }
                }
            }
            let bytes: [UInt8] = Array(base.utf8)
            let reply = try await fixture.post(
                "\(base)/resources/s/\(fixture.home)/new.jpg",
                APIFixture.uploadFields(bytes),
                file: bytes
            )
            let url = try #require(reply.data?["resource"]?["thumbnail_url"]?.string)
            #expect("\(base)/\(url)" == classic(base, try SHA256.hash(bytes).hex))
        }
        let reply = try await fixture.post(
            "/api/v1/resources/s/\(fixture.home)/new.png",
            APIFixture.uploadFields([9]),
            file: [9]
        )
        let url = try #require(reply.data?["resource"]?["thumbnail_url"]?.string)
        #expect(url.hasPrefix("thumbnails?path=/s/\(fixture.home)/new.png&size=256&v="))
        #expect(try await fixture.send(.get, "/api/v1/\(url)").status == 200)
        let list = try await fixture.send(.get, "/api/v1/resources/s/\(fixture.home)?name=new.png")
        #expect(list.data?["list"]?.array?.first?["thumbnail_url"]?.string == url)
        try await put([10], "new.png?on_conflict=replace", fixture)
        let changed = try await fixture.send(.get, "/api/v1/resources/s/\(fixture.home)?name=new.png")
        #expect(changed.data?["list"]?.array?.first?["thumbnail_url"]?.string != url)
    }

    @Test("nothing is pointed to where nothing makes pictures")
    func withoutDecoder() async throws {
        let fixture = try await APIFixture.make()
        try await put([1], "a.jpg", fixture)
        for base in ["/api/v1"] + Self.old {
            let list = try await fixture.send(.get, "\(base)/resources/s/\(fixture.home)")
            #expect(list.data?["list"]?.array?.first?["thumbnail_url"] == .string(""))
        }
        let answer = try await fixture.send(.get, target(fixture, "a.jpg"))
        #expect(answer.status == 404 && answer.code == 10_000)
        let details = try await fixture.send(.get, "/api/v1/details/s/\(fixture.home)/a.jpg")
        #expect(details.code == 0 && details.data?["media"] == nil)
    }

    @Test("details tell what a file is")
    func details() async throws {
        let (fixture, _) = try await scene([
            ("a.jpg", [1]), ("b.mp4", [2]), ("c.mp3", [3]), ("d.swift", [4]), ("e.bin", [5]),
            ("sub/f.jpg", Array("none".utf8)),
        ])
        func details(_ name: String) async throws -> JSONValue {
            let answer = try await fixture.send(.get, "/api/v1/details/s/\(fixture.home)/\(name)")
            #expect(answer.status == 200)
            return try #require(answer.data)
        }
        let picture = try await details("a.jpg")
        let list = try await fixture.send(.get, "/api/v1/resources/s/\(fixture.home)?name=a.jpg")
        #expect(picture["resource"] == list.data?["list"]?.array?.first)
        #expect(picture["sha256"]?.string == (try SHA256.hash([1]).hex))
        #expect(picture["etag"]?.string?.isEmpty == false)
        #expect(
            picture["media"]
                == .object([
                    "kind": .string("picture"), "width": .int(400), "height": .int(300),
                    "taken": .string("2022-04-15T05:20:00+02:00"),
                ])
        )
        let clip = try await details("b.mp4")["media"]
        #expect(clip?["kind"] == .string("video") && clip?["duration"]?.double == 12.5)
        #expect(try await details("c.mp3")["media"]?["kind"] == .string("audio"))
        let text = try await details("d.swift")
        #expect(text["media"] == .object(["kind": .string("text")]))
        #expect(text["resource"]?["excerpt"] == .string("first\nsecond"))
        #expect(try await details("e.bin")["media"] == nil)
        #expect(try await details("sub/f.jpg")["media"] == nil)
        let directory = try await details("sub")
        #expect(directory["resource"]?["type"] == .int(0) && directory["etag"] == nil)
        let root = try await details("")
        #expect(root["resource"]?["path"]?.string == "/s/\(fixture.home)")
        for (path, code) in [
            ("s/\(fixture.home)/none", 10_000), ("s/999/a", 10_018), ("", 10_005),
            ("s/\(fixture.home)/..", 10_005),
        ] {
            #expect(try await fixture.send(.get, "/api/v1/details/\(path)").code == code, "\(path)")
        }
    }

    @Test("lists tell the first lines of texts when they are asked to")
    func excerpts() async throws {
        let (fixture, _) = try await scene([("a.jpg", [1]), ("b.txt", [2])])
        let base = "/api/v1/resources/s/\(fixture.home)"
        // What was shown once is known from then on.
        _ = try await fixture.send(.get, "/api/v1/details/s/\(fixture.home)/b.txt")
        let rows = try #require(try await fixture.send(.get, base + "?excerpt=1").data?["list"]?.array)
        #expect(rows.map { $0["excerpt"] } == [nil, .string("first\nsecond")])
        let plain = try #require(try await fixture.send(.get, base).data?["list"]?.array)
        #expect(plain.allSatisfy { $0["excerpt"] == nil })
        #expect(try await fixture.send(.get, base + "?excerpt=2").code == 10_004)
        #expect(try await fixture.send(.get, base + "?excerpt=1&type=1").code == 10_004)
        let old = try await fixture.send(.get, "/wangpan/api/resources/s/\(fixture.home)?excerpt=1")
        #expect(old.data?["list"]?.array?.last?["excerpt"] == nil)
    }
}
