import HearthCurl
import HearthTesting
import Testing

@Suite("libcurl as a transport", .timeLimit(.minutes(5)))
struct ConformanceTests {
    @Test("does what transports do", arguments: TransportConformance.parts)
    func conforms(_ part: TransportConformance.Part) async throws {
        try await part.run(CurlTransport())
    }
}
