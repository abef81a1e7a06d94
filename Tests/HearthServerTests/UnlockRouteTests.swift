import HearthDrive
import HearthHTTP
import HearthServer
import HearthWire
import Testing

@Suite("Routes of encrypted folders", .timeLimit(.minutes(10)))
struct UnlockRouteTests {
    private static let right = "abc@123"

    /// An encrypted folder's number, and what its creation answered.
    private func vault(
        _ fixture: APIFixture,
        _ name: String,
        base: String = "/api/v1"
    ) async throws -> (id: Int64, answer: APIFixture.Answer) {
        let owner = try #require(try await fixture.drive.people.list().first)
        let answer = try await fixture.send(
            .post,
            base + "/folders",
            json: #"""
                {"name": "\#(name)", "mode": 1, "pool_name": "_default_", "partition_name": "_default_", \#
                "is_encrypt": 1, "pwd": "\#(Self.right)", "confirm_pwd": "\#(Self.right)", \#
                "auth": [{"u_id": \#(owner.id), "read": 1, "write": 1, "deleted": 1}]}
                """#
        )
        let folders = try await fixture.send(.get, "/api/v1/folders").data?["list"]?.array ?? []
        let folder = folders.first { $0["name"]?.string == name }
        return (try #require(folder?["id"]?.int), answer)
    }

    private func unlock(_ fixture: APIFixture, _ id: Int64, _ password: String) async throws -> Int {
        try await fixture.send(
            .patch,
            "/api/v1/folders/s/\(id)",
            json: #"{"password": "\#(password)"}"#
        ).code
    }

    private func open(_ fixture: APIFixture, token: String? = nil) async throws -> [Int64] {
        let answer = try await fixture.send(.get, "/api/v1/unlocks", token: token)
        return (answer.data?["list"]?.array ?? []).compactMap { $0["root_id"]?.int }
    }

    @Test("creation answers the recovery key to new clients, and an empty object to old ones")
    func creation() async throws {
        let fixture = try await APIFixture.make()
        let made = try await vault(fixture, "new")
        #expect(made.answer.code == 0 && made.answer.data?["id"]?.int == made.id)
        #expect(made.answer.data?["recovery_key"]?.string?.count == 69)
        for base in ["/wangpan/api", "/api/plugin/wangpan"] {
            let old = try await vault(fixture, "old of \(base.utf8.count)", base: base)
            #expect(old.answer.code == 0 && old.answer.data?.object?.isEmpty == true)
        }
    }

    @Test("the check answers an empty text, 20009 and 20010, on every base")
    func check() async throws {
        let fixture = try await APIFixture.make()
        let id = try await vault(fixture, "v").id
        for (base, wrong, unknown) in [("/api/v1", 403, 400), ("/wangpan/api", 200, 200)] {
            func send(_ path: String, _ body: String) async throws -> APIFixture.Answer {
                try await fixture.send(.patch, "\(base)/folders/\(path)", json: body)
            }
            let bad = try await send("/s/\(id)", #"{"password": "wrong one"}"#)
            #expect(bad.code == 20_009 && bad.status == wrong)
            let none = try await send("s/4711", #"{"password": "abc@123"}"#)
            #expect(none.code == 20_010 && none.status == unknown)
            #expect(try await send("s/\(id)", #"{"password": ""}"#).code == 20_009)
            let good = try await send("s/\(id)/any/thing", #"{"password": "abc@123"}"#)
            #expect(good.code == 0 && good.data?.string == "")
        }
    }

    @Test("guessing: 90001 with Retry-After, 429 where statuses are true")
    func guessing() async throws {
        let fixture = try await APIFixture.make()
        let id = try await vault(fixture, "v").id
        for n in 0..<6 { #expect(try await unlock(fixture, id, "wrong\(n)") == 20_009) }
        let target = "/folders/s/\(id)"
        /// Guesses until it has to wait: on a busy machine a wait may be over before the next guess, but each doubles.
        func refused(_ base: String, _ password: String) async throws -> APIFixture.Answer {
            let body = #"{"password": "\#(password)"}"#
            var answer = try await fixture.send(.patch, base + target, json: body)
            for _ in 0..<8 where answer.code != 90_001 {
                _ = try await unlock(fixture, id, "wrong again")
                answer = try await fixture.send(.patch, base + target, json: body)
            }
            return answer
        }
        let answer = try await refused("/api/v1", "wrong")
        #expect(answer.code == 90_001 && answer.status == 429)
        #expect(answer.headers["Retry-After"].flatMap { Int($0) }.map { $0 >= 1 } == true)
        let old = try await refused("/wangpan/api", "wrong")
        #expect(old.code == 90_001 && old.status == 200 && old.headers["Retry-After"] != nil)
    }

    @Test("the password as a header or, where the token may stand there, in the query")
    func presented() async throws {
        let fixture = try await APIFixture.make()
        let id = try await vault(fixture, "v").id
        let list = "/api/v1/resources/s/\(id)"
        #expect(try await fixture.send(.get, list).code == 20_009)
        #expect(try await fixture.send(.get, list + "?pwd=\(Self.right)").code == 20_009)
        let download = "/api/v1/download/s/\(id)/none"
        #expect(try await fixture.send(.get, download).code == 20_009)
        #expect(try await fixture.send(.get, download + "?pwd=abc%40123").code == 10_000)
        #expect(try await open(fixture) == [id])
        _ = try await fixture.send(.delete, "/api/v1/unlocks")
        #expect(try await fixture.send(.get, download, headers: [("pwd", "abc%40123")]).code == 20_009)
        #expect(try await fixture.send(.get, download, headers: [("pwd", Self.right)]).code == 10_000)
    }

    @Test("what is open is listed by token, and locked one by one, all at once, and everywhere")
    func locks() async throws {
        let fixture = try await APIFixture.make()
        let (one, two) = (try await vault(fixture, "one").id, try await vault(fixture, "two").id)
        let owner = try #require(try await fixture.drive.people.list().first)
        let other = try await fixture.drive.sessions.issue(to: owner, kind: .scope, client: "phone").token
        for id in [one, two] {
            #expect(try await unlock(fixture, id, Self.right) == 0)
            let target = "/api/v1/folders/s/\(id)"
            _ = try await fixture.send(.patch, target, json: #"{"password": "abc@123"}"#, token: other)
        }
        let item = try #require(
            try await fixture.send(.get, "/api/v1/unlocks").data?["list"]?.array?.first
        )
        #expect(item["path"]?.string == "/s/\(one)" && item["name"]?.string == "one")
        let (since, until) = (item["since"]?.int ?? 0, item["until"]?.int ?? 0)
        #expect(until - since == 72 * 3_600)
        #expect(try await fixture.send(.delete, "/api/v1/unlocks/\(one)").data?.object?.isEmpty == true)
        #expect(try await open(fixture) == [two])
        #expect(try await open(fixture, token: other) == [one, two])
        #expect(try await fixture.send(.delete, "/api/v1/unlocks/4711").code == 0)
        #expect(try await fixture.send(.delete, "/api/v1/unlocks?everywhere=perhaps").code == 10_004)
        _ = try await fixture.send(.delete, "/api/v1/unlocks/\(two)?everywhere=true")
        #expect(try await open(fixture) == [])
        #expect(try await open(fixture, token: other) == [one])
        #expect(try await fixture.send(.get, "/api/v1/unlocks", token: "").code == 10_016)
        #expect(try await fixture.send(.get, "/wangpan/api/unlocks").status == 404)
    }

    @Test("recovery and new recovery keys")
    func recovery() async throws {
        let fixture = try await APIFixture.make()
        let made = try await vault(fixture, "v")
        let first = try #require(made.answer.data?["recovery_key"]?.string)
        let target = "/api/v1/folders/\(made.id)"
        func recover(_ key: String) async throws -> APIFixture.Answer {
            let body = #"{"recovery_key": "\#(key)", "new_pwd": "new&456", "confirm_pwd": "new&456"}"#
            return try await fixture.send(.post, target + "/recovery", json: body)
        }
        let wrong = try await fixture.send(.post, target + "/recovery-key", json: #"{"password": "wrong"}"#)
        #expect(wrong.code == 20_009)
        let renewed = try await fixture.send(
            .post,
            target + "/recovery-key",
            json: #"{"password": "abc@123"}"#
        )
        let second = try #require(renewed.data?["recovery_key"]?.string)
        #expect(try await recover(first).code == 20_009)
        #expect(try await fixture.send(.post, target + "/recovery", json: "{}").code == 20_024)
        let third = try await recover(second).data?["recovery_key"]?.string
        #expect(third != nil && third != second)
        #expect(try await unlock(fixture, made.id, Self.right) == 20_009)
        #expect(try await unlock(fixture, made.id, "new&456") == 0)
        #expect(
            try await fixture.send(.post, "/api/v1/folders/4711/recovery-key", json: #"{"password": "x"}"#)
                .code == 20_001
        )
    }
}
