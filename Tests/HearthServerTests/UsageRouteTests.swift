import HearthDrive
import HearthHTTP
import HearthWire
import Testing

@Suite("Use of storage over HTTP", .timeLimit(.minutes(10)))
struct UsageRouteTests {
    @Test("the owner sees everybody and what is shared, a member himself")
    func report() async throws {
        let fixture = try await APIFixture.make()
        let member = try await fixture.drive.people.add(
            accountName: "max",
            password: "long enough",
            nickname: "Max",
            isOwner: false
        )
        let session = try await fixture.drive.sessions.issue(to: member, kind: .session, client: "").token
        let bytes = Array("hello".utf8)
        let path = "/api/v1/resources/s/\(fixture.home)/f"
        _ = try await fixture.post(path, APIFixture.uploadFields(bytes), file: bytes)
        let first = try await fixture.send(.get, "/api/v1/usage")
        #expect(first.data?["is_counting"]?.bool == true && first.data?["counted"]?.int == 0)
        await fixture.drive.usage.settle()
        let all = try await fixture.send(.get, "/api/v1/usage")
        #expect(all.data?["list"]?.array?.compactMap { $0["bytes"]?.int } == [5, 0])
        #expect(all.data?["list"]?.array?.last?["nickname"]?.string == "Max")
        #expect(all.data?["shared"]?["bytes"]?.int == 0 && all.data?["is_counting"]?.bool == false)
        let own = try await fixture.send(.get, "/api/v1/usage", token: session)
        #expect(own.data?["list"]?.array?.compactMap { $0["user_id"]?.int } == [Int64(member.id)])
        #expect(own.data?["shared"] == .null)
        #expect(try await fixture.send(.get, "/wangpan/api/usage").status != 200)
    }
}
