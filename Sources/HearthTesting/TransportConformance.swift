package import HearthClient
import Synchronization
import Testing

/// What every transport must do; each implementation's tests run all of it.
package enum TransportConformance {
    /// One part of the suite, for `@Test(arguments:)`.
    package struct Part: Sendable, CustomTestStringConvertible {
        /// What the part is about.
        package let testDescription: String
        private let body: @Sendable (any Transport, FaultyHTTPServer) async throws -> Void

        init(
            _ testDescription: String,
            _ body: @escaping @Sendable (any Transport, FaultyHTTPServer) async throws -> Void
        ) {
            self.testDescription = testDescription
            self.body = body
        }

        /// Runs it on a transport, against a server of its own.
        package func run(_ transport: any Transport) async throws {
            let server = try FaultyHTTPServer()
            defer { server.stop() }
            try await body(transport, server)
            await transport.reset()
        }
    }

    /// All parts.
    package static let parts = replies + bodies + faults

    private static let replies = [
        Part("sends the head as it is") { transport, server in
            let request = TransportRequest(
                url: server.url + "/head/a%20b/%2541/q%3Fx?n=90%25",
                method: "PATCH",
                headers: ["X-One": "1", "scope-token": "secret", "User-Agent": "Mine"],
                body: .bytes([1, 2, 3])
            )
            _ = try await transport.send(request).body.all()
            let seen = try #require(server.requests.first)
            #expect(seen.lines.first == "PATCH /head/a%20b/%2541/q%3Fx?n=90%25 HTTP/1.1")
            #expect(seen.field("x-one") == "1" && seen.field("scope-token") == "secret")
            #expect(seen.field("user-agent") == "Mine" && seen.body == [1, 2, 3])
        },
        Part("gives statuses and their bodies") { transport, server in
            for status in [200, 204, 304, 404, 418, 500] {
                let response = try await transport.send(
                    TransportRequest(url: server.url + "/status/\(status)")
                )
                #expect(response.head.status == status && response.head.headers["x-twice"] == "1")
                let text = String(decoding: try await response.body.all(), as: UTF8.self)
                #expect(text == ([204, 304].contains(status) ? "" : "said \(status)"))
            }
        },
        Part("follows no redirect and keeps no cookie") { transport, server in
            let response = try await transport.send(TransportRequest(url: server.url + "/redirect"))
            #expect(response.head.status == 302 && response.head.headers["Location"] == "/echo")
            _ = try await response.body.all()
            _ = try await transport.send(TransportRequest(url: server.url + "/cookie")).body.all()
            _ = try await transport.send(TransportRequest(url: server.url + "/head")).body.all()
            #expect(server.requests.count == 3 && server.requests.last?.field("cookie") == nil)
        },
        Part("keeps connections alive, one pool a lane") { transport, server in
            for lane in ["a", "a", "b"] {
                _ = try await transport.send(TransportRequest(url: server.url + "/head", lane: lane)).body
                    .all()
            }
            let connections = server.requests.map(\.connection)
            #expect(connections[0] == connections[1] && connections[1] != connections[2])
        },
        Part("streams bodies of known and unknown length") { transport, server in
            for path in ["/length/3000000", "/chunked/3000000"] {
                let response = try await transport.send(TransportRequest(url: server.url + path))
                #expect(isPattern(try await response.body.all(), 3_000_000))
            }
        },
        Part("fills a sink, and only with a success") { transport, server in
            let sink = Collector()
            let whole = TransportRequest(url: server.url + "/length/2000000", sink: sink.sink)
            let response = try await transport.send(whole)
            #expect(isPattern(sink.bytes, 2_000_000) && sink.begun == 1)
            #expect(try await response.body.all().isEmpty)
            let refused = TransportRequest(url: server.url + "/status/404", sink: sink.sink)
            #expect(try await transport.send(refused).body.all() == Array("said 404".utf8))
            #expect(sink.begun == 1)
        },
    ]

    private static let bodies = [
        Part("sends bodies from memory, files and streams") { transport, server in
            let bytes = (0..<1_500_000).map(FaultyHTTPServer.byte)
            try await AnonymousFile.with(bytes) { descriptor in
                let part = FilePart(descriptor: descriptor, offset: 1_000, length: 1_200_000)
                for method in ["PUT", "POST"] {
                    for (body, expected) in [
                        (TransportBody.bytes(bytes), bytes), (.file(part), Array(bytes[1_000..<1_201_000])),
                        (.stream(pieces(bytes, length: Int64(bytes.count))), bytes),
                        (.stream(pieces(bytes, length: nil)), bytes),
                    ] {
                        let request = TransportRequest(url: server.url + "/echo", method: method, body: body)
                        let echo = try await transport.send(request).body.all()
                        #expect(echo == expected, "\(method) \(body.length ?? -1)")
                    }
                }
            }
        },
        Part("fails when the file became shorter") { transport, server in
            try await AnonymousFile.with([1, 2, 3]) { descriptor in
                let part = FilePart(descriptor: descriptor, offset: 0, length: 100_000)
                let request = TransportRequest(
                    url: server.url + "/echo",
                    method: "PUT",
                    body: .file(part),
                    idleTimeout: 60
                )
                try await expect([.sourceChanged]) { _ = try await transport.send(request).body.all() }
            }
        },
    ]

    private static let faults = [
        Part("calls a short body interrupted") { transport, server in
            for path in ["/cut/100000/500", "/chunkcut/100000"] {
                let request = TransportRequest(url: server.url + path)
                try await expect([.interrupted]) { _ = try await transport.send(request).body.all() }
                let sunk = TransportRequest(url: server.url + path, sink: Collector().sink)
                try await expect([.interrupted]) { _ = try await transport.send(sunk) }
            }
        },
        Part("tells an ended connection, and what is no HTTP") { transport, server in
            try await expect([.interrupted, .invalidResponse]) {
                _ = try await transport.send(TransportRequest(url: server.url + "/drop"))
            }
            try await expect([.invalidResponse]) {
                let request = TransportRequest(url: server.url + "/garbage")
                _ = try await transport.send(request).body.all()
            }
        },
        Part("gives up after the idle time-out") { transport, server in
            for path in ["/stall", "/trickle"] {
                let request = TransportRequest(url: server.url + path, idleTimeout: 1)
                try await expect([.timedOut]) { _ = try await transport.send(request).body.all() }
            }
        },
        Part("gives up after the whole time-out") { transport, server in
            let request = TransportRequest(url: server.url + "/stall", idleTimeout: 60, totalTimeout: 0.5)
            try await expect([.timedOut]) { _ = try await transport.send(request).body.all() }
        },
        Part("ends at once when cancelled") { transport, server in
            for path in ["/stall", "/trickle"] {
                let task = Task {
                    let request = TransportRequest(url: server.url + path, idleTimeout: 300)
                    return try await transport.send(request).body.all()
                }
                while server.requests.last?.target != path { await Task.yield() }
                task.cancel()
                try await expect([.cancelled]) { _ = try await task.value }
            }
        },
        Part("tells a closed port and a bad URL") { transport, _ in
            let closed = try FaultyHTTPServer()
            closed.stop()
            try await expect([.unreachable]) {
                _ = try await transport.send(TransportRequest(url: closed.url + "/head"))
            }
            for url in ["", "ftp://127.0.0.1/", "no url", "http://"] {
                try await expect([.badURL]) { _ = try await transport.send(TransportRequest(url: url)) }
            }
        },
        Part("ends when the sink throws") { transport, server in
            let sink = TransportSink { _ in throw Refusal() }
            try await expect([.sinkFailed]) {
                _ = try await transport.send(TransportRequest(url: server.url + "/length/100000", sink: sink))
            }
        },
        Part("sends on after a reset") { transport, server in
            _ = try await transport.send(TransportRequest(url: server.url + "/head")).body.all()
            await transport.reset()
            _ = try await transport.send(TransportRequest(url: server.url + "/head")).body.all()
            #expect(Set(server.requests.map(\.connection)).count == 2)
        },
    ]

    private struct Refusal: Error {}

    private final class Collector: Sendable {
        private let state = Mutex<(bytes: [UInt8], begun: Int)>(([], 0))
        var bytes: [UInt8] { state.withLock { $0.bytes } }
        var begun: Int { state.withLock { $0.begun } }
        var sink: TransportSink {
            TransportSink(
                begin: { _ in self.state.withLock { $0.begun += 1 } },
                write: { piece in self.state.withLock { $0.bytes += piece } }
            )
        }
    }

    private static func isPattern(_ bytes: [UInt8], _ count: Int) -> Bool {
        bytes.count == count && bytes.indices.allSatisfy { bytes[$0] == FaultyHTTPServer.byte(at: $0) }
    }

    private static func pieces(_ bytes: [UInt8], length: Int64?) -> TransportBodyStream {
        let offset = Mutex(0)
        return TransportBodyStream(length: length) {
            offset.withLock { offset in
                guard offset < bytes.count else { return nil }
                let end = min(offset + 200_000, bytes.count)
                defer { offset = end }
                return Array(bytes[offset..<end])
            }
        }
    }

    private static func expect(
        _ kinds: [TransportError.Kind],
        sourceLocation: SourceLocation = #_sourceLocation,
        _ body: () async throws -> Void
    ) async throws {
        do {
            try await body()
            Issue.record("no failure; \(kinds) expected", sourceLocation: sourceLocation)
        } catch let error as TransportError {
            #expect(kinds.contains(error.kind), "\(error)", sourceLocation: sourceLocation)
        }
    }
}
