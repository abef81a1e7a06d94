import Glibc
import HearthClient
import HearthCurl
import HearthTesting
import Synchronization
import Testing

@Suite("Requests and responses", .timeLimit(.minutes(10)))
struct ExchangeTests {
    private let transport = CurlTransport()

    /// Answers every request with its own line, its fields and the length of its body.
    private func echo() throws -> ScriptedServer {
        try ScriptedServer { peer, _ in
            while true {
                let request = try peer.request()
                let sum = request.body.reduce(into: UInt64(7)) { $0 = $0 &* 31 &+ UInt64($1) }
                let fields = request.fields.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
                try peer.reply(
                    "200 OK",
                    "\(request.line)\n\(request.body.count) \(sum)\n\(fields.joined(separator: "\n"))"
                )
            }
        }
    }

    private func sum(_ bytes: [UInt8]) -> UInt64 { bytes.reduce(into: 7) { $0 = $0 &* 31 &+ UInt64($1) } }

    private func lines(_ request: TransportRequest) async throws -> [String] {
        let (_, body) = try await transport.whole(request)
        return String(decoding: body, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    @Test("a GET says what it is told and nothing of its own but Accept")
    func get() async throws {
        let server = try echo()
        let lines = try await lines(
            TransportRequest(url: server.url("/a/../b%2F?c=%20#d"), headers: ["X-One": "1", "X-Empty": ""])
        )
        #expect(
            lines == [
                "GET /a/../b%2F?c=%20 HTTP/1.1", "0 7", "accept=*/*", "host=127.0.0.1:\(server.port)",
                "x-empty=",
                "x-one=1",
            ]
        )
    }

    @Test("a request without a body says so", arguments: ["POST", "PUT", "PATCH", "DELETE"])
    func empty(method: String) async throws {
        let server = try echo()
        let lines = try await lines(TransportRequest(url: server.url(), method: method, body: .bytes([])))
        #expect(lines.prefix(2) == ["\(method) / HTTP/1.1", "0 7"])
        #expect(lines.contains("content-length=0") == (method != "DELETE"))
        #expect(!lines.contains { $0.hasPrefix("content-type") })
    }

    @Test("bytes of any count arrive, without a wait for 100", arguments: [1, 16 << 10, 100_000, 5 << 20])
    func bytes(count: Int) async throws {
        let server = try echo()
        var random = SplitMix64(seed: UInt64(count))
        let bytes = random.bytes(count)
        let lines = try await lines(TransportRequest(url: server.url(), method: "PATCH", body: .bytes(bytes)))
        #expect(lines.prefix(2) == ["PATCH / HTTP/1.1", "\(count) \(sum(bytes))"])
        #expect(!lines.contains { $0.hasPrefix("expect") })
    }

    @Test("a part of a file arrives, and its owner hears how much went out")
    func file() async throws {
        let server = try echo()
        let folder = try TemporaryDirectory()
        var random = SplitMix64(seed: 5)
        let bytes = random.bytes(3 << 20)
        let descriptor = open(folder.appending("f"), O_RDWR | O_CREAT, 0o600)
        defer { close(descriptor) }
        #expect(write(descriptor, bytes, bytes.count) == bytes.count)
        let sent = Mutex(0)
        let part = FilePart(descriptor: descriptor, offset: 1_000, length: 2 << 20) { count in
            sent.withLock { $0 += count }
        }
        let lines = try await lines(TransportRequest(url: server.url(), method: "PUT", body: .file(part)))
        #expect(lines[1] == "\(2 << 20) \(sum(Array(bytes[1_000..<1_000 + (2 << 20)])))")
        #expect(sent.withLock { $0 } == 2 << 20)
        let empty = FilePart(descriptor: descriptor, offset: 0, length: 0)
        #expect(
            try await self.lines(TransportRequest(url: server.url(), method: "PUT", body: .file(empty)))[1]
                == "0 7"
        )
    }

    @Test("a stream arrives, with and without a length", arguments: [true, false])
    func stream(hasLength: Bool) async throws {
        let server = try echo()
        var random = SplitMix64(seed: 9)
        let pieces = [0, 1, 70_000, 3 << 20, 12].map { random.bytes($0) }
        let left = Mutex(pieces[...])
        let stream = TransportBodyStream(length: hasLength ? Int64(pieces.joined().count) : nil) {
            await Task.yield()
            return left.withLock { $0.popFirst() }
        }
        let lines = try await lines(TransportRequest(url: server.url(), method: "PUT", body: .stream(stream)))
        #expect(lines[1] == "\(pieces.joined().count) \(sum(Array(pieces.joined())))")
        #expect(lines.contains("transfer-encoding=chunked") == !hasLength)
    }

    @Test("1xx are swallowed, fields keep their order and number, trailers are dropped")
    func head() async throws {
        let server = try ScriptedServer { peer, _ in
            _ = try peer.request()
            try peer.send(
                "HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 207 Multi\r\nB: 1\r\na:  2 \r\nB: 3\r\n"
            )
            try peer.send("Transfer-Encoding: chunked\r\nTrailer: T\r\n\r\n3\r\nabc\r\n0\r\nT: x\r\n\r\n")
        }
        let (head, body) = try await transport.whole(TransportRequest(url: server.url()))
        #expect(head.status == 207 && head.version == "1.1")
        #expect(head.headers.fields.map(\.name) == ["B", "a", "B", "Transfer-Encoding", "Trailer"])
        #expect(head.headers.all("b") == ["1", "3"] && head.headers["A"] == "2")
        #expect(body == Array("abc".utf8))
    }

    @Test("a redirect is an answer like others, and HEAD has no body")
    func plainAnswers() async throws {
        let server = try ScriptedServer { peer, _ in
            _ = try peer.request()
            try peer.reply("302 Found", "moved", fields: "Location: /other\r\n")
            #expect(try peer.request().line == "HEAD /h HTTP/1.1")
            try peer.send("HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n")
            _ = try peer.request()
            try peer.send("HTTP/1.1 204 No Content\r\n\r\n")
        }
        #expect(try await transport.whole(TransportRequest(url: server.url())).0.status == 302)
        let (head, body) = try await transport.whole(TransportRequest(url: server.url("/h"), method: "HEAD"))
        #expect(head.headers["content-length"] == "99" && body.isEmpty)
        #expect(try await transport.whole(TransportRequest(url: server.url())).0.status == 204)
        #expect(server.connections == 1)
    }

    @Test("a sink gets the body of a 2xx response and no other")
    func sink() async throws {
        let server = try ScriptedServer { peer, _ in
            _ = try peer.request()
            try peer.reply("206 Partial Content", String(repeating: "x", count: 200_000))
            _ = try peer.request()
            try peer.reply("404 Not Found", "nothing here")
        }
        let status = Mutex(0)
        let taken = Mutex<[UInt8]>([])
        let sink = TransportSink(
            begin: { head in status.withLock { $0 = head.status } },
            write: { bytes in taken.withLock { $0 += bytes } }
        )
        let (head, body) = try await transport.whole(TransportRequest(url: server.url(), sink: sink))
        #expect(head.status == 206 && body.isEmpty && status.withLock { $0 } == 206)
        #expect(taken.withLock { $0.count } == 200_000)
        let (_, text) = try await transport.whole(TransportRequest(url: server.url(), sink: sink))
        #expect(text == Array("nothing here".utf8))
        #expect(taken.withLock { $0.count } == 200_000)
    }

    @Test("a bandwidth is kept")
    func bandwidth() async throws {
        let server = try ScriptedServer { peer, _ in
            _ = try peer.request()
            try peer.reply("200 OK", String(repeating: "x", count: 300_000))
        }
        let clock = ContinuousClock()
        let time = try await clock.measure {
            _ = try await transport.whole(TransportRequest(url: server.url(), bandwidth: 200_000))
        }
        #expect(time > .milliseconds(500))
    }
}
