import Glibc
import HearthClient
import HearthCurl
import HearthTesting
import Testing

@Suite("Requests that fail", .timeLimit(.minutes(10)))
struct FailureTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let title: String
        let kind: TransportError.Kind
        let script: ScriptedServer.Script
        var testDescription: String { title }

        init(_ title: String, _ kind: TransportError.Kind, _ script: @escaping ScriptedServer.Script) {
            self.title = title
            self.kind = kind
            self.script = script
        }
    }

    static let cases: [Case] = [
        Case("a body shorter than announced", .interrupted) { peer, _ in
            _ = try peer.request()
            try peer.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc")
        },
        Case("a chunked body without its end", .interrupted) { peer, _ in
            _ = try peer.request()
            try peer.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n")
        },
        Case("a head without its end", .interrupted) { peer, _ in
            _ = try peer.request()
            try peer.send("HTTP/1.1 200 OK\r\nContent-")
        },
        Case("no answer", .interrupted) { peer, _ in _ = try peer.request() },
        Case("a reset", .interrupted) { peer, _ in
            _ = try peer.request()
            try peer.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc")
            peer.reset()
        },
        Case("no HTTP", .invalidResponse) { peer, _ in
            _ = try peer.request()
            try peer.send("SSH-2.0-OpenSSH\r\n\r\n")
        },
        Case("silence", .timedOut) { peer, _ in peer.untilClosed() },
        Case("silence in a body", .timedOut) { peer, _ in
            _ = try peer.request()
            try peer.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc")
            peer.untilClosed()
        },
    ]

    private let transport = CurlTransport()

    @Test("each failure has its kind", arguments: cases)
    func kinds(_ item: Case) async throws {
        let server = try ScriptedServer(item.script)
        let timeout = item.kind == .timedOut ? 0.3 : 60
        let error = await transport.failure(TransportRequest(url: server.url(), idleTimeout: timeout))
        #expect(error?.kind == item.kind, "\(String(describing: error))")
    }

    @Test("without a server nobody answers, and without a name nothing is known")
    func unreachable() async throws {
        let server = try ScriptedServer { _, _ in }
        server.stop()
        let refused = await transport.failure(TransportRequest(url: server.url()))
        #expect(refused?.kind == .unreachable)
        let unknown = await transport.failure(TransportRequest(url: "http://no-such-host.invalid/"))
        #expect(unknown?.kind == .nameNotFound)
    }

    @Test(
        "URLs that are none",
        arguments: [
            "", "x", "ftp://127.0.0.1/", "file:///etc/passwd", "http://a b/", "http://u:p@127.0.0.1/",
            "http://",
        ]
    )
    func urls(url: String) async {
        #expect(await transport.failure(TransportRequest(url: url))?.kind == .badURL)
    }

    @Test("a header cannot smuggle another one")
    func headers() async throws {
        let server = try ScriptedServer { peer, _ in
            _ = try peer.request()
            try peer.reply()
        }
        for fields: HeaderFields in [["A": "b\r\nC: d"], ["A\nB": "c"], ["A": "b\0"]] {
            #expect(
                await transport.failure(TransportRequest(url: server.url(), headers: fields))?.kind == .other
            )
        }
        #expect(server.connections == 0)
    }

    @Test("a file that became shorter ends the request")
    func sourceChanged() async throws {
        let server = try ScriptedServer { peer, _ in
            _ = try peer.request()
            try peer.reply()
        }
        let folder = try TemporaryDirectory()
        let descriptor = open(folder.appending("f"), O_RDWR | O_CREAT, 0o600)
        defer { close(descriptor) }
        #expect(ftruncate(descriptor, 100_000) == 0)
        let part = FilePart(descriptor: descriptor, offset: 0, length: 100_001)
        let error = await transport.failure(
            TransportRequest(url: server.url(), method: "PUT", body: .file(part))
        )
        #expect(error?.kind == .sourceChanged, "\(String(describing: error))")
    }

    @Test("what a sink or a source throws ends the request")
    func sinkFailed() async throws {
        let server = try ScriptedServer { peer, _ in
            _ = try peer.request()
            try peer.reply("200 OK", "abc")
        }
        struct Full: Error {}
        for sink in [
            TransportSink(write: { _ in throw Full() }),
            TransportSink(begin: { _ in throw Full() }, write: { _ in }),
        ] {
            let error = await transport.failure(TransportRequest(url: server.url(), sink: sink))
            #expect(error?.kind == .sinkFailed)
        }
        for stream in [
            TransportBodyStream(length: nil) { throw Full() },
            TransportBodyStream(length: 5) { throw Full() },
            TransportBodyStream(length: 5) { nil },
        ] {
            let error = await transport.failure(
                TransportRequest(url: server.url(), method: "PUT", body: .stream(stream))
            )
            #expect(error?.kind == .sinkFailed, "\(String(describing: error))")
        }
    }

    @Test("a whole exchange has a limit of its own")
    func totalTimeout() async throws {
        let server = try ScriptedServer { peer, _ in
            _ = try peer.request()
            try peer.send("HTTP/1.1 200 OK\r\nContent-Length: 100000000\r\n\r\n")
            while true { try peer.send("x") }
        }
        let error = await transport.failure(TransportRequest(url: server.url(), totalTimeout: 0.3))
        #expect(error?.kind == .timedOut)
    }

    @Test("an early refusal is heard while the body is still going out")
    func earlyRefusal() async throws {
        let server = try ScriptedServer { peer, _ in
            _ = try peer.head()
            try peer.reply("413 Content Too Large", "no", fields: "Connection: close\r\n")
            peer.untilClosed()
        }
        let (head, body) = try await transport.whole(
            TransportRequest(
                url: server.url(),
                method: "PUT",
                body: .stream(TransportBodyStream(length: 1 << 40) { [UInt8](repeating: 0, count: 1 << 20) })
            )
        )
        #expect(head.status == 413 && body == Array("no".utf8))
    }
}
