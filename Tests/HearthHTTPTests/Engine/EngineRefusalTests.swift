import HearthHTTP
import HearthTesting
import Testing

@Suite("Engine: what is refused", .timeLimit(.minutes(10)))
struct EngineRefusalTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let bytes: String
        var status = 400
        var testDescription: String { name }
    }

    static let cases: [Case] = [
        Case(name: "folded field", bytes: "GET / HTTP/1.1\r\nHost: x\r\nA: b\r\n c\r\n\r\n"),
        Case(name: "folded by a tab", bytes: "GET / HTTP/1.1\r\nHost: x\r\nA:\r\n\tc\r\n\r\n"),
        Case(name: "head ended by a bare line feed", bytes: "GET / HTTP/1.1\r\nHost: x\r\n\n"),
        Case(name: "lines ended by line feeds", bytes: "GET / HTTP/1.1\nHost: x\n\n"),
        Case(name: "carriage return in a value", bytes: "GET / HTTP/1.1\r\nHost: x\r\nA: b\rc\r\n\r\n"),
        Case(name: "no Host", bytes: "GET / HTTP/1.1\r\nA: b\r\n\r\n"),
        Case(name: "two Hosts", bytes: "GET / HTTP/1.1\r\nHost: x\r\nHost: x\r\n\r\n"),
        Case(name: "Host with user", bytes: "GET / HTTP/1.1\r\nHost: a@b\r\n\r\n"),
        Case(name: "empty field name", bytes: "GET / HTTP/1.1\r\nHost: x\r\n: b\r\n\r\n"),
        Case(name: "space before the colon", bytes: "GET / HTTP/1.1\r\nHost: x\r\nA : b\r\n\r\n"),
        Case(name: "field without a colon", bytes: "GET / HTTP/1.1\r\nHost: x\r\nabc\r\n\r\n"),
        Case(name: "HTTP/0.9", bytes: "GET /\r\n\r\n", status: 505),
        Case(name: "HTTP/2.0", bytes: "GET / HTTP/2.0\r\nHost: x\r\n\r\n", status: 505),
        Case(name: "HTTP/1.2", bytes: "GET / HTTP/1.2\r\nHost: x\r\n\r\n", status: 505),
        Case(name: "the HTTP/2 preface", bytes: "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", status: 505),
        Case(name: "RTSP", bytes: "OPTIONS / RTSP/1.0\r\nHost: x\r\n\r\n", status: 505),
        Case(name: "ICE", bytes: "SOURCE / ICE/1.0\r\nHost: x\r\n\r\n", status: 505),
        Case(name: "two spaces before the target", bytes: "GET  / HTTP/1.1\r\nHost: x\r\n\r\n"),
        Case(name: "two spaces after the target", bytes: "GET /  HTTP/1.1\r\nHost: x\r\n\r\n"),
        Case(name: "raw byte in the target", bytes: "GET /\u{E9} HTTP/1.1\r\nHost: x\r\n\r\n"),
        Case(name: "fragment", bytes: "GET /#a HTTP/1.1\r\nHost: x\r\n\r\n"),
        Case(name: "target without a slash", bytes: "GET a HTTP/1.1\r\nHost: x\r\n\r\n"),
        Case(name: "* with GET", bytes: "GET * HTTP/1.1\r\nHost: x\r\n\r\n"),
        Case(name: "CONNECT", bytes: "CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n", status: 501),
        Case(name: "TRACE", bytes: "TRACE / HTTP/1.1\r\nHost: x\r\n\r\n", status: 501),
        Case(name: "unknown method", bytes: "BREW / HTTP/1.1\r\nHost: x\r\n\r\n"),
        Case(name: "lower-case method", bytes: "get / HTTP/1.1\r\nHost: x\r\n\r\n"),
        Case(
            name: "Upgrade",
            bytes: "GET / HTTP/1.1\r\nHost: x\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n"
        ),
        Case(
            name: "length and chunks",
            bytes: "PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n"
        ),
        Case(
            name: "chunks and length",
            bytes: "PUT / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nContent-Length: 1\r\n\r\n"
        ),
        Case(
            name: "two lengths",
            bytes: "PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\n"
        ),
        Case(name: "length list", bytes: "PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: 1,1\r\n\r\n"),
        Case(name: "signed length", bytes: "PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: +1\r\n\r\n"),
        Case(name: "negative length", bytes: "PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n"),
        Case(name: "empty length", bytes: "PUT / HTTP/1.1\r\nHost: x\r\nContent-Length:\r\n\r\n"),
        Case(name: "length over 63 bits", bytes: lengthOnly("9223372036854775808")),
        Case(name: "length over 64 bits", bytes: lengthOnly("18446744073709551617")),
        Case(name: "identity", bytes: codingOnly("identity")),
        Case(name: "gzip, chunked", bytes: codingOnly("gzip, chunked")),
        Case(name: "chunked, chunked", bytes: codingOnly("chunked, chunked")),
        Case(name: "xchunked", bytes: codingOnly("xchunked")),
        Case(name: "two codings", bytes: codingOnly("chunked\r\nTransfer-Encoding: chunked")),
        Case(
            name: "chunks in HTTP/1.0",
            bytes: "PUT / HTTP/1.0\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
        ),
        Case(
            name: "unknown expectation",
            bytes: "PUT / HTTP/1.1\r\nHost: x\r\nExpect: miracle\r\nContent-Length: 1\r\n\r\n",
            status: 417
        ),
        Case(name: "noise", bytes: "\u{16}\u{3}\u{1}\u{2}\r\n\r\n"),
        Case(
            name: "long head",
            bytes: "GET / HTTP/1.1\r\nHost: x\r\nA: \(String(repeating: "a", count: 17_000))\r\n\r\n",
            status: 431
        ),
        Case(
            name: "long target",
            bytes: "GET /\(String(repeating: "a", count: 17_000)) HTTP/1.1\r\nHost: x\r\n\r\n",
            status: 431
        ),
        Case(
            name: "many fields",
            bytes: "GET / HTTP/1.1\r\nHost: x\r\n\(String(repeating: "A: b\r\n", count: 100))\r\n",
            status: 431
        ),
    ]

    private static func lengthOnly(_ length: String) -> String {
        "PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: \(length)\r\n\r\n"
    }

    private static func codingOnly(_ coding: String) -> String {
        "PUT / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: \(coding)\r\n\r\n0\r\n\r\n"
    }

    @Test("no handler sees it, the answer has the true status, the connection ends", arguments: cases)
    func refused(_ item: Case) async throws {
        try await withServer(respond: { _ in LiveServer.text("served") }) { server in
            let (answer, rest) = try await HTTPProbe.run(port: server.port) { probe in
                try probe.send(item.bytes)
                return (try probe.answer(), try probe.receiveAll())
            }
            #expect(answer.status == item.status, "\(answer.text)")
            #expect(answer.field("connection") == "close")
            #expect(answer.text != "served")
            #expect(rest.isEmpty)
        }
    }

    @Test("what follows a refused request is never served")
    func nothingAfter() async throws {
        try await withServer(respond: { _ in LiveServer.text("served") }) { server in
            let all = try await HTTPProbe.run(port: server.port) { probe in
                try probe.send("GET / HTTP/1.1\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n")
                return String(decoding: try probe.receiveAll(), as: UTF8.self)
            }
            #expect(all.hasPrefix("HTTP/1.1 400"))
            #expect(!all.contains("served"))
        }
    }

    @Test(
        "a broken chunk ends the body with an error and the connection with it",
        arguments: [
            "x\r\n", "-1\r\n", "5\r\nhelloX", "5\nhello\r\n", "fffffffffffffffff\r\n", "5 \r\nhello\r\n",
            "5;\(String(repeating: "e", count: 40_000))\r\nhello\r\n0\r\n\r\n",
            "0\r\n\(String(repeating: "T: t\r\n", count: 9000))\r\n",
        ]
    )
    func brokenChunks(_ body: String) async throws {
        try await withServer(respond: echo) { server in
            let (answer, rest) = try await HTTPProbe.run(port: server.port) { probe in
                try probe.send("PUT / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
                try probe.send(body)
                return (try probe.answer(), try probe.receiveAll())
            }
            #expect(answer.status == 400)
            #expect(answer.field("connection") == "close")
            #expect(rest.isEmpty)
        }
    }

    @Test("many one-byte chunks are fine")
    func smallChunks() async throws {
        try await withServer(respond: echo) { server in
            let text = try await HTTPProbe.run(port: server.port) { probe in
                try probe.send("PUT / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
                try probe.send(String(repeating: "1\r\na\r\n", count: 50_000))
                try probe.send("0\r\n\r\n")
                return try probe.answer().text
            }
            #expect(text == "PUT /  50000")
        }
    }
}
