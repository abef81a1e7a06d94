import HearthConcurrency
import HearthCrypto
import HearthTesting
import Testing

@testable import HearthDrive

@Suite("Hashing pieces while others are written", .timeLimit(.minutes(10)))
struct PieceHasherTests {
    private static func bytes(_ count: Int) -> [UInt8] {
        var random = SplitMix64(seed: UInt64(count))
        return random.bytes(count)
    }

    /// Hashes the bytes in pieces of a size.
    private static func hash(_ bytes: [UInt8], _ size: Int, on pool: ThreadPool) throws -> SHA256Digest {
        let hasher = PieceHasher(try SHA256Hasher(), beside: pool)
        for start in stride(from: 0, to: bytes.count, by: size) {
            bytes[start..<min(start + size, bytes.count)].withUnsafeBytes { hasher.add($0) }
        }
        #expect(hasher.count == bytes.count)
        return try hasher.take().finish()
    }

    @Test("gives the hash of all pieces, small and large", arguments: [1, 1_000, 65_536, 262_144, 3_000_000])
    func hash(_ size: Int) throws {
        let pool = ThreadPool(name: "hash", threads: 2)
        defer { pool.stop() }
        let bytes = Self.bytes(size < 100 ? 3_000 : 3_000_000)
        for _ in 0..<10 { #expect(try Self.hash(bytes, size, on: pool) == SHA256.hash(bytes)) }
        #expect(try Self.hash([], size, on: pool) == SHA256.hash([]))
    }

    @Test("needs no thread of the pool when none is free")
    func busyPool() throws {
        let pool = ThreadPool(name: "hash", threads: 1)
        defer { pool.stop() }
        let (begun, end) = (Semaphore(), Semaphore())
        pool.submit {
            begun.signal()
            end.wait()
        }
        begun.wait()
        let bytes = Self.bytes(1_000_000)
        #expect(try Self.hash(bytes, 60_000, on: pool) == SHA256.hash(bytes))
        end.signal()
    }

    @Test("goes on from a state, and leaves it as it was")
    func goingOn() throws {
        let pool = ThreadPool(name: "hash", threads: 2)
        defer { pool.stop() }
        let bytes = Self.bytes(500_000)
        var first = try SHA256Hasher()
        try first.update(Array(bytes.prefix(200_000)))
        let hasher = PieceHasher(try first.copy(), beside: pool)
        bytes[200_000...].withUnsafeBytes { hasher.add($0) }
        #expect(try hasher.take().finish() == SHA256.hash(bytes))
        #expect(try first.finish() == SHA256.hash(Array(bytes.prefix(200_000))))
    }
}
