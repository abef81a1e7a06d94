import HearthDrive
import HearthHTTP
import HearthServer
import HearthSQL
import HearthWire
import Testing

@Suite("Share routes", .timeLimit(.minutes(10)))
struct ShareRouteTests {
    @Test("encrypted folders are not shared: 20026, with its status where statuses are true")
    func encrypted() async throws {
        let fixture = try await APIFixture.make()
        let member = try await fixture.drive.people.add(
            accountName: "max",
            password: "long enough",
            nickname: nil,
            isOwner: false
        )
        let database = fixture.database
        let home = fixture.home
        try await database.write { try $0.run("UPDATE roots SET is_encrypt = 1 WHERE id = ?", home) }
        fixture.drive.roots.invalidate()
        for (base, status) in [("/api/v1", 403), ("/wangpan/api", 200), ("/api/plugin/wangpan", 200)] {
            for path in ["/s/\(home)", "/s/\(home)/anything/below"] {
                let answer = try await fixture.send(
                    .post,
                    base + "/shares",
                    json: #"{"paths":["\#(path)"],"to_users":[\#(member.id)],"read":1,"write":0,"deleted":0}"#
                )
                #expect(answer.code == 20_026 && answer.status == status)
            }
        }
    }

    @Test("a name that is no UTF-8 has an href, by which it is shared as well")
    func href() async throws {
        let fixture = try await APIFixture.make()
        let member = try await fixture.drive.people.add(
            accountName: "max",
            password: "long enough",
            nickname: nil,
            isOwner: false
        )
        let path = "/s/\(fixture.home)/caf%E9"
        _ = try await fixture.send(.post, "/api/v1/resources\(path)")
        let shared = try await fixture.send(
            .post,
            "/api/v1/shares",
            json: #"{"paths":[{"href":"\#(path)"}],"to_users":[\#(member.id)],"read":true}"#
        )
        #expect(shared.code == 0)
        let given = try await fixture.send(.get, "/api/v1/shares/given")
        let item = try #require(given.data?["list"]?.array?.first)
        #expect(item["href"]?.string == path && item["name"]?.string == "caf\u{FFFD}")
        #expect(item["read"]?.int == 1 && item["write"]?.int == 0)
        #expect(item["granted_by"]?["id"]?.int == 1 && item["to_user"]?["id"]?.int == Int64(member.id))
    }
}
