import HearthDrive
import HearthHTTP
import HearthServer
import HearthWire
import Testing

@Suite("The route table", .timeLimit(.minutes(10)))
struct RouteTableTests {
    @Test("every route declares what it needs, and strangers get 10016 where a token is needed")
    func access() async throws {
        let fixture = try await APIFixture.make()
        let open: Set = [
            "health", "landing", "setupPage", "setupScript", "style", "signIn", "setUp", "accessToken",
            "scopeToken",
            "checkToken", "checkHub", "openapi", "landingScript", "invitePage", "inviteScript",
            "checkInvitation", "acceptInvitation", "archiveByID", "authorizePage", "authorize", "devicePage",
            "device", "oauthMetadata", "oauthToken", "deviceAuthorization", "trustPage", "trustPEM",
            "trustDER", "trustProfile", "icon",
        ]
        for route in fixture.api.routes {
            #expect(route.access != nil, "\(route.pattern)")
            let answer = try await fixture.send(
                route.method,
                Self.sample(route.pattern),
                token: "",
                peer: PeerAddress(text: "192.0.2.7")
            )
            if open.contains(route.name) {
                #expect(answer.code != 10_016, "\(route.name)")
            } else {
                #expect(answer.code == 10_016, "\(route.method.rawValue) \(route.pattern)")
            }
        }
    }

    @Test("routes of the owner refuse members and scope tokens")
    func ownerOnly() async throws {
        let fixture = try await APIFixture.make()
        let member = try await fixture.drive.people.add(
            accountName: "max",
            password: "long enough",
            nickname: nil,
            isOwner: false
        )
        let session = try await fixture.drive.sessions.issue(to: member, kind: .session, client: "").token
        let scope = try await fixture.drive.sessions.issue(to: member, kind: .scope, client: "").token
        let body = #"{"account_name":"x","password":"long enough"}"#
        #expect(try await fixture.send(.post, "/api/v1/users", json: body, token: session).code == 30_005)
        #expect(try await fixture.send(.get, "/api/v1/sessions", token: scope).code == 10_023)
        #expect(try await fixture.send(.get, "/api/v1/resources/", token: scope).code == 0)
        let far = PeerAddress(text: "192.0.2.7")
        #expect(try await fixture.send(.get, "/metrics", token: session, peer: far).code == 30_005)
        #expect(try await fixture.send(.get, "/metrics", peer: far).status == 200)
    }

    @Test("the owner's scope token administers storage on the old bases alone")
    func administration() async throws {
        let fixture = try await APIFixture.make()
        let scope = try await fixture.drive.sessions.issue(
            to: try await fixture.drive.sessions.caller(token: fixture.token).user,
            kind: .scope,
            client: ""
        )
        .token
        let changes: [(HTTPMethod, String)] = [
            (.post, "/pools"), (.put, "/pools/x"), (.delete, "/pools/x"), (.post, "/disks"),
            (.post, "/partitions"), (.put, "/partitions/x"), (.delete, "/partitions/x"), (.post, "/settings"),
        ]
        for (method, path) in changes {
            let refused = try await fixture.send(method, "/api/v1" + path, json: "{}", token: scope)
            #expect(refused.code == 10_023 && refused.status == 403, "\(method.rawValue) \(path)")
            for base in ["/wangpan/api", "/api/plugin/wangpan", "/api/wangpan/api"] {
                let code = try await fixture.send(method, base + path, json: "{}", token: scope).code
                #expect(![10_023, 10_016, 3].contains(code), "\(method.rawValue) \(base + path) \(code)")
            }
        }
        let directory = try await fixture.send(
            .post,
            "/api/v1/pools/directory",
            json: "{}",
            token: scope
        )
        #expect(directory.code == 10_023)
        for path in ["/pools", "/pools/_default_", "/disks", "/settings"] {
            #expect(try await fixture.send(.get, "/api/v1" + path, token: scope).code == 0)
        }
    }

    @Test("no route and no method")
    func unknown() async throws {
        let fixture = try await APIFixture.make()
        let missing = try await fixture.send(.get, "/api/v1/nothing")
        #expect(missing.status == 404 && missing.code == 3)
        let method = try await fixture.send(.put, "/api/v1/health")
        #expect(method.status == 405 && method.code == 90_002)
        #expect(method.headers["Allow"]?.contains("GET") == true)
    }

    private static func sample(_ pattern: String) -> String {
        pattern.split(separator: "/", omittingEmptySubsequences: false).map { piece in
            if piece.hasSuffix(":int}") { return "1" }
            if piece.hasSuffix("*}") { return "s/1" }
            return piece.hasPrefix("{") ? "x" : String(piece)
        }.joined(separator: "/")
    }
}
