import HearthHTTP
import Testing

@Suite("Router", .timeLimit(.minutes(10)))
struct RouterTests {
    struct Refusal: Error {}

    static let open = RouteAccess(name: "open")
    static let owner = RouteAccess(name: "owner")

    static func route(_ method: HTTPMethod, _ pattern: String, access: RouteAccess? = open) -> Route {
        Route(method, pattern, access: access, name: pattern, summary: "") { request in
            let tail = request.parameters.tail("path").map { String(decoding: $0, as: UTF8.self) }
            let id = request.parameters.bytes("id").map { String(decoding: $0, as: UTF8.self) } ?? ""
            let text = "\(method.rawValue) \(pattern) id=\(id) path=\(tail)"
            return HTTPResponse(status: 200, body: .bytes(Array(text.utf8)))
        }
    }

    static func router(_ routes: [Route]) throws(RoutingError) -> Router {
        try Router(
            routes,
            authorize: { _, route in if route.access == owner { throw Refusal() } },
            onError: { error, _ in
                guard let error = error as? HTTPError else { return HTTPResponse(status: 403) }
                return HTTPResponse(status: error.code.status)
            }
        )
    }

    static let table: [Route] = [
        route(.get, "/"),
        route(.get, "/api/v1/users"),
        route(.post, "/api/v1/users"),
        route(.get, "/api/v1/users/me"),
        route(.get, "/api/v1/users/{id:int}"),
        route(.delete, "/api/v1/users/{id:int}"),
        route(.get, "/api/v1/users/{id}/keys"),
        route(.get, "/api/v1/resources/{path*}"),
        route(.post, "/api/v1/resources/{path*}"),
        route(.post, "/api/v1/resources/archive"),
        route(.put, "/api/v1/secret", access: owner),
        route(.head, "/api/v1/probe"),
        route(.get, "/api/v1/probe"),
        route(.options, "/dav/{path*}"),
    ]

    struct Case: Sendable, CustomTestStringConvertible {
        let method: HTTPMethod
        let path: String
        var status = 200
        var body: String?
        var allow: String?
        var testDescription: String { "\(method.rawValue) \(path)" }
    }

    @Test(
        "finds the most literal route that has the method",
        arguments: [
            Case(method: .get, path: "/", body: "GET / id= path=[]"),
            Case(method: .get, path: "/api/v1/users", body: "GET /api/v1/users id= path=[]"),
            Case(method: .get, path: "//api/v1/users/", body: "GET /api/v1/users id= path=[]"),
            Case(method: .get, path: "/api%2Fv1/%75sers", body: "GET /api/v1/users id= path=[]"),
            Case(method: .get, path: "/api/v1/users/me", body: "GET /api/v1/users/me id= path=[]"),
            Case(method: .get, path: "/api/v1/users/7", body: "GET /api/v1/users/{id:int} id=7 path=[]"),
            Case(
                method: .delete,
                path: "/api/v1/users/me",
                body: "DELETE /api/v1/users/{id:int} id=me path=[]"
            ),
            Case(
                method: .get,
                path: "/api/v1/users/me/keys",
                body: "GET /api/v1/users/{id}/keys id=me path=[]"
            ),
            Case(method: .get, path: "/api/v1/resources", body: "GET /api/v1/resources/{path*} id= path=[]"),
            Case(
                method: .get,
                path: "/api/v1/resources/s%2f12/%2e%2e/a%252Fb/",
                body: "GET /api/v1/resources/{path*} id= path=[\"s\", \"12\", \"..\", \"a%2Fb\"]"
            ),
            Case(
                method: .post,
                path: "/api/v1/resources/archive",
                body: "POST /api/v1/resources/archive id= path=[]"
            ),
            Case(
                method: .get,
                path: "/api/v1/resources/archive",
                body: "GET /api/v1/resources/{path*} id= path=[\"archive\"]"
            ),
            Case(method: .head, path: "/api/v1/users", body: "GET /api/v1/users id= path=[]"),
            Case(method: .head, path: "/api/v1/probe", body: "HEAD /api/v1/probe id= path=[]"),
            Case(method: .options, path: "/dav/x", body: "OPTIONS /dav/{path*} id= path=[\"x\"]"),
            Case(method: .put, path: "/api/v1/secret", status: 403),
            Case(method: .get, path: "/api/v1/none", status: 404),
            Case(method: .get, path: "/API/v1/users", status: 404),
            Case(method: .get, path: "/api/v1/../v1/users", status: 404),
            Case(method: .get, path: "/api/v1/users/7/8", status: 404),
            Case(method: .options, path: "/nowhere", status: 404),
            Case(method: .get, path: "/api/v1/users/%zz", status: 400),
            Case(method: .put, path: "/nowhere%4", status: 400),
            Case(method: .put, path: "/api/v1/users", status: 405, allow: "GET, HEAD, OPTIONS, POST"),
            Case(
                method: .put,
                path: "/api/v1/resources/archive",
                status: 405,
                allow: "GET, HEAD, OPTIONS, POST"
            ),
            Case(method: .patch, path: "/api/v1/users/me", status: 405, allow: "DELETE, GET, HEAD, OPTIONS"),
            Case(method: .head, path: "/api/v1/secret", status: 405, allow: "OPTIONS, PUT"),
            Case(method: .options, path: "/api/v1/users", status: 204, allow: "GET, HEAD, OPTIONS, POST"),
            Case(method: .options, path: "/api/v1/secret", status: 204, allow: "OPTIONS, PUT"),
            Case(method: .options, path: "*", status: 204, allow: "DELETE, GET, HEAD, OPTIONS, POST, PUT"),
        ]
    )
    func find(_ item: Case) async throws {
        let response = await (try Self.router(Self.table)).respond(to: HTTPRequest(item.method, item.path))
        #expect(response.status == item.status)
        #expect(response.headers["Allow"] == item.allow)
        if let expected = item.body {
            guard case .bytes(let bytes) = response.body else {
                Issue.record("no body")
                return
            }
            #expect(String(decoding: bytes, as: UTF8.self) == expected)
        }
    }

    @Test("a route without access does not start")
    func missingAccess() {
        #expect(throws: RoutingError.missingAccess(route: "GET /x")) {
            try Self.router([Self.route(.get, "/x", access: nil)])
        }
    }

    @Test(
        "patterns that take the same paths are refused",
        arguments: [
            ["/a", "/a"], ["/a/{x}", "/a/{y}"], ["/a/{x:int}", "/a/{y}"], ["/{a*}", "/{b*}"],
            ["/a/{x}/{p*}", "/a/{y}/{q*}"],
        ]
    )
    func duplicates(_ patterns: [String]) throws {
        #expect(throws: RoutingError.duplicate(route: "GET \(patterns[1])", other: "GET \(patterns[0])")) {
            try Self.router(patterns.map { Self.route(.get, $0) })
        }
        _ = try Self.router([Self.route(.get, patterns[0]), Self.route(.put, patterns[1])])
    }

    @Test(
        "malformed patterns are refused",
        arguments: [
            "", "a", "/a//b", "/a/", "/{}", "/{a", "/a}", "/a{b}", "/{a*}/b", "/{a}/{a}", "/{a:text}",
            "/{1a}", "/a%20b",
            "/a?b", "/{a:int*}", "/x*",
        ]
    )
    func malformed(_ pattern: String) {
        #expect(throws: RoutingError.self) { try Self.router([Self.route(.get, pattern)]) }
    }

    @Test("numbers and text in a path are checked when they are read")
    func typed() async throws {
        let route = Route(.get, "/{id:int}/{name}", access: Self.open, name: "", summary: "") { request in
            let id = try request.parameters.int("id")
            let name = try request.parameters.text("name")
            return HTTPResponse(status: 200, body: .bytes(Array("\(id) \(name)".utf8)))
        }
        let router = try Self.router([route])
        let cases: [(String, String?)] = [
            ("/1/a", "1 a"), ("/-9223372036854775808/%E6%97%A5", "-9223372036854775808 日"), ("/007/x", "7 x"),
            ("/9223372036854775808/a", nil), ("/1.0/a", nil), ("/-/a", nil), ("/+1/a", nil), ("/0x1/a", nil),
            ("/1/%ff", nil),
            ("/%20/a", nil),
        ]
        for (path, expected) in cases {
            let response = await router.respond(to: HTTPRequest(.get, path))
            #expect(response.status == (expected == nil ? 400 : 200), "\(path)")
            if let expected, case .bytes(let bytes) = response.body {
                #expect(String(decoding: bytes, as: UTF8.self) == expected)
            }
        }
    }

    @Test("what the check leaves in the request reaches the handler")
    func storage() async throws {
        enum Caller: RequestStorageKey { typealias Value = String }
        let route = Route(.get, "/{id}", access: Self.open, name: "", summary: "") { request in
            HTTPResponse(status: request.storage[Caller.self] == "caller of 5" ? 200 : 500)
        }
        let router = try Router(
            [route],
            authorize: { request, _ in
                request.storage[Caller.self] = try "caller of \(request.parameters.int("id"))"
            },
            onError: { _, _ in HTTPResponse(status: 500) }
        )
        #expect(await router.respond(to: HTTPRequest(.get, "/5")).status == 200)
    }
}
