import HearthConcurrency
import HearthCrypto
import HearthTesting
import Testing

@testable import HearthDrive

@Suite("Hashing pieces while they are written", .timeLimit(.minutes(10)))
struct PieceHasherTests {
    private struct Stop: Error {}

    private static func bytes(_ count: Int) -> [UInt8] {
        var random = SplitMix64(seed: UInt64(count))
        return random.bytes(count)
    }

    /// Hashes the bytes in pieces of a size; `work` hears each piece.
    private static func hash(
        _ bytes: [UInt8],
        _ size: Int,
        on pool: ThreadPool,
        work: (UnsafeRawBufferPointer) throws -> Void
    ) throws -> SHA256Digest {
        let hasher = PieceHasher(try SHA256Hasher(), beside: pool)
        for start in stride(from: 0, to: bytes.count, by: size) {
            try bytes[start..<min(start + size, bytes.count)].withUnsafeBytes { piece in
                try hasher.update(piece) { try work(piece) }
            }
        }
        #expect(hasher.count == bytes.count)
        return try hasher.take().finish()
    }

    @Test("gives the hash of all pieces, small and large", arguments: [1, 1_000, 65_535, 65_536, 262_144])
    func hash(_ size: Int) throws {
        let pool = ThreadPool(name: "hash", threads: 2)
        defer { pool.stop() }
        let bytes = Self.bytes(size < 100 ? 300 : 1_000_000)
        var written = 0
        let digest = try Self.hash(bytes, size, on: pool) { written += $0.count }
        #expect(digest == (try SHA256.hash(bytes)))
        #expect(written == bytes.count)
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
        #expect(try Self.hash(bytes, 262_144, on: pool) { _ in } == SHA256.hash(bytes))
        end.signal()
    }

    @Test("lets a failure out when nobody reads the piece any more")
    func failure() throws {
        let pool = ThreadPool(name: "hash", threads: 2)
        defer { pool.stop() }
        let hasher = PieceHasher(try SHA256Hasher(), beside: pool)
        for _ in 0..<100 {
            let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 64)
            memory.initializeMemory(as: UInt8.self, repeating: 1)
            #expect(throws: Stop.self) {
                try hasher.update(UnsafeRawBufferPointer(memory)) { throw Stop() }
            }
            memory.deallocate()
        }
    }
}
