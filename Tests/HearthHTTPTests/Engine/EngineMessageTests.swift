import HearthHTTP
import HearthTesting
import Testing

@Suite("Engine: messages", .timeLimit(.minutes(10)))
struct EngineMessageTests {
    @Test("a connection serves request after request")
    func keepAlive() async throws {
        try await withServer(respond: echo) { server in
            let texts = try await HTTPProbe.run(port: server.port) { probe in
                try (0..<3).map { number in
                    try probe.send("GET /a\(number)?q=\(number) HTTP/1.1\r\nHost: x\r\n\r\n")
                    return try probe.answer().text
                }
            }
            #expect(texts == ["GET /a0 q=0 0", "GET /a1 q=1 0", "GET /a2 q=2 0"])
        }
    }

    @Test("pipelined requests are answered in order, bodies and chunks between them")
    func pipelining() async throws {
        try await withServer(respond: echo) { server in
            let texts = try await HTTPProbe.run(port: server.port) { probe in
                try probe.send(
                    "POST /1 HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc"
                        + "GET /2 HTTP/1.1\r\nHost: x\r\n\r\n"
                        + "PUT /3 HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
                        + "5;ext=1\r\nhello\r\n1\r\n!\r\n0\r\nTrailer: t\r\n\r\n"
                        + "DELETE /4 HTTP/1.1\r\nHost: x\r\n\r\n"
                )
                return try (0..<4).map { _ in try probe.answer().text }
            }
            #expect(texts == ["POST /1  3", "GET /2  0", "PUT /3  6", "DELETE /4  0"])
        }
    }

    @Test("a request may come byte by byte")
    func byteByByte() async throws {
        try await withServer(respond: echo) { server in
            let texts = try await HTTPProbe.run(port: server.port) { probe in
                for byte in Array(
                    "PUT /x HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nb\r\nhello world\r\n0\r\n\r\n"
                        .utf8
                ) {
                    try probe.send([byte])
                }
                let first = try probe.answer().text
                for byte in Array("POST /y HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nabcd".utf8) {
                    try probe.send([byte])
                }
                return [first, try probe.answer().text]
            }
            #expect(texts == ["PUT /x  11", "POST /y  4"])
        }
    }

    @Test("answers carry Date and a length; HEAD gets no content")
    func fields() async throws {
        try await withServer(respond: { _ in LiveServer.text("hello") }) { server in
            let (get, head, next) = try await HTTPProbe.run(port: server.port) { probe in
                try probe.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
                let get = try probe.answer()
                try probe.send("HEAD / HTTP/1.1\r\nHost: x\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n")
                return (get, try probe.answer(isHead: true), try probe.answer())
            }
            #expect(get.lines.first == "HTTP/1.1 200 OK")
            #expect(get.field("date")?.hasSuffix(" GMT") == true)
            #expect(get.field("content-length") == "5")
            #expect(get.field("connection") == nil)
            #expect(head.field("content-length") == "5")
            #expect(next.text == "hello")
        }
    }

    @Test("HTTP/1.0 closes unless asked to stay, and needs no Host")
    func version10() async throws {
        try await withServer(respond: echo) { server in
            let (closed, kept) = try await HTTPProbe.run {
                let first = try HTTPProbe(port: server.port)
                try first.send("GET /old HTTP/1.0\r\n\r\n")
                let closed = try String(decoding: first.receiveAll(), as: UTF8.self)
                let second = try HTTPProbe(port: server.port)
                try second.send("GET /old HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
                let kept = try second.answer()
                try second.send("GET /old HTTP/1.0\r\n\r\n")
                return (closed, [kept, try second.answer()])
            }
            #expect(closed.contains("Connection: close"))
            #expect(closed.hasSuffix("GET /old  0"))
            #expect(kept[0].field("connection") == "keep-alive")
            #expect(kept[1].status == 200)
        }
    }

    @Test("a stream of unknown length goes in chunks, to HTTP/1.0 until the end")
    func streams() async throws {
        let respond: @Sendable (HTTPRequest) async throws -> HTTPResponse = { _ in
            HTTPResponse(
                status: 200,
                body: .stream(length: nil) { writer in
                    for piece in ["one ", "", "two ", "three"] { try await writer.write(Array(piece.utf8)) }
                }
            )
        }
        try await withServer(respond: respond) { server in
            let (chunked, plain) = try await HTTPProbe.run {
                let first = try HTTPProbe(port: server.port)
                try first.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
                let chunked = try first.answer()
                try first.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
                _ = try first.answer()
                let second = try HTTPProbe(port: server.port)
                try second.send("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
                return (chunked, try second.answer())
            }
            #expect(chunked.field("transfer-encoding") == "chunked")
            #expect(chunked.text == "one two three")
            #expect(chunked.isWhole)
            #expect(plain.text == "one two three")
            #expect(plain.field("connection") == "close")
        }
    }

    @Test("204 and 304 have no content, and line breaks cannot get into fields")
    func emptyAndClean() async throws {
        let respond: @Sendable (HTTPRequest) async throws -> HTTPResponse = { request in
            var response = LiveServer.text("never", status: request.rawPath == Array("/204".utf8) ? 204 : 304)
            response.headers.set("X-Text", "a\r\nInjected: yes")
            response.headers.set("Bad Name", "x")
            response.headers.set("Content-Length", "999")
            return response
        }
        try await withServer(respond: respond) { server in
            let answers = try await HTTPProbe.run(port: server.port) { probe in
                try probe.send("GET /204 HTTP/1.1\r\nHost: x\r\n\r\nGET /304 HTTP/1.1\r\nHost: x\r\n\r\n")
                return [try probe.answer(), try probe.answer()]
            }
            #expect(answers.map(\.status) == [204, 304])
            for answer in answers {
                #expect(answer.field("content-length") == nil)
                #expect(answer.field("injected") == nil)
                #expect(answer.field("x-text") == "a  Injected: yes")
            }
        }
    }

    @Test("absolute targets serve their path, * serves OPTIONS")
    func targets() async throws {
        try await withServer(respond: echo) { server in
            let texts = try await HTTPProbe.run(port: server.port) { probe in
                try [
                    "GET http://a.example/p/q?x=1", "GET HTTP://a.example", "GET https://a.example:8443?y",
                    "OPTIONS *",
                ].map { line in
                    try probe.send("\(line) HTTP/1.1\r\nHost: x\r\n\r\n")
                    return try probe.answer().text
                }
            }
            #expect(texts == ["GET /p/q x=1 0", "GET /  0", "GET / y 0", "OPTIONS *  0"])
        }
    }
}
