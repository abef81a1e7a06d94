import HearthConcurrency
import Testing

@testable import HearthHTTP

@Suite("Engine: parts")
struct EnginePartTests {
    @Test("an address is counted up to its limit, others and loopback are not its concern")
    func admission() throws {
        var limits = HTTPLimits()
        limits.connections = 10
        limits.connectionsPerAddress = 2
        let proxy = try #require(AddressRange("192.0.2.128/25"))
        let admission = Admission(limits: limits, proxies: [proxy])
        func address(_ text: String) throws -> SocketAddress { try #require(SocketAddress(text: text)) }
        let one = try address("192.0.2.1")
        #expect(admission.admit(one))
        #expect(admission.admit(one))
        #expect(!admission.admit(one))
        admission.leave(one)
        #expect(admission.admit(one))
        #expect(try admission.admit(address("192.0.2.2")))
        // One IPv6 network of 64 bits is one client.
        #expect(try admission.admit(address("2001:db8::1")))
        #expect(try admission.admit(address("2001:db8::2")))
        #expect(try !admission.admit(address("2001:db8::3")))
        #expect(try admission.admit(address("2001:db8:0:1::3")))
        for _ in 0..<2 { #expect(try admission.admit(address("127.0.0.1"))) }
        for _ in 0..<2 { #expect(try admission.admit(address("192.0.2.129"))) }
        #expect(try !admission.admit(address("127.0.0.1")), "ten in all")
    }

    @Test("a body is slow by its mean rate over the time spent waiting")
    func pace() throws {
        var limits = HTTPLimits()
        limits.bodyIdleTime = .seconds(60)
        limits.bodyRateWindow = .seconds(120)
        limits.bodyRate = 256
        var pace = BodyPace(EngineLimits(limits))
        #expect(pace.nextDeadline(at: 1000) == 61_000)
        try pace.waited(100_000)
        #expect(pace.nextDeadline(at: 0) == 20_000, "the rest of the window")
        pace.received(256 * 120)
        #expect(pace.nextDeadline(at: 0) == 60_000, "the window is paid")
        try pace.waited(30_000)
        pace.received(256 * 120 - 1)
        try pace.waited(119_999)
        #expect(throws: HTTPError.self) { try pace.waited(1) }
        pace = BodyPace(EngineLimits(limits))
        pace.deadline = 5
        #expect(pace.nextDeadline(at: 0) == 5)
    }

    struct Fixed: WallClock {
        let now: Int64
        var nowNanoseconds: Int64 { now * 1_000_000_000 + 42_000_000 }
    }

    @Test(
        "dates",
        arguments: [
            (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT", "1994-11-06T08:49:37.042Z"),
            (0, "Thu, 01 Jan 1970 00:00:00 GMT", "1970-01-01T00:00:00.042Z"),
            (951_826_154, "Tue, 29 Feb 2000 12:09:14 GMT", "2000-02-29T12:09:14.042Z"),
            (4_107_542_399, "Sun, 28 Feb 2100 23:59:59 GMT", "2100-02-28T23:59:59.042Z"),
        ]
    )
    func dates(_ now: Int64, _ http: String, _ iso: String) {
        let cache = DateCache(clock: Fixed(now: now))
        #expect(String(decoding: cache.http, as: UTF8.self) == http)
        #expect(String(decoding: cache.iso, as: UTF8.self) == iso)
    }
}
