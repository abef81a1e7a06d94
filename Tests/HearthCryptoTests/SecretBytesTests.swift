import HearthCrypto
import Testing

@Suite("Secret bytes")
struct SecretBytesTests {
    @Test("keeps what it was given")
    func keeping() throws {
        let secret = try SecretBytes([1, 2, 3])
        #expect(secret.count == 3)
        #expect(secret.copied == [1, 2, 3])
    }

    @Test("compares by content")
    func comparing() throws {
        #expect(try SecretBytes([1, 2]) == SecretBytes([1, 2]))
        #expect(try SecretBytes([1, 2]) != SecretBytes([1, 3]))
        #expect(try SecretBytes([1, 2]) != SecretBytes([1, 2, 0]))
    }

    @Test("random ones differ")
    func random() throws {
        #expect(try SecretBytes.random(32) != SecretBytes.random(32))
    }

    @Test("never shows its bytes")
    func printing() throws {
        let secret = try SecretBytes([0xAB, 0xCD, 0xEF])
        var dumped = ""
        dump(secret, to: &dumped)
        for text in ["\(secret)", String(reflecting: secret), dumped, "\([secret])", "\((secret, 1))"] {
            for shown in ["171", "205", "239", "ab", "AB", "0x"] { #expect(!text.contains(shown)) }
        }
        #expect("\(secret)" == "<3 secret bytes>")
        #expect(Mirror(reflecting: secret).children.isEmpty)
    }

    @Test("refuses to be empty")
    func empty() {
        expectFailure(.parameters) { _ = try SecretBytes([]) }
        expectFailure(.parameters) { _ = try SecretBytes.random(0) }
        expectFailure(.parameters) { _ = try SecretBytes.random(-1) }
    }

    @Test("there is room for thousands, and the room comes back")
    func room() throws {
        for _ in 0..<3 {
            let many = try (0..<8_000).map { _ in try SecretBytes.random(32) }
            #expect(many.count == 8_000)
        }
    }

    @Test("a heap that is full is an error, not a crash")
    func full() throws {
        // More than the whole heap at once; other tests keep theirs.
        expectFailure(.library) { _ = try SecretBytes.random(SecretBytes.heapSize * 2) }
    }
}
