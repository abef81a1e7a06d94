import Testing

@testable import HearthLog

@Suite("Log times")
struct TimestampTests {
    @Test(
        "seconds since 1970 become UTC dates",
        arguments: [
            (0, "1970-01-01T00:00:00.007Z"), (951_782_400, "2000-02-29T00:00:00.007Z"),
            (1_709_251_199, "2024-02-29T23:59:59.007Z"), (4_102_444_800, "2100-01-01T00:00:00.007Z"),
            (-1, "1969-12-31T23:59:59.007Z"),
        ]
    )
    func dates(_ seconds: Int, _ text: String) {
        #expect(Timestamp(seconds: seconds, milliseconds: 7).text == text)
    }
}
