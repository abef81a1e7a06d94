import HearthMedia
import Testing

@Suite struct MediaJobTests {
    @Test func outputsAreEqualByWhatTheyAre() {
        #expect(MediaOutput(edge: 256, format: .webp) == MediaOutput(edge: 256, format: .webp))
        #expect(MediaOutput(edge: 256, format: .webp) != MediaOutput(edge: 256, format: .jpeg))
    }
}
