import HearthHTTP
import Testing

/// What RFC 9112 and engine-independent caution forbid: each is answered with an error, the connection is closed, and nothing
/// that stands behind it is ever taken for a request.
@Suite("Refused messages", .timeLimit(.minutes(10)))
struct RefusalTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let title: String
        let bytes: [UInt8]
        var statuses: Set<Int> = [400]
        /// The head is sound and the request begins; its body is what is wrong.
        var begins = false
        var testDescription: String { title }

        init(_ title: String, _ text: String, _ statuses: Set<Int> = [400], begins: Bool = false) {
            self.title = title
            bytes = Array(text.utf8)
            self.statuses = statuses
            self.begins = begins
        }

        init(_ title: String, bytes: [UInt8], _ statuses: Set<Int> = [400]) {
            self.title = title
            self.bytes = bytes
            self.statuses = statuses
        }
    }

    static let smuggled = Array("GET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n".utf8)

    @Test("in the request line", arguments: requestLines)
    func requestLine(_ item: Case) async throws { try await refuses(item) }

    @Test("in the fields", arguments: fields)
    func field(_ item: Case) async throws { try await refuses(item) }

    @Test("in the length", arguments: lengths)
    func length(_ item: Case) async throws { try await refuses(item) }

    @Test("in a chunked body", arguments: chunks)
    func chunk(_ item: Case) async throws { try await refuses(item) }

    @Test("beyond a limit", arguments: oversized)
    func limit(_ item: Case) async throws { try await refuses(item) }

    @Test("a request that is answered unread is no way to another")
    func unread() async throws {
        try await ConformanceServer.run { server in
            let inner = String(decoding: Self.smuggled, as: UTF8.self)
            let sound =
                "POST /skip HTTP/1.1\r\nHost: x\r\nContent-Length: \(inner.utf8.count)\r\n\r\n\(inner)"
            let chunked = "POST /skip HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
            let bodies = [
                "\(String(inner.utf8.count, radix: 16))\r\n\(inner)\r\n0\r\n\r\n", "zz\r\n\(inner)",
                "5\r\n\(inner)",
            ]
            for message in [sound] + bodies.map({ chunked + $0 }) {
                let received = try await server.client { port in
                    let connection = try RawConnection(port: port)
                    connection.send(message.utf8)
                    connection.halfClose()
                    return try connection.receiveAll()
                }
                let parsed = RawResponse.parse(received, methods: [], isClosed: true)
                #expect(parsed.responses.map(\.status) == [200], "\(message)")
                #expect(parsed.rest.isEmpty)
                #expect(server.takeSeen().map(\.path) == ["/skip"], "\(message)")
            }
        }
    }

    @Test("a body that breaks off fails its handler")
    func brokenOff() async throws {
        try await ConformanceServer.run { server in
            let messages = [
                "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n12345",
                "POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n123",
                "POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n12345\r\n0\r\n",
                "POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n7FFFFFFFFFFFFFFF\r\n123",
            ]
            for message in messages {
                let received = try await server.client { port in
                    let connection = try RawConnection(port: port)
                    connection.send(message.utf8)
                    connection.halfClose()
                    return try connection.receiveAll()
                }
                let seen = server.takeSeen()
                #expect(seen.map(\.path) == ["/a"] && seen.allSatisfy(\.failed), "\(message)")
                let parsed = RawResponse.parse(received, methods: [], isClosed: true)
                #expect(
                    parsed.responses.allSatisfy { $0.status >= 400 } && parsed.responses.count <= 1,
                    "\(message)"
                )
            }
        }
    }

    private func refuses(_ item: Case) async throws {
        try await ConformanceServer.run { server in
            for pieces in [[item.bytes + Self.smuggled], item.bytes.map { [$0] } + [Self.smuggled]] {
                let received = try await server.client { port in
                    let connection = try RawConnection(port: port)
                    for piece in pieces where !connection.send(piece) { break }
                    return try connection.receiveAll()
                }
                let parsed = RawResponse.parse(received, methods: [], isClosed: true)
                #expect(parsed.responses.count == 1, "answers: \(String(decoding: received, as: UTF8.self))")
                #expect(parsed.rest.isEmpty && !parsed.isMalformed)
                #expect(
                    parsed.responses.first.map { item.statuses.contains($0.status) } == true,
                    "\(parsed.responses)"
                )
                #expect(parsed.responses.first?["connection"] == "close")
                let seen = server.takeSeen()
                #expect(seen.map(\.path) == (item.begins ? ["/a"] : []))
                #expect(seen.allSatisfy { $0.body == nil })
            }
            let health = try await server.client { port in
                let connection = try RawConnection(port: port)
                connection.send("GET /health HTTP/1.1\r\nHost: x\r\n\r\n".utf8)
                return try connection.receive(answersTo: ["GET"])
            }
            #expect(health.map(\.status) == [200])
        }
    }
}
