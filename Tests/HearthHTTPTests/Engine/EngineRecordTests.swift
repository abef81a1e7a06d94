import HearthHTTP
import HearthLog
import HearthMetrics
import HearthTesting
import Testing

@Suite("Engine: log, figures and peers", .timeLimit(.minutes(10)))
struct EngineRecordTests {
    @Test("one line per request, without tokens, with control characters escaped")
    func accessLog() async throws {
        try await withServer(respond: echo) { server in
            try await HTTPProbe.run(port: server.port) { probe in
                try probe.send(
                    "PUT /a%0Ab?scope-token=SECRET1&x=1&To%6Ben=SECRET2 HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc"
                )
                _ = try probe.answer()
                try probe.send("GET /api/v1/s/AbC123/SECRET3/file.txt HTTP/1.1\r\nHost: x\r\n\r\n")
                _ = try probe.answer()
                try probe.send("GET / HTTP/1.1\r\n\r\n")
                _ = try probe.receiveAll()
            }
            await server.server.shutdown()
            let lines = server.log.lines
            try #require(lines.count == 3)
            #expect(
                lines[0].contains(
                    #""method":"PUT","path":"/a%0Ab?scope-token=-&x=1&To%6Ben=-","status":200,"in":3,"#
                )
            )
            #expect(lines[1].contains(#""path":"/api/v1/s/AbC123/…""#))
            #expect(lines[2].contains(#""method":"-","path":"","status":400"#))
            #expect(lines.allSatisfy { $0.contains(#""peer":"127.0.0.1""#) && $0.hasPrefix(#"{"time":"20"#) })
            #expect(!lines.joined().contains("SECRET"))
        }
    }

    @Test(
        "the default redaction",
        arguments: [
            ("/a/b", "q=1&page=2", "/a/b?q=1&page=2"),
            ("/a", "scope-token=x", "/a?scope-token=-"),
            ("/a", "TOKEN=x&pwd=y&Signature=z&plain", "/a?TOKEN=-&pwd=-&Signature=-&plain"),
            ("/s/abc", "", "/s/abc"),
            ("/s/abc/deep/er", "", "/s/abc/…"),
            ("//x//s//abc//deep", "", "//x//s//abc/…"),
        ]
    )
    func redaction(_ path: String, _ query: String, _ expected: String) {
        #expect(AccessLog.redacted(path: Array(path.utf8), query: Array(query.utf8)) == expected)
    }

    @Test("figures count requests, bytes and connections")
    func figures() async throws {
        try await withServer(respond: echo) { server in
            try await HTTPProbe.run(port: server.port) { probe in
                for _ in 0..<3 {
                    try probe.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
                    _ = try probe.answer()
                }
                try probe.send("nonsense\r\n\r\n")
                _ = try probe.receiveAll()
            }
            await server.server.shutdown()
            let text = String(decoding: server.metrics.render(), as: UTF8.self)
            #expect(text.contains("hearth_http_requests_total{status=\"2xx\"} 3\n"))
            #expect(text.contains("hearth_http_requests_total{status=\"4xx\"} 1\n"))
            #expect(text.contains("hearth_http_requests_in_flight 0\n"))
            #expect(text.contains("hearth_http_connections_accepted_total 1\n"))
            #expect(text.contains("hearth_http_connections_open 0\n"))
            #expect(text.contains("hearth_http_request_duration_seconds_count 4\n"))
        }
    }

    struct Forwarded: Sendable, CustomTestStringConvertible {
        let trusted: [String]
        let fields: String
        let peer: String
        var testDescription: String { "\(trusted) \(fields.debugDescription)" }
    }

    @Test(
        "X-Forwarded-For counts from trusted proxies only, right-most untrusted entry",
        arguments: [
            Forwarded(trusted: [], fields: "X-Forwarded-For: 1.2.3.4", peer: "127.0.0.1 true false"),
            Forwarded(
                trusted: ["10.0.0.0/8"],
                fields: "X-Forwarded-For: 1.2.3.4",
                peer: "127.0.0.1 true false"
            ),
            Forwarded(
                trusted: ["127.0.0.1"],
                fields: "X-Forwarded-For: 1.2.3.4",
                peer: "1.2.3.4 false false"
            ),
            Forwarded(
                trusted: ["127.0.0.0/8"],
                fields: "X-Forwarded-For: 9.9.9.9, 1.2.3.4",
                peer: "1.2.3.4 false false"
            ),
            Forwarded(
                trusted: ["127.0.0.1", "10.0.0.0/8"],
                fields: "X-Forwarded-For: 9.9.9.9, 1.2.3.4\r\nX-Forwarded-For: 10.1.1.1",
                peer: "1.2.3.4 false false"
            ),
            Forwarded(
                trusted: ["127.0.0.1"],
                fields: "X-Forwarded-For: [2001:DB8::1]:443\r\nX-Forwarded-Proto: https",
                peer: "2001:db8::1 false true"
            ),
            Forwarded(
                trusted: ["127.0.0.1"],
                fields: "X-Forwarded-For: 127.0.0.1",
                peer: "127.0.0.1 false false"
            ),
            Forwarded(
                trusted: ["127.0.0.1"],
                fields: "X-Forwarded-For: nonsense",
                peer: "127.0.0.1 false false"
            ),
            Forwarded(trusted: ["127.0.0.1"], fields: "A: b", peer: "127.0.0.1 true false"),
        ]
    )
    func forwarded(_ item: Forwarded) async throws {
        let proxies = item.trusted.compactMap { AddressRange($0) }
        try #require(proxies.count == item.trusted.count)
        try await withServer(
            proxies: proxies,
            respond: { request in
                LiveServer.text("\(request.peer.text) \(request.peer.isLoopback) \(request.isSecure)")
            }
        ) { server in
            let text = try await HTTPProbe.run(port: server.port) { probe in
                try probe.send("GET / HTTP/1.1\r\nHost: x\r\n\(item.fields)\r\n\r\n")
                return try probe.answer().text
            }
            #expect(text == item.peer)
        }
    }

    @Test(
        "address ranges parse and refuse",
        arguments: [
            ("10.0.0.0/8", true), ("::1", true), ("fd00::/8", true), ("0.0.0.0/0", true),
            ("10.0.0.0/33", false),
            ("10.0.0", false), ("", false), ("::/129", false), ("10.0.0.0/-1", false), ("a/8", false),
        ]
    )
    func ranges(_ text: String, _ isValid: Bool) { #expect((AddressRange(text) != nil) == isValid) }
}
