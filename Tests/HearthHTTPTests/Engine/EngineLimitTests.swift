import HearthHTTP
import HearthTesting
import Testing

@Suite("Engine: limits", .timeLimit(.minutes(10)))
struct EngineLimitTests {
    @Test("a head that takes too long is answered with 408, however it drips")
    func slowHead() async throws {
        try await withServer(limits: { $0.headerTime = .milliseconds(600) }, respond: echo) { server in
            let (first, second) = try await HTTPProbe.run {
                let stopped = try HTTPProbe(port: server.port)
                try stopped.send("GET / HTTP/1.1\r\nHost")
                let first = try stopped.answer()
                let dripping = try HTTPProbe(port: server.port)
                try dripping.send("GET / HTTP/1.1\r\nHost: x\r\nA: ")
                for _ in 0..<1000 {
                    try dripping.send("a")
                    if try dripping.isReadable(within: 50) { break }
                }
                return (first, try dripping.answer())
            }
            #expect(first.status == 408)
            #expect(first.field("connection") == "close")
            #expect(second.status == 408)
        }
    }

    @Test("idle connections end in silence, before and after a request")
    func idle() async throws {
        try await withServer(
            limits: {
                $0.headerTime = .milliseconds(300)
                $0.idleTime = .milliseconds(300)
            },
            respond: echo
        ) { server in
            let (first, second) = try await HTTPProbe.run {
                let silent = try HTTPProbe(port: server.port)
                let first = try silent.receiveAll()
                let used = try HTTPProbe(port: server.port)
                try used.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
                _ = try used.answer()
                return (first, try used.receiveAll())
            }
            #expect(first.isEmpty)
            #expect(second.isEmpty)
        }
    }

    @Test("connections over the limit get 503, and one that ends makes room")
    func tooMany() async throws {
        try await withServer(limits: { $0.connections = 3 }, respond: echo) { server in
            let (statuses, after) = try await HTTPProbe.run {
                let probes = try (0..<3).map { _ in
                    let probe = try HTTPProbe(port: server.port)
                    try probe.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
                    return (probe, try probe.answer().status)
                }
                let fourth = try HTTPProbe(port: server.port)
                try fourth.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
                let refused = try fourth.answer()
                let rest = try fourth.receiveAll()
                probes[0].0.closeSending()
                _ = try probes[0].0.receiveAll()
                var after = 503
                while after == 503 {
                    let probe = try HTTPProbe(port: server.port)
                    try probe.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
                    after = try probe.answer().status
                }
                return (probes.map(\.1) + [refused.status, rest.count], after)
            }
            #expect(statuses == [200, 200, 200, 503, 0])
            #expect(after == 200)
        }
    }

    @Test("two thousand stalled connections do not hold up the others")
    func stalledCrowd() async throws {
        try await withServer(
            respond: { request in
                request.rawPath == Array("/big".utf8)
                    ? HTTPResponse(status: 200, body: .bytes([UInt8](repeating: 1, count: 8 << 20)))
                    : try await echo(request)
            }
        ) { server in
            let statuses = try await HTTPProbe.run {
                var crowd: [HTTPProbe] = []
                for number in 0..<2000 {
                    let probe = try HTTPProbe(port: server.port, receiveBuffer: 4096)
                    switch number % 4 {
                    case 0: try probe.send("GET / HTTP/1.1\r\nHo")
                    case 1: try probe.send("PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\na")
                    case 2:
                        try probe.send(
                            "PUT / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\na"
                        )
                    default: if number % 40 == 3 { try probe.send("GET /big HTTP/1.1\r\nHost: x\r\n\r\n") }
                    }
                    crowd.append(probe)
                }
                let probe = try HTTPProbe(port: server.port)
                let statuses = try (0..<500).map { _ in
                    try probe.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
                    return try probe.answer().status
                }
                for probe in crowd { probe.reset() }
                return statuses
            }
            #expect(statuses.allSatisfy { $0 == 200 })
        }
    }
}
