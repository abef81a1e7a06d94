import HearthHTTP
import HearthTesting
import Testing

@Suite("Engine: stopping", .timeLimit(.minutes(10)))
struct EngineStopTests {
    @Test("running requests finish, idle connections end, new ones are refused")
    func graceful() async throws {
        let (entered, enter) = AsyncStream.makeStream(of: Void.self)
        let (released, release) = AsyncStream.makeStream(of: Void.self)
        let server = try LiveServer { request in
            if request.rawPath == Array("/slow".utf8) {
                enter.yield()
                for await _ in released { break }
            }
            return LiveServer.text("done")
        }
        let idle = Task {
            try await HTTPProbe.run(port: server.port) { probe in
                try probe.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
                let first = try probe.answer()
                return (first.status, try probe.receiveAll().count)
            }
        }
        let slow = Task {
            try await HTTPProbe.run(port: server.port) { probe in
                try probe.send("GET /slow HTTP/1.1\r\nHost: x\r\n\r\n")
                let answer = try probe.answer()
                return (answer, try probe.receiveAll().count)
            }
        }
        for await _ in entered { break }
        let stop = Task { await server.stop() }
        // The idle one ends first, while the slow one still runs.
        let (status, rest) = try await idle.value
        #expect(status == 200)
        #expect(rest == 0)
        await #expect(throws: HTTPProbe.Failure.self) {
            try await HTTPProbe.runUntilRefused(port: server.port)
        }
        release.yield()
        let (answer, slowRest) = try await slow.value
        #expect(answer.text == "done")
        #expect(answer.field("connection") == "close")
        #expect(slowRest == 0)
        await stop.value
    }

    @Test("after the grace what still runs is cut off")
    func cutOff() async throws {
        let (entered, enter) = AsyncStream.makeStream(of: Void.self)
        let server = try LiveServer { _ in
            HTTPResponse(
                status: 200,
                body: .stream(length: nil) { writer in
                    enter.yield()
                    while true { try await writer.write([UInt8](repeating: 0, count: 1000)) }
                }
            )
        }
        let reader = Task {
            try await HTTPProbe.run(port: server.port) { probe in
                try probe.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
                return try probe.answer().isWhole
            }
        }
        for await _ in entered { break }
        await server.stop(grace: .milliseconds(300))
        #expect(try await reader.value == false)
    }

    @Test("the port can be used again at once")
    func portIsFree() async throws {
        let first = try LiveServer(respond: echo)
        try await HTTPProbe.run(port: first.port) { probe in
            try probe.send("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            _ = try probe.receiveAll()
        }
        await first.stop()
        let second = try LiveServer(port: first.port, respond: echo)
        #expect(second.port == first.port)
        #expect(throws: HTTPError.self) { try LiveServer(port: second.port, respond: echo) }
        await second.stop()
    }
}
