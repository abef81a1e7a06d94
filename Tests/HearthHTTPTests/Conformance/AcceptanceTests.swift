import Glibc
import HearthHTTP
import Testing

@Suite("Accepted messages", .timeLimit(.minutes(10)))
struct AcceptanceTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let title: String
        let text: String
        let method: String
        let path: String
        let body: String
        var isKept: Bool
        var testDescription: String { title }

        init(
            _ title: String,
            _ text: String,
            method: String = "GET",
            path: String = "/a",
            body: String = "",
            isKept: Bool = true
        ) {
            self.title = title
            self.text = text
            self.method = method
            self.path = path
            self.body = body
            self.isKept = isKept
        }
    }

    static let cases: [Case] = [
        Case("GET", "GET /a HTTP/1.1\r\nHost: x\r\n\r\n"),
        Case("HEAD", "HEAD /a HTTP/1.1\r\nHost: x\r\n\r\n", method: "HEAD"),
        Case("HTTP/1.0", "GET /a HTTP/1.0\r\n\r\n", isKept: false),
        Case("HTTP/1.0, kept", "GET /a HTTP/1.0\r\nConnection: keep-alive\r\n\r\n"),
        Case("close", "GET /a HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", isKept: false),
        Case("close in a list", "GET /a HTTP/1.1\r\nHost: x\r\nConnection: a, Close\r\n\r\n", isKept: false),
        Case("a query", "GET /a?b=%20&c HTTP/1.1\r\nHost: x\r\n\r\n", path: "/a?b=%20&c"),
        Case("an encoded NUL", "GET /a%00b HTTP/1.1\r\nHost: x\r\n\r\n", path: "/a%00b"),
        Case("absolute form", "GET http://y:80/a HTTP/1.1\r\nHost: x\r\n\r\n"),
        Case("absolute form, upper case", "GET HTTP://y/a?b HTTP/1.1\r\nHost: x\r\n\r\n", path: "/a?b"),
        Case("absolute form without path", "GET http://y HTTP/1.1\r\nHost: x\r\n\r\n", path: "/"),
        Case("Host with port", "GET /a HTTP/1.1\r\nHost: x.example:8080\r\n\r\n"),
        Case("Host with IPv6", "GET /a HTTP/1.1\r\nHost: [::1]:8080\r\n\r\n"),
        Case("an empty Host", "GET /a HTTP/1.1\r\nHost:\r\n\r\n"),
        Case("empty lines before", "\r\n\r\nGET /a HTTP/1.1\r\nHost: x\r\n\r\n"),
        Case(
            "names in any case, blanks around values",
            "GET /a HTTP/1.1\r\nhOST:\t x \t\r\nA:\r\nB:  \r\nc:d\te  f\r\n\r\n"
        ),
        Case("raw bytes in a value", "GET /a HTTP/1.1\r\nHost: x\r\nA: \u{FC}💫\r\n\r\n"),
        Case(
            "POST",
            "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello",
            method: "POST",
            body: "hello"
        ),
        Case("PUT of nothing", "PUT /a HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n", method: "PUT"),
        Case("POST without a length", "POST /a HTTP/1.1\r\nHost: x\r\n\r\n", method: "POST"),
        Case(
            "zeros before a length",
            "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 0005\r\n\r\nhello",
            method: "POST",
            body: "hello"
        ),
        Case(
            "GET with a body",
            "GET /a HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello",
            body: "hello"
        ),
        Case(
            "DELETE with a body",
            "DELETE /a HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}",
            method: "DELETE",
            body: "{}"
        ),
        Case(
            "a body that looks like a request",
            "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 23\r\n\r\nGET /b HTTP/1.1\r\nA: b\r\n",
            method: "POST",
            body: "GET /b HTTP/1.1\r\nA: b\r\n"
        ),
        Case(
            "one chunk",
            "POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
            method: "POST",
            body: "hello"
        ),
        Case(
            "no chunk",
            "POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: Chunked\r\n\r\n0\r\n\r\n",
            method: "POST"
        ),
        chunked(
            "zeros and capitals",
            "0005\r\nhello\r\n000C\r\n world\r\n0\r\n!\r\n000\r\n\r\n",
            "hello world\r\n0\r\n!"
        ),
        chunked("small letters", "c\r\nhello world!\r\n0\r\n\r\n", "hello world!"),
        chunked("an extension", "5;a\r\nhello\r\n0;b\r\n\r\n", "hello"),
        chunked("an extension with a value", "5;a=b\r\nhello\r\n0\r\n\r\n", "hello"),
        chunked("trailers", "5\r\nhello\r\n0\r\nA: b\r\nC:\r\nd:e f\r\n\r\n", "hello"),
        Case(
            "Expect",
            "POST /a HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\nhello",
            method: "POST",
            body: "hello"
        ),
        Case(
            "Expect with chunks",
            "POST /a HTTP/1.1\r\nHost: x\r\nExpect: 100-Continue\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
            method: "POST",
            body: "hello"
        ),
        Case("an answer in chunks", "GET /stream HTTP/1.1\r\nHost: x\r\n\r\n", path: "/stream"),
        Case("an answer without a length", "GET /stream HTTP/1.0\r\n\r\n", path: "/stream", isKept: false),
        Case("WebDAV", "PROPFIND /a HTTP/1.1\r\nHost: x\r\nDepth: 1\r\n\r\n", method: "PROPFIND"),
    ]

    private static func chunked(_ title: String, _ chunks: String, _ body: String) -> Case {
        let head = "PATCH /a HTTP/1.1\r\nHost: x\r\ntransfer-encoding:chunked\r\nTrailer: A\r\n\r\n"
        return Case("chunks: \(title)", head + chunks, method: "PATCH", body: body)
    }

    @Test("give the same answer, split at every byte", arguments: cases)
    func split(_ item: Case) async throws {
        let bytes = Array(item.text.utf8)
        try await ConformanceServer.run { server in
            var plans = (1..<bytes.count).map { [Array(bytes[..<$0]), Array(bytes[$0...])] }
            plans.append([bytes])
            plans.append(bytes.map { [$0] })
            let allPlans = plans
            let answers = try await server.client { port in
                try allPlans.map { pieces in
                    let connection = try RawConnection(port: port)
                    for piece in pieces {
                        connection.send(piece)
                        // Gives the server a chance to take the piece by itself.
                        sched_yield()
                    }
                    connection.halfClose()
                    let received = try connection.receiveAll()
                    return RawResponse.parse(received, methods: [item.method], isClosed: true)
                }
            }
            let expected = ConformanceServer.echo(
                method: item.method,
                path: item.path,
                body: Array(item.body.utf8)
            )
            for (number, answer) in answers.enumerated() {
                #expect(answer.responses.count == 1 && answer.rest.isEmpty, "cut at \(number + 1)")
                guard let response = answer.responses.first else { continue }
                #expect(response.status == 200, "cut at \(number + 1)")
                #expect(
                    String(decoding: response.body, as: UTF8.self) == (item.method == "HEAD" ? "" : expected)
                )
                if item.method == "HEAD" { #expect(response["content-length"] == "\(expected.utf8.count)") }
                #expect(response["date"] != nil)
            }
            #expect(server.takeSeen().count == answers.count)
        }
    }

    @Test("keep the connection, or close it as asked", arguments: cases)
    func kept(_ item: Case) async throws {
        try await ConformanceServer.run { server in
            let text = item.text
            let received = try await server.client { port in
                let connection = try RawConnection(port: port)
                connection.send(
                    (text + text + "GET /last HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").utf8
                )
                return try connection.receiveAll()
            }
            let parsed = RawResponse.parse(
                received,
                methods: [item.method, item.method, "GET"],
                isClosed: true
            )
            #expect(parsed.responses.count == (item.isKept ? 3 : 1))
            #expect(parsed.rest.isEmpty && parsed.responses.allSatisfy { $0.status == 200 })
            if let last = parsed.responses.last { #expect(last["connection"]?.lowercased() == "close") }
            let paths = item.isKept ? [item.path, item.path, "/last"] : [item.path]
            #expect(server.takeSeen().map(\.path) == paths)
        }
    }

    @Test("OPTIONS * is a request of its own")
    func star() async throws {
        try await ConformanceServer.run { server in
            let responses = try await server.client { port in
                let connection = try RawConnection(port: port)
                connection.send("OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n".utf8)
                return try connection.receive(answersTo: ["OPTIONS"])
            }
            #expect(responses.map(\.status) == [204])
            #expect(responses.first?["allow"]?.contains("PROPFIND") == true)
            #expect(server.takeSeen().map(\.path) == ["*"])
        }
    }

    @Test("a hundred in one write are answered in order")
    func pipelining() async throws {
        try await ConformanceServer.run { server in
            var stream = ""
            var expected: [String] = []
            var methods: [String] = []
            for number in 0..<100 {
                let (method, head, body): (String, String, String) =
                    switch number % 5 {
                    case 0: ("GET", "", "")
                    case 1: ("POST", "Content-Length: 7\r\n", "body \(10 + number % 90)")
                    case 2: ("PUT", "Transfer-Encoding: chunked\r\n", "3\r\nabc\r\n4\r\ndefg\r\n0\r\n\r\n")
                    case 3: ("DELETE", "Content-Length: 0\r\n", "")
                    default: ("HEAD", "", "")
                    }
                let path =
                    number % 10 == 1
                    ? "/skip/\(number)" : number % 10 == 5 ? "/stream/\(number)" : "/\(number)"
                stream += "\(method) \(path) HTTP/1.1\r\nHost: x\r\n\(head)\r\n\(body)"
                let content = number % 5 == 2 ? "abcdefg" : body
                let echoed = number % 10 == 1 ? nil : Array(content.utf8)
                methods.append(method)
                expected.append(
                    method == "HEAD" ? "" : ConformanceServer.echo(method: method, path: path, body: echoed)
                )
            }
            let bytes = stream
            let asked = methods
            let responses = try await server.client { port in
                let connection = try RawConnection(port: port)
                connection.send(bytes.utf8)
                return try connection.receive(answersTo: asked)
            }
            #expect(responses.map { String(decoding: $0.body, as: UTF8.self) } == expected)
            #expect(responses.allSatisfy { $0.status == 200 })
            #expect(server.takeSeen().count == 100)
        }
    }
}
