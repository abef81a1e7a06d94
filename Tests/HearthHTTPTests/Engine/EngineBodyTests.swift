import HearthHTTP
import HearthTesting
import Synchronization
import Testing

@Suite("Engine: request bodies", .timeLimit(.minutes(10)))
struct EngineBodyTests {
    /// Reads the body unless the path says otherwise.
    @Sendable
    static func selective(_ request: HTTPRequest) async throws -> HTTPResponse {
        switch String(decoding: request.rawPath, as: UTF8.self) {
        case "/ignore": return LiveServer.text("ignored")
        case "/some": return LiveServer.text("read \(try await request.body.read(upTo: 3)?.count ?? 0)")
        case "/drain":
            var count = 0
            try await request.body.drain { count += $0.count }
            return LiveServer.text("drained \(count)")
        case "/refuse": throw HTTPError(.bodyTooLarge, "too large")
        default: return try await echo(request)
        }
    }

    @Test("100 Continue is sent by the first read, and only then")
    func continues() async throws {
        try await withServer(respond: Self.selective) { server in
            let (interim, answer) = try await HTTPProbe.run(port: server.port) { probe in
                try probe.send(
                    "PUT /x HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n"
                )
                let interim = try probe.answer()
                try probe.send("hello")
                return (interim, try probe.answer())
            }
            #expect(interim.lines == ["HTTP/1.1 100 Continue"])
            #expect(answer.text == "PUT /x  5")
            #expect(answer.field("connection") == nil)
        }
    }

    @Test(
        "a refusal before the first read closes the connection without 100",
        arguments: ["/ignore", "/refuse"]
    )
    func refusesBeforeBody(_ path: String) async throws {
        try await withServer(respond: Self.selective) { server in
            let (answer, rest) = try await HTTPProbe.run(port: server.port) { probe in
                try probe.send(
                    "PUT \(path) HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n"
                )
                return (try probe.answer(), try probe.receiveAll())
            }
            #expect(answer.status == (path == "/ignore" ? 200 : 413))
            #expect(answer.field("connection") == "close")
            #expect(rest.isEmpty)
        }
    }

    @Test("a small unread rest is read away and the connection stays", arguments: ["/ignore", "/some"])
    func drainsSmall(_ path: String) async throws {
        try await withServer(respond: Self.selective) { server in
            let answers = try await HTTPProbe.run(port: server.port) { probe in
                let body = String(repeating: "b", count: 200_000)
                try probe.send("PUT \(path) HTTP/1.1\r\nHost: x\r\nContent-Length: 200000\r\n\r\n\(body)")
                let first = try probe.answer()
                try probe.send("PUT \(path) HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
                try probe.send("\(String(200_000, radix: 16))\r\n\(body)\r\n0\r\n\r\n")
                let second = try probe.answer()
                try probe.send("GET /x HTTP/1.1\r\nHost: x\r\n\r\n")
                return [first, second, try probe.answer()]
            }
            #expect(answers.map(\.status) == [200, 200, 200])
            #expect(answers[0].field("connection") == nil)
            #expect(answers[2].text == "GET /x  0")
        }
    }

    @Test("a large unread body costs the connection, not the answer")
    func closesOnLarge() async throws {
        try await withServer(respond: Self.selective) { server in
            let (answer, rest) = try await HTTPProbe.run(port: server.port) { probe in
                try probe.send("PUT /ignore HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n")
                try probe.send([UInt8](repeating: 0, count: 1_000_000))
                return (try probe.answer(), try probe.receiveAll())
            }
            #expect(answer.text == "ignored")
            #expect(answer.field("connection") == "close")
            #expect(rest.isEmpty)
        }
    }

    @Test("large bodies pass through, with a length and in chunks")
    func large() async throws {
        try await withServer(respond: Self.selective) { server in
            let texts = try await HTTPProbe.run(port: server.port) { probe in
                let piece = [UInt8](repeating: 7, count: 1 << 20)
                try probe.send("PUT /drain HTTP/1.1\r\nHost: x\r\nContent-Length: \(32 << 20)\r\n\r\n")
                for _ in 0..<32 { try probe.send(piece) }
                let first = try probe.answer().text
                try probe.send("PUT /drain HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
                for _ in 0..<32 { try probe.send(Array("100000\r\n".utf8) + piece + [13, 10]) }
                try probe.send("0\r\n\r\n")
                return [first, try probe.answer().text]
            }
            #expect(texts == ["drained \(32 << 20)", "drained \(32 << 20)"])
        }
    }

    @Test("an upload of which nothing comes is answered with 408")
    func silentBody() async throws {
        try await withServer(limits: { $0.bodyIdleTime = .milliseconds(300) }, respond: Self.selective) {
            server in
            let answer = try await HTTPProbe.run(port: server.port) { probe in
                try probe.send("PUT /x HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhe")
                return try probe.answer()
            }
            #expect(answer.status == 408)
            #expect(answer.field("connection") == "close")
        }
    }

    @Test("an upload that drips below the least rate is answered with 408")
    func drippingBody() async throws {
        try await withServer(
            limits: {
                $0.bodyRateWindow = .milliseconds(400)
                $0.bodyRate = 1_000_000
            },
            respond: Self.selective
        ) { server in
            let answer = try await HTTPProbe.run(port: server.port) { probe in
                try probe.send("PUT /x HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n")
                // Drips until the server has had enough and resets or answers.
                for _ in 0..<1000 {
                    try probe.send("a")
                    if try probe.isReadable(within: 20) { break }
                }
                return try probe.answer()
            }
            #expect(answer.status == 408)
        }
    }

    @Test("a client that goes in the middle of its body ends the handler's read")
    func goesAway() async throws {
        let failures = Mutex<[HTTPError.Code]>([])
        let (ended, finish) = AsyncStream.makeStream(of: Void.self)
        try await withServer(respond: { request in
            do { _ = try await request.body.collect(limit: 100) } catch {
                if let error = error as? HTTPError { failures.withLock { $0.append(error.code) } }
                finish.yield()
            }
            return LiveServer.text("")
        }) { server in
            try await HTTPProbe.run(port: server.port) { probe in
                try probe.send("PUT /x HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhe")
                probe.close()
            }
            for await _ in ended { break }
            #expect(failures.withLock { $0 } == [.closed])
        }
    }

    @Test("a body used after its request fails instead of reading the next request")
    func escapedBody() async throws {
        let kept = Mutex<HTTPRequestBody?>(nil)
        try await withServer(respond: { request in
            kept.withLock { $0 = request.body }
            return LiveServer.text("")
        }) { server in
            let status = try await HTTPProbe.run(port: server.port) { probe in
                try probe.send("PUT /x HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello")
                return try probe.answer().status
            }
            #expect(status == 200)
            let body = try #require(kept.withLock { $0 })
            // The answer is out; the rest is read away before the gate opens for nobody any more.
            await #expect(throws: HTTPError.self) {
                while try await body.read() != nil {}
                throw HTTPError(.closed, "read to the end before the request was over")
            }
        }
    }
}
