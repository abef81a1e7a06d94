import HearthHTTP
import HearthServer
import HearthWire
import Testing

@Suite("The description of the API", .timeLimit(.minutes(10)))
struct DescriptionTests {
    @Test("every route below /api/v1 is described, and nothing else is")
    func complete() async throws {
        let fixture = try await APIFixture.make()
        let served = Set(Self.described(fixture.api.routes).map(\.name))
        let known = APIDescription.names
        #expect(served.subtracting(known).sorted() == [], "routes without a description in API/Description")
        #expect(Set(known).subtracting(served).sorted() == [], "descriptions without a route")
        #expect(Set(known).count == known.count, "a route is described twice")
    }

    @Test("every described code has a status, every reference its component")
    func sound() {
        #expect(APIDescription.codesWithoutStatus == [])
        #expect(APIDescription.missingComponents == [])
    }

    @Test("the document names every route and every part of its path")
    func document() async throws {
        let fixture = try await APIFixture.make()
        let answer = try await fixture.send(.get, "/api/v1/openapi.json", token: "")
        #expect(answer.json?["openapi"]?.string == "3.1.0")
        let paths = try #require(answer.json?["paths"]?.object)
        var described: Set<String> = []
        for (path, operations) in paths {
            for (method, operation) in operations.object ?? [:] {
                described.insert("\(method) \(path)")
                let parameters = (operation["parameters"]?.array ?? []).filter { $0["in"]?.string == "path" }
                #expect(
                    Set(parameters.compactMap { $0["name"]?.string }) == Self.names(in: path),
                    "\(method) \(path)"
                )
            }
        }
        let served = Self.described(fixture.api.routes).map { route in
            "\(route.method.rawValue.lowercased()) \(Self.template(route.pattern))"
        }
        #expect(described == Set(served))
    }

    @Test("the same document each time")
    func stable() async throws {
        let fixture = try await APIFixture.make()
        let first = try await fixture.send(.get, "/api/v1/openapi.json", token: "")
        let second = try await fixture.send(.get, "/api/v1/openapi.json", token: "")
        #expect(first.body == second.body)
    }

    private static func described(_ routes: [Route]) -> [Route] {
        routes.filter { $0.pattern.hasPrefix("/api/v1/") }
    }

    private static func template(_ pattern: String) -> String {
        pattern.replacing(":int}", with: "}").replacing("*}", with: "}")
    }

    private static func names(in path: String) -> Set<String> {
        Set(path.split(separator: "/").filter { $0.hasPrefix("{") }.map { String($0.dropFirst().dropLast()) })
    }
}
