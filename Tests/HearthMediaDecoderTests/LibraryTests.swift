import CVips
import Testing

@Suite struct LibraryTests {
    @Test func libvipsIsRecentEnough() {
        #expect(vips_version(0) == 8)
        #expect(vips_version(1) >= 14)
    }
}
