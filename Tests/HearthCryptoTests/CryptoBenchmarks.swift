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
