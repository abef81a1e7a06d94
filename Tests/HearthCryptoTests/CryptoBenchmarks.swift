import Glibc
import HearthCrypto
import Testing

/// Good: within 2 % of `openssl speed -bytes 262144 -evp sha256`; a password hash 60 to 200 ms.
///
/// `HEARTH_BENCHMARK=1 swift test -c release -Xswiftc -enable-testing --filter CryptoBenchmarks`
@Suite("Crypto speed", .serialized, .enabled(if: getenv("HEARTH_BENCHMARK") != nil))
struct CryptoBenchmarks {
    @Test("SHA-256 in pieces of 256 KiB")
    func hashing() throws {
        let piece = [UInt8](repeating: 7, count: 256 << 10)
        var hasher = try SHA256Hasher()
        let start = ContinuousClock.now
        for _ in 0..<4096 { try hasher.update(piece) }
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        _ = try hasher.finish()
        print("SHA-256: \(Int(1024 / seconds)) MiB/s")
    }

    @Test("short messages")
    func short() throws {
        let message = [UInt8](repeating: 7, count: 40)
        var start = ContinuousClock.now
        for _ in 0..<200_000 { _ = try SHA256.hash(message) }
        print("SHA-256 of 40 bytes: \((ContinuousClock.now - start) / 200_000)")
        start = ContinuousClock.now
        for _ in 0..<200_000 { _ = try HMACSHA256.authenticate(message, key: message) }
        print("HMAC of 40 bytes: \((ContinuousClock.now - start) / 200_000)")
    }

    @Test("password hash")
    func password() throws {
        let start = ContinuousClock.now
        for _ in 0..<5 { _ = try PasswordHash.make([1, 2, 3]) }
        print("password hash: \((ContinuousClock.now - start) / 5)")
    }
}

/// Good: sealing and opening blocks within 10 % of `openssl speed -bytes 32768 -evp aes-256-gcm`; a name 10 µs or less.
///
/// `HEARTH_BENCHMARK=1 swift test -c release -Xswiftc -enable-testing --filter VaultBenchmarks`
@Suite("Vault speed", .serialized, .enabled(if: getenv("HEARTH_BENCHMARK") != nil))
struct VaultBenchmarks {
    private static let blockCount: Int64 = 65_536

    @Test("blocks of 32 KiB")
    func blocks() throws {
        let file = try VaultVectors.keys().newFile()
        let plain = [UInt8](repeating: 7, count: VaultFormat.blockSize)
        var sealed = [UInt8](repeating: 0, count: VaultFormat.sealedBlockSize)
        var opened = plain
        var start = ContinuousClock.now
        try plain.withUnsafeBytes { plain in
            try sealed.withUnsafeMutableBytes { sealed in
                for number in 0..<Self.blockCount { _ = try file.sealBlock(number, plain, into: sealed) }
            }
        }
        report("sealing", ContinuousClock.now - start)
        start = ContinuousClock.now
        try sealed.withUnsafeBytes { sealed in
            try opened.withUnsafeMutableBytes { opened in
                for _ in 0..<Self.blockCount {
                    _ = try file.openBlock(Self.blockCount - 1, sealed, into: opened)
                }
            }
        }
        report("opening", ContinuousClock.now - start)
        #expect(opened == plain)
    }

    private func report(_ what: String, _ time: Duration) {
        let bytes = Double(Self.blockCount) * Double(VaultFormat.blockSize)
        print("\(what): \(bytes / (time / .seconds(1)) / 1e9) GB/s, \(time / Int(Self.blockCount)) a block")
    }

    @Test("names, files and keys")
    func names() throws {
        let keys = try VaultVectors.keys()
        let name = Array("IMG_20240512_183012.jpg".utf8)
        let cipherName = try keys.cipherName(of: name, in: .root)
        let header = try keys.newFile().header
        try time("encrypting a name", 20_000) { _ = try keys.cipherName(of: name, in: .root) }
        try time("decrypting a name", 20_000) { _ = try keys.name(ofCipherName: cipherName, in: .root) }
        try time("place of a directory", 20_000) { _ = try keys.contentPath(of: .root) }
        try time("new file", 20_000) { _ = try keys.newFile() }
        try time("opening a header", 20_000) { try header.withUnsafeBytes { _ = try keys.file(header: $0) } }
        try time("keys of a vault", 2_000) { _ = try VaultVectors.keys() }
        let file = try MasterkeyFile(json: VaultVectors.keyFile)
        try time("trying a password", 5) { _ = try file.unlock(password: VaultVectors.password) }
    }

    private func time(_ what: String, _ count: Int, _ body: () throws -> Void) rethrows {
        let start = ContinuousClock.now
        for _ in 0..<count { try body() }
        print("\(what): \((ContinuousClock.now - start) / count)")
    }
}
