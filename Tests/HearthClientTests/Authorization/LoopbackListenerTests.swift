import HearthClient
import HearthTesting
import HearthWire
import Testing

@Suite("Loopback listener", .timeLimit(.minutes(5)))
struct LoopbackListenerTests {
    /// Sends a request to the listener and gives its answer.
    private func ask(_ url: String, _ target: String, method: String = "GET") async throws -> HTTPProbe.Answer
    {
        let port = try #require(Int(url.split(separator: ":")[2].prefix { $0 != "/" }))
        return try await HTTPProbe.run(port: port) { probe in
            try probe.send("\(method) \(target) HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            return try probe.answer()
        }
    }

    @Test("takes the answer of its attempt, and turns everything else away")
    func takesAnswer() async throws {
        let listener = LoopbackListener()
        let url = try await listener.start()
        #expect(url.hasPrefix("http://127.0.0.1:"))
        async let received = listener.receive(state: "right", timeout: 240, language: .chinese)
        #expect(try await ask(url, "/favicon.ico").status == 400)
        #expect(try await ask(url, "/callback?code=c&state=wrong").status == 400)
        #expect(try await ask(url, "/other?code=c&state=right").status == 400)
        let answer = try await ask(url, "/callback?code=c&state=right")
        #expect(answer.status == 200)
        #expect(answer.text.contains("已授权"))
        #expect(answer.field("cache-control") == "no-store")
        #expect(try await received == "/callback?code=c&state=right")
        await listener.stop()
        await listener.stop()
    }

    @Test("shows that nothing was allowed")
    func denied() async throws {
        let listener = LoopbackListener()
        let url = try await listener.start()
        async let received = listener.receive(state: "s", timeout: 240, language: .english)
        #expect(try await ask(url, "/callback?error=access_denied&state=s").text.contains("Not allowed"))
        #expect(try await received.contains("error=access_denied"))
        await listener.stop()
    }

    @Test("gives up in time, and when its task is cancelled")
    func ends() async throws {
        let listener = LoopbackListener()
        _ = try await listener.start()
        await #expect(throws: SessionError(.expired)) {
            try await listener.receive(state: "s", timeout: 0, language: .english)
        }
        let task = Task { try await listener.receive(state: "s", timeout: 240, language: .english) }
        task.cancel()
        await #expect(throws: SessionError(.cancelled)) { try await task.value }
        await listener.stop()
    }
}
