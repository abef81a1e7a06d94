import HearthClient
import HearthWire
import Testing

@Suite("Sign-in through the cloud", .timeLimit(.minutes(5)))
struct CloudSignInTests {
    private func transport(homes: String) -> StubTransport {
        StubTransport { request throws(TransportError) in
            switch String(request.url.dropFirst("https://cloud.example".count)) {
            case "/api/sessions/login":
                var reply = StubResponse.data(#"{"user_info":{"user_id":99,"nickname":"Ann","phone":"138"}}"#)
                reply.headers.append("Set-Cookie", "other=1; Path=/")
                reply.headers.append("Set-Cookie", "_session_=s3cret; Path=/; HttpOnly")
                return reply
            case "/api/users/99/extension/2/tokens":
                return request.headers["Cookie"] == "_session_=s3cret"
                    ? .data(#"{"extension_token_list":\#(homes)}"#) : .refusal(.cloudLoginRequired)
            default: return .data()
            }
        }
    }

    @Test("gives the homes with their tokens and the session's cookie")
    func signsIn() async throws {
        let transport = transport(
            homes: #"[{"area_id":"7","token":"t7","area_name":"One","said":"x","sa_user_id":3},"#
                + #"{"area_id":8,"token":"t8","area_name":"Two","sa_user_id":"4"},{"area_id":9,"token":"","sa_user_id":1}]"#
        )
        let homes = try await CloudSignIn(transport: transport).signIn(
            to: try ServerAddress("https://cloud.example"),
            phone: "138",
            password: "p"
        )
        #expect(homes.map(\.token) == ["t7", "t8"])
        #expect(homes.map(\.area.userID) == [3, 4])
        #expect(homes.first?.cloudSession == "s3cret")
        #expect(homes.first?.area.cloud?.userID == 99)
        #expect(homes.first?.area.lanURL == nil)
        #expect(transport.requests.allSatisfy { $0.headers["scope-token"] == nil })
        let manager = AreaManager(storage: MemoryAreaStorage(), secrets: MemorySecretStore())
        #expect(try await manager.add(all: homes).map(\.alias) == ["One", "Two"])
        #expect(try await manager.current?.alias == "One")
    }

    @Test("tells that there is no home, and signs out again")
    func none() async throws {
        let transport = transport(homes: "[]")
        await #expect(throws: SessionError(.noHomes)) {
            try await CloudSignIn(transport: transport).signIn(
                to: try ServerAddress("https://cloud.example"),
                phone: "138",
                password: "p"
            )
        }
        #expect(transport.requests.last?.url == "https://cloud.example/api/sessions/logout")
    }

    @Test("sends no password in the clear")
    func plain() async throws {
        let transport = transport(homes: "[]")
        await #expect(throws: SessionError.self) {
            try await CloudSignIn(transport: transport).signIn(
                to: try ServerAddress("http://cloud.example"),
                phone: "138",
                password: "p"
            )
        }
        #expect(transport.requests.isEmpty)
    }
}
