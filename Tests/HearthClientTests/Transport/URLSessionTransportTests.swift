import HearthClient
import HearthTesting
import HearthURLSession
import Testing

// One at a time: on Linux, sessions of FoundationNetworking that open and close sockets beside each other now and then
// hear nothing more of one, until the idle time-out. It was never seen with one session at a time.
@Suite("URLSession as a transport", .serialized, .timeLimit(.minutes(5)))
struct URLSessionTransportTests {
    @Test("does what transports do", arguments: TransportConformance.parts)
    func conforms(_ part: TransportConformance.Part) async throws {
        try await part.run(URLSessionTransport())
    }

    @Test("refuses a trust that it cannot check, before connecting")
    func trust() async throws {
        let pin = try #require(KeyFingerprint(bytes: [UInt8](repeating: 7, count: 32)))
        for trust in [ServerTrust.pinned(pin), .authorities(pem: "x"), .pinnedUnder(pem: "x", pin)] {
            // Nobody listens on port 1: an attempt to connect would be `.unreachable`.
            let request = TransportRequest(url: "https://127.0.0.1:1/", trust: trust)
            let error = await #expect(throws: TransportError.self) {
                _ = try await URLSessionTransport().send(request)
            }
            #expect(error?.kind == .trustPolicyUnsupported)
        }
    }
}
