import HearthCrypto
import Testing

@Suite("Sizes in vaults")
struct VaultFormatTests {
    static let table: [(Int64, Int64)] = [
        (0, 68), (1, 97), (4096, 4192), (32_767, 32_863), (32_768, 32_864), (32_769, 32_893),
        (65_536, 65_660),
        (1 << 30, 68 + 32_768 * 32_796), (1 << 30 + 1, 68 + 32_768 * 32_796 + 29),
    ]

    @Test("sizes on disk and of the content", arguments: table)
    func sizes(_ plain: Int64, _ cipher: Int64) {
        #expect(VaultFormat.cipherSize(ofPlainSize: plain) == cipher)
        #expect(VaultFormat.plainSize(ofCipherSize: cipher) == plain)
    }

    @Test("every size that can be comes back, others are none")
    func all() {
        var possible: Set<Int64> = []
        for plain in Int64(0)...70_000 {
            let cipher = VaultFormat.cipherSize(ofPlainSize: plain)
            possible.insert(cipher)
            #expect(VaultFormat.plainSize(ofCipherSize: cipher) == plain)
        }
        for cipher in Int64(0)...70_000 where !possible.contains(cipher) {
            #expect(VaultFormat.plainSize(ofCipherSize: cipher) == nil)
        }
        #expect(VaultFormat.plainSize(ofCipherSize: -1) == nil)
        #expect(VaultFormat.plainSize(ofCipherSize: .min) == nil)
    }

    @Test("enormous sizes neither trap nor lie")
    func enormous() {
        #expect(VaultFormat.cipherSize(ofPlainSize: .max) == .max)
        #expect(VaultFormat.cipherSize(ofPlainSize: -1) == 68)
        for cipher in (0...40_000).map({ Int64.max - $0 }) {
            guard let plain = VaultFormat.plainSize(ofCipherSize: cipher) else { continue }
            #expect(VaultFormat.cipherSize(ofPlainSize: plain) == cipher)
        }
    }

    @Test("where blocks begin")
    func offsets() {
        #expect(VaultFormat.sealedOffset(ofBlock: 0) == 68)
        #expect(VaultFormat.sealedOffset(ofBlock: 1) == 68 + 32_796)
        #expect(VaultFormat.sealedOffset(ofBlock: 32_768) == 68 + 32_768 * 32_796)
    }
}
