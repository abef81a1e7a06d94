import HearthHTTP
import HearthTesting
import Testing

@testable import HearthServer

@Suite("Requests without TLS where there is a certificate")
struct PlainDoorTests {
    private func answer(
        _ target: String,
        method: HTTPMethod = .get,
        host: String? = "192.168.1.5:8650",
        isNeighbour: Bool = false,
        servesNeighbours: Bool = true
    ) async -> HTTPResponse {
        let door = PlainDoor(
            respond: { _ in HTTPResponse(status: 200) },
            servesNeighbours: servesNeighbours
        )
        let headers = HTTPFields(host.map { [("Host", $0)] } ?? [])
        return await door.answer(HTTPRequest(method, target, headers: headers), isNeighbour: isNeighbour)
    }

    @Test("this machine is served, unless the certificate is the operator's own")
    func neighbours() async {
        #expect(await answer("/api/v1/x", method: .post, isNeighbour: true).status == 200)
        let strict = await answer("/api/v1/x", isNeighbour: true, servesNeighbours: false)
        #expect(strict.status == 307)
    }

    @Test(
        "others get what they need for trust",
        arguments: ["/trust", "/trust/hearth-ca.pem", "/hearth.css", "/favicon.ico"]
    )
    func trust(_ target: String) async { #expect(await answer(target).status == 200) }

    @Test(
        "and are sent to https otherwise",
        arguments: [
            ("/", "http://192.168.1.5:8650/trust"),
            ("/api/v1/health?a=b%20c", "https://192.168.1.5:8650/api/v1/health?a=b%20c"),
            ("/trusted", "https://192.168.1.5:8650/trusted"),
            ("//evil.example/", "https://192.168.1.5:8650//evil.example/"),
        ]
    )
    func redirects(_ target: String, _ location: String) async {
        let response = await answer(target)
        #expect(response.status == 307)
        #expect(response.headers["Location"] == location)
    }

    @Test("what was sent in the clear is refused, as is a host that is none")
    func refusals() async {
        #expect(await answer("/api/v1/sessions", method: .post).status == 403)
        #expect(await answer("/x", host: nil).status == 403)
        #expect(await answer("/x", host: "a b/\r\n").status == 403)
        #expect(await answer("/", servesNeighbours: false).headers["Location"] == "https://192.168.1.5:8650/")
    }
}
