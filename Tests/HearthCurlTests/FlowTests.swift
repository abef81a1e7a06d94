import HearthClient
import HearthCurl
import Synchronization
import Testing

@Suite("Cancelling, waiting and connections", .timeLimit(.minutes(10)))
struct FlowTests {
    private let transport = CurlTransport()

    @Test("cancelling ends a request that waits for its head")
    func cancelHead() async throws {
        let asked = Signal<Bool>()
        let closed = Signal<Bool>()
        let server = try ScriptedServer { peer, _ in
            _ = try peer.request()
            asked.send(true)
            peer.untilClosed()
            closed.send(true)
        }
        let transport = transport
        let task = Task { await transport.failure(TransportRequest(url: server.url())) }
        _ = await asked.wait()
        task.cancel()
        #expect(await task.value?.kind == .cancelled)
        _ = await closed.wait()
    }

    @Test("cancelling before the start sends nothing")
    func cancelBefore() async throws {
        let server = try ScriptedServer { peer, _ in try peer.reply() }
        let transport = transport
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await transport.failure(TransportRequest(url: server.url()))
        }
        #expect(await task.value?.kind == .cancelled)
        #expect(server.connections == 0)
    }

    @Test("cancelling ends a body that is being read")
    func cancelBody() async throws {
        let closed = Signal<Bool>()
        let server = try ScriptedServer { peer, _ in
            _ = try peer.request()
            try peer.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc")
            peer.untilClosed()
            closed.send(true)
        }
        let response = try await transport.send(TransportRequest(url: server.url()))
        #expect(try await response.body.next() == Array("abc".utf8))
        let body = response.body
        let task = Task { () -> TransportError.Kind? in
            do throws(TransportError) { _ = try await body.next() } catch { return error.kind }
            return nil
        }
        task.cancel()
        #expect(await task.value == .cancelled)
        _ = await closed.wait()
    }

    @Test("a body that nobody wants frees its connection", arguments: [true, false])
    func abandon(explicitly: Bool) async throws {
        let closed = Signal<Bool>()
        let server = try ScriptedServer { peer, _ in
            _ = try peer.request()
            try peer.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc")
            peer.untilClosed()
            closed.send(true)
        }
        let response = try await transport.send(TransportRequest(url: server.url()))
        if explicitly { response.body.cancel() }
        _ = consume response
        _ = await closed.wait()
    }

    @Test("a body is not read ahead of its reader for long, and a slow reader does not time out")
    func backPressure() async throws {
        let total = 64 << 20
        let stalled = Signal<Int>()
        let server = try ScriptedServer { peer, _ in
            _ = try peer.request()
            try peer.send("HTTP/1.1 200 OK\r\nContent-Length: \(total)\r\n\r\n")
            let sent = peer.sendUntilFull(total)
            stalled.send(sent)
            try peer.send([UInt8](repeating: 7, count: total - sent))
        }
        let response = try await transport.send(TransportRequest(url: server.url(), idleTimeout: 0.5))
        #expect(await stalled.wait() < total / 2)
        var count = 0
        while let piece = try await response.body.next() { count += piece.count }
        #expect(count == total)
    }

    @Test("a lane uses its connections again, and lanes share none")
    func lanes() async throws {
        let server = try ScriptedServer { peer, number in
            while true {
                _ = try peer.request()
                try peer.reply("200 OK", "\(number)")
            }
        }
        for (lane, number) in [("", "0"), ("", "0"), ("a", "1"), ("", "0"), ("a", "1"), ("b", "2")] {
            let (_, body) = try await transport.whole(TransportRequest(url: server.url(), lane: lane))
            #expect(String(decoding: body, as: UTF8.self) == number)
        }
    }

    @Test("requests under way at a time have a connection each, up to the limit of the lane")
    func parallel() async throws {
        let open = Mutex((now: 0, most: 0))
        let server = try ScriptedServer { peer, _ in
            while true {
                _ = try peer.request()
                open.withLock { open in
                    open.now += 1
                    open.most = max(open.most, open.now)
                }
                try peer.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\na")
                open.withLock { $0.now -= 1 }
                try peer.send("b")
            }
        }
        var configuration = CurlConfiguration()
        configuration.requestsPerLane = 4
        let transport = CurlTransport(configuration: configuration)
        let count = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<200 {
                group.addTask { await transport.failure(TransportRequest(url: server.url())) == nil }
            }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(count == 200)
        #expect(server.connections <= 4)
        #expect(open.withLock { $0.most } <= 4)
    }

    @Test("a reset ends what is under way and connects anew")
    func reset() async throws {
        let asked = Signal<Bool>()
        let server = try ScriptedServer { peer, number in
            while true {
                _ = try peer.request()
                if number == 0 {
                    asked.send(true)
                    peer.untilClosed()
                }
                try peer.reply()
            }
        }
        let transport = transport
        let task = Task { await transport.failure(TransportRequest(url: server.url())) }
        _ = await asked.wait()
        await transport.reset()
        #expect(await task.value?.kind == .interrupted)
        #expect(await transport.failure(TransportRequest(url: server.url())) == nil)
        #expect(server.connections == 2)
    }

    @Test("a connection that the server has closed meanwhile is replaced unnoticed")
    func closedMeanwhile() async throws {
        let server = try ScriptedServer { peer, _ in
            _ = try peer.request()
            try peer.reply()
        }
        for _ in 0..<20 {
            #expect(
                await transport.failure(TransportRequest(url: server.url(), method: "PUT", body: .bytes([1])))
                    == nil
            )
        }
    }

    @Test("an idle lane ends, and the next request starts another")
    func idleLane() async throws {
        let closed = Signal<Bool>()
        let server = try ScriptedServer { peer, _ in
            _ = try peer.request()
            try peer.reply()
            peer.untilClosed()
            closed.send(true)
        }
        var configuration = CurlConfiguration()
        configuration.laneLifetime = 0.05
        let transport = CurlTransport(configuration: configuration)
        #expect(await transport.failure(TransportRequest(url: server.url())) == nil)
        _ = await closed.wait()
        #expect(await transport.failure(TransportRequest(url: server.url())) == nil)
        #expect(server.connections == 2)
    }
}
