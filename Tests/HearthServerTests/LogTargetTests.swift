import HearthServer
import Testing

@Suite("Targets in the access log")
struct LogTargetTests {
    @Test(
        "no name, hash or token is told, however the path is spelled",
        arguments: [
            ("/api/v1/resources/s/12/secret/name?page=2&scope-token=T", "/api/v1/resources/s/12/…?page=2"),
            ("/api/v1/resources/s%2F12%2Fsecret", "/api/v1/resources/s/12/…"),
            ("/api/v1/resources/%73/12/secret", "/api/v1/resources/s/12/…"),
            ("/wangpan/api/chunks/abcdef?path=/s/1/secret", "/wangpan/api/chunks/…"),
            ("/api/v1/download/s/1/r.bin?x=1;scope-token=T", "/api/v1/download/s/1/…"),
            ("/api/v1/download/s/1/r?pwd=secret&page=1", "/api/v1/download/s/1/…?page=1"),
            ("/api/v1/unlocks/7?everywhere=true", "/api/v1/unlocks/7"),
            ("/oauth/authorize?type=secret&page=1", "/oauth/authorize"), ("/device?page=2", "/device"),
            ("/%6Fauth/authorize?type=secret", "/oauth/authorize"),
            ("/nope/T", "/…/…"), ("/%zz", "…"), ("/", "/"), ("/api/v1/sessions/7", "/api/v1/sessions/7"),
            ("/api/v1/resources/?type=1&name=secret&sort=Secret", "/api/v1/resources?type=1"),
        ]
    )
    func text(_ target: String, _ expected: String) async throws {
        let fixture = try await APIFixture.make()
        let parts = target.split(separator: "?", maxSplits: 1)
        let query = parts.count > 1 ? Array(parts[1].utf8) : []
        #expect(fixture.api.logTarget.text(path: Array(parts[0].utf8), query: query) == expected)
    }
}
