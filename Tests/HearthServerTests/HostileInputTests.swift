import Glibc
import HearthHTTP
import HearthServer
import HearthTesting
import HearthWire
import Testing

@Suite("Hostile input", .timeLimit(.minutes(10)))
struct HostileInputTests {
    static let numbers = [
        "-9223372036854775808", "9223372036854775807", "-1", "0", "18446744073709551616", "1e999", "NaN",
        "0x10", "",
        " 1", "1.5", "99999999999999999999999999",
    ]

    @Test("no number in any field ends the process, and every answer is an envelope", arguments: numbers)
    func numeric(_ number: String) async throws {
        let fixture = try await APIFixture.make()
        let target = "/api/v1/resources/s/\(fixture.home)/f"
        let base = try APIFixture.uploadFields([1, 2, 3])
        for name in ["total_size", "chunk_number", "chunk_size", "total_chunks", "mod_time"] {
            let fields = base.filter { $0.0 != name } + [(name, number)]
            for action in ["upload", "chunk", "merge"] {
                let changed = fields.map { $0.0 == "action" ? ("action", action) : $0 }
                for first in [false, true] {
                    let answer = try await fixture.post(target, changed, file: [1, 2, 3], fileFirst: first)
                    #expect(answer.code >= 0, "\(name)=\(number) \(action)")
                }
            }
        }
        let text = number.replacing(" ", with: "%20")
        for query in [
            "page=\(text)&page_size=1000", "page=1&page_size=\(text)", "page=\(text)&page_size=\(text)",
        ] {
            for type in ["0", "1"] {
                for path in ["s/\(fixture.home)", ""] {
                    let answer = try await fixture.send(
                        .get,
                        "/api/v1/resources/\(path)?type=\(type)&\(query)"
                    )
                    #expect(answer.code == 0, "\(path) \(query)")
                }
            }
        }
        for body in [
            #"{"path":"/s/\#(fixture.home)/u","size":\#(number)}"#,
            #"{"path":"/s/1/u","mod_time":\#(number)}"#,
            #"{"path":"/s/\#(fixture.home)/u","size":"\#(number)"}"#,
        ] {
            #expect(try await fixture.send(.post, "/api/v1/uploads", json: body).code >= 0)
        }
        let time = try await fixture.send(.post, target + "d", headers: [("X-OC-Mtime", number)])
        #expect(time.code >= 0)
    }

    @Test(
        "members of the wrong type are refused, not taken for the default",
        arguments: [
            (HTTPMethod.post, "uploads", #"{"path":"/s/1/u","on_conflict":5}"#),
            (.post, "uploads", #"{"path":"/s/1/u","identification":7}"#),
            (.post, "uploads", #"{"path":"/s/1/u","size":"3"}"#),
            (
                .patch, "resources",
                #"{"action":"copy","destination":"/s/1","sources":["/s/1/a"],"on_conflict":5}"#
            ),
        ]
    )
    func wrongTypes(_ method: HTTPMethod, _ path: String, _ body: String) async throws {
        let fixture = try await APIFixture.make()
        #expect(try await fixture.send(method, "/api/v1/\(path)", json: body).code == 10_004)
    }

    @Test("an upload onto a link that leads nowhere ends, whatever it says about conflicts")
    func links() async throws {
        let fixture = try await APIFixture.make()
        let root = fixture.directory.appending("partition/__1__")
        for (name, to) in [
            ("out", "/etc/passwd"), ("dangling", "nowhere"), ("loop", "loop"), ("inside", "file"),
        ] {
            #expect(symlink(to, "\(root)/\(name)") == 0)
        }
        let bytes: [UInt8] = [1, 2, 3]
        let base = "/api/v1/resources/s/\(fixture.home)"
        #expect(try await fixture.post("\(base)/file", APIFixture.uploadFields([9]), file: [9]).code == 0)
        for name in ["out", "dangling", "loop", "inside"] {
            for policy in ["fail", "skip", "replace"] {
                let answer = try await fixture.post(
                    "\(base)/\(name)?on_conflict=\(policy)",
                    APIFixture.uploadFields(bytes),
                    file: bytes
                )
                #expect(answer.code == 10_012, "\(name) \(policy)")
            }
            let renamed = try await fixture.post(
                "\(base)/\(name)",
                APIFixture.uploadFields(bytes),
                file: bytes
            )
            #expect(renamed.data?["resource"]?["name"]?.string == "\(name)(1)")
        }
        #expect(try await fixture.send(.get, "/api/v1/download/s/\(fixture.home)/file").body == [9])
    }

    @Test("If-Match guards what copy and move replace")
    func ifMatch() async throws {
        let fixture = try await APIFixture.make()
        let base = "/api/v1/resources/s/\(fixture.home)"
        for (path, byte) in [("a", 1), ("d/a", 2)] as [(String, UInt8)] {
            #expect(
                try await fixture.post("\(base)/\(path)", APIFixture.uploadFields([byte]), file: [byte]).code
                    == 0
            )
        }
        let body = #"{"action":"copy","destination":"/s/1/d","sources":["/s/1/a"],"on_conflict":"replace"}"#
        func send(_ tag: String) async throws -> APIFixture.Answer {
            try await fixture.send(
                .patch,
                "/api/v1/resources",
                headers: [("Content-Type", "application/json"), ("If-Match", tag)],
                body: Array(body.utf8)
            )
        }
        let refused = try await send("\"nope\"")
        #expect(refused.status == 412 && refused.code == 90_005)
        #expect(try await fixture.send(.get, "/api/v1/download/s/1/d/a").body == [2])
        #expect(try await send("*").code == 0)
        #expect(try await fixture.send(.get, "/api/v1/download/s/1/d/a").body == [1])
    }
}
