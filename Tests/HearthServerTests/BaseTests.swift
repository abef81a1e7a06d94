import HearthHTTP
import HearthServer
import HearthWire
import Testing

@Suite("The three bases", .timeLimit(.minutes(10)))
struct BaseTests {
    static let bases = ["/api/v1", "/wangpan/api", "/api/plugin/wangpan", "/api/wangpan/api"]

    @Test("a round trip: upload, list, rename, download, delete", arguments: bases)
    func roundTrip(base: String) async throws {
        let fixture = try await APIFixture.make()
        let bytes = Array("hello, hearth".utf8)
        let home = "\(base)/resources//s/\(fixture.home)"
        let made = try await fixture.post("\(home)/d/", [], file: [])
        #expect(made.code == 0 && made.data?["resource"]?["name"]?.string == "d")
        for first in [false, true] {
            let answer = try await fixture.post(
                "\(home)/d/a%20\(first).txt",
                APIFixture.uploadFields(bytes),
                file: bytes,
                fileFirst: first
            )
            #expect(answer.code == 0)
            #expect(answer.data?["resource"]?["path"]?.string == "/s/\(fixture.home)/d/a \(first).txt")
            #expect(answer.data?["chunks"]?.array?.isEmpty == true)
        }
        let listed = try await fixture.send(.get, "\(home)/d?type=0&page=1&page_size=30")
        #expect(
            listed.data?["list"]?.array?.compactMap { $0["name"]?.string } == ["a false.txt", "a true.txt"]
        )
        #expect(listed.data?["pager"]?["total_rows"]?.int == 2)
        #expect(try await fixture.send(.put, "\(home)/d/a%20true.txt", json: #"{"name":"b"}"#).code == 0)
        let file = try await fixture.send(.get, "\(base)/download/s/\(fixture.home)/d/b")
        #expect(file.status == 200 && file.body == bytes)
        #expect(file.headers["Repr-Digest"]?.hasPrefix("sha-256=:") == true)
        let gone = try await fixture.send(
            .delete,
            "\(base)/resources",
            json: #"{"paths":["/s/\#(fixture.home)/d"]}"#
        )
        #expect(gone.code == 0 && gone.data?.object?.isEmpty == true)
        let after = try await fixture.send(.get, "\(base)/resources/s/\(fixture.home)?type=1")
        #expect(after.data?["list"]?.array?.isEmpty == true)
    }

    @Test("failures carry their status on /api/v1 and 200 on the old bases")
    func statuses() async throws {
        let fixture = try await APIFixture.make()
        for base in Self.bases {
            let isTrue = base == "/api/v1"
            let missing = try await fixture.send(.get, "\(base)/resources/s/\(fixture.home)/nothing")
            #expect(missing.code == 10_000 && missing.status == (isTrue ? 404 : 200))
            let foreign = try await fixture.send(.get, "\(base)/resources/s/4711")
            #expect(foreign.code == 10_018 && foreign.status == (isTrue ? 404 : 200))
            let broken = try await fixture.send(.patch, "\(base)/resources", json: "{")
            #expect(broken.code == 2 && broken.status == (isTrue ? 400 : 200))
            let download = try await fixture.send(.get, "\(base)/download/s/\(fixture.home)/nothing")
            #expect(download.code == 10_000 && download.headers["Hearth-Status"] == (isTrue ? nil : "10000"))
            let stranger = try await fixture.send(.get, "\(base)/resources/", token: "wrong")
            #expect(stranger.code == 10_016 && stranger.status == (isTrue ? 401 : 200))
        }
    }

    @Test("texts follow Accept-Language; without it the old bases speak Chinese and the new one English")
    func languages() async throws {
        let fixture = try await APIFixture.make()
        func reason(_ base: String, _ language: String?) async throws -> String? {
            try await fixture.send(
                .get,
                "\(base)/resources/s/9",
                headers: language.map { [("Accept-Language", $0)] } ?? []
            ).json?["reason"]?.string
        }
        let chinese = WireCode.noAccess.reason(.chinese)
        let english = WireCode.noAccess.reason(.english)
        #expect(try await reason("/api/v1", nil) == english)
        #expect(try await reason("/wangpan/api", nil) == chinese)
        #expect(try await reason("/api/v1", "zh-CN,zh;q=0.9") == chinese)
        #expect(try await reason("/wangpan/api", "en") == english)
    }

    @Test("names that the old bases refuse work on the new one, and exist everywhere")
    func names() async throws {
        let fixture = try await APIFixture.make()
        for base in Self.bases.dropFirst() {
            let refused = try await fixture.post("\(base)/resources/s/\(fixture.home)/q%3Fx", [])
            #expect(refused.code == 20_027)
        }
        #expect(try await fixture.post("/api/v1/resources/s/\(fixture.home)/q%3Fx", []).code == 0)
        #expect(try await fixture.post("/wangpan/api/resources/s/\(fixture.home)/q%3Fx/in", []).code == 0)
        #expect(try await fixture.send(.get, "/wangpan/api/resources/s/\(fixture.home)/q%3Fx").code == 0)
    }

    struct FieldCase: Sendable, CustomTestStringConvertible {
        let fields: [(String, String)]
        let file: Bool
        let code: Int
        var testDescription: String { "\(fields.map { "\($0)=\($1)" }) is \(code)" }
    }

    private static let hash = String(repeating: "ab", count: 32)

    @Test(
        "missing and wrong form fields, in the contract's order",
        arguments: [
            FieldCase(fields: [("action", "fly")], file: false, code: 10_004),
            FieldCase(fields: [("action", "merge")], file: false, code: 10_031),
            FieldCase(fields: [("action", "merge"), ("hash", hash)], file: false, code: 10_031),
            FieldCase(
                fields: [("action", "merge"), ("hash", "../x"), ("total_chunks", "1")],
                file: false,
                code: 10_004
            ),
            FieldCase(
                fields: [("action", "merge"), ("hash", hash), ("total_chunks", "1")],
                file: false,
                code: 10_014
            ),
            FieldCase(
                fields: [("action", "upload"), ("hash", hash), ("total_chunks", "1")],
                file: true,
                code: 2
            ),
            FieldCase(
                fields: [
                    ("action", "chunk"), ("hash", hash), ("total_chunks", "1"), ("chunk_number", "1"),
                    ("chunk_size", "5"), ("total_size", "5"),
                ],
                file: false,
                code: 10_010
            ),
            FieldCase(
                fields: [
                    ("action", "chunk"), ("hash", hash), ("total_chunks", "2"), ("chunk_number", "1"),
                    ("chunk_size", "5"), ("total_size", "5"),
                ],
                file: true,
                code: 10_014
            ),
            FieldCase(
                fields: [
                    ("action", "upload"), ("hash", hash), ("total_chunks", "1"), ("chunk_number", "1"),
                    ("chunk_size", "5"), ("total_size", "5"),
                ],
                file: true,
                code: 10_013
            ),
        ]
    )
    func fields(_ item: FieldCase) async throws {
        let fixture = try await APIFixture.make()
        let answer = try await fixture.post(
            "/wangpan/api/resources/s/\(fixture.home)/f",
            item.fields,
            file: item.file ? [1, 2, 3, 4, 5] : nil
        )
        #expect(answer.code == item.code)
        let listed = try await fixture.send(.get, "/wangpan/api/resources/s/\(fixture.home)")
        #expect(listed.data?["list"]?.array?.isEmpty == true)
    }

    @Test("what a download says and does not do")
    func downloadHeaders() async throws {
        let fixture = try await APIFixture.make()
        let bytes = Array("<script>alert(1)</script>".utf8)
        let target = "/api/v1/resources/s/\(fixture.home)/%E6%97%A5%22%0d.html"
        #expect(try await fixture.post(target, APIFixture.uploadFields(bytes), file: bytes).code == 20_027)
        let page = "/s/\(fixture.home)/%E6%97%A5%22.html"
        #expect(
            try await fixture.post("/api/v1/resources\(page)", APIFixture.uploadFields(bytes), file: bytes)
                .code == 0
        )
        let file = try await fixture.send(.get, "/api/v1/download\(page)")
        #expect(file.headers["Content-Disposition"]?.hasPrefix("attachment; ") == true)
        #expect(file.headers["Content-Disposition"]?.hasSuffix("filename*=UTF-8''%E6%97%A5%22.html") == true)
        #expect(file.headers["Content-Security-Policy"] == "sandbox; default-src 'none'")
        #expect(file.headers["X-Content-Type-Options"] == "nosniff")
        let tail = try await fixture.send(.get, "/api/v1/download\(page)", headers: [("Range", "bytes=-9")])
        #expect(tail.status == 206 && tail.body == Array("</script>".utf8))
        let beyond = try await fixture.send(
            .get,
            "/api/v1/download\(page)",
            headers: [("Range", "bytes=99-")]
        )
        #expect(beyond.status == 416 && beyond.headers["Content-Range"] == "bytes */25")
        let query = try await fixture.send(
            .get,
            "/api/v1/download\(page)?scope-token=\(fixture.token)",
            token: ""
        )
        #expect(query.status == 200)
        let listed = try await fixture.send(
            .get,
            "/api/v1/resources/?scope-token=\(fixture.token)",
            token: ""
        )
        #expect(listed.code == 10_016)
    }
}
