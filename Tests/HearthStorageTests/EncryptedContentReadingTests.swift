import HearthCrypto
import HearthTesting
import Synchronization
import Testing

@testable import HearthStorage

@Suite("Reading a file of a vault", .timeLimit(.minutes(10)))
struct EncryptedContentReadingTests {
    private typealias Content = EncryptedContent
    private let keys: VaultKeys

    init() throws { keys = try VaultKeys.random() }

    @Test("gives every byte at every size, in one piece and in many", arguments: EncryptedContent.sizes)
    func sizes(_ size: Int) throws {
        let plain = Content.bytes(size)
        let cipher = try Content.sealed(plain, keys)
        #expect(Int64(cipher.count) == VaultFormat.cipherSize(ofPlainSize: Int64(size)))
        let file = try EncryptedFile(MemoryFile(cipher), keys: keys)
        #expect(file.info.size == size)
        #expect(try file.currentInfo().size == size)
        #expect(file.descriptor == nil)
        #expect(file.header == Array(cipher.prefix(68)))
        #expect(try file.bytes(size + 100) == plain)
        for step in [1_000, 32_768, 40_000, 262_144] {
            var all: [UInt8] = []
            while true {
                let piece = try file.bytes(step, at: all.count)
                all += piece
                if piece.count < step { break }
            }
            #expect(all == plain)
        }
    }

    @Test("gives any stretch, short only at the end")
    func stretches() throws {
        let plain = Content.bytes(200_000)
        let file = try EncryptedFile(MemoryFile(try Content.sealed(plain, keys)), keys: keys)
        var random = SplitMix64(seed: 7)
        for _ in 0..<300 {
            let start = Int.random(in: 0...200_010, using: &random)
            let count = Int.random(in: 0...100_000, using: &random)
            #expect(try file.bytes(count, at: start) == Array(plain.dropFirst(start).prefix(count)))
        }
    }

    @Test("serves many threads at once")
    func threads() throws {
        let plain = Content.bytes(400_000)
        let file = try EncryptedFile(MemoryFile(try Content.sealed(plain, keys)), keys: keys)
        let wrong = Mutex(0)
        ThreadGroup.run(count: 8) { number in
            var random = SplitMix64(seed: UInt64(number))
            for _ in 0..<50 {
                let start = Int.random(in: 0...400_000, using: &random)
                let count = Int.random(in: 0...150_000, using: &random)
                let got = try? file.bytes(count, at: start)
                if got != Array(plain.dropFirst(start).prefix(count)) { wrong.withLock { $0 += 1 } }
            }
        }
        #expect(wrong.withLock { $0 } == 0)
    }

    @Test("never gives another byte, whichever single bit of the cipher file is flipped")
    func flips() throws {
        let plain = Content.bytes(Content.block + 5)
        let cipher = try Content.sealed(plain, keys)
        let keys = keys
        let threads = 2
        let failures = Mutex<[String]>([])
        ThreadGroup.run(count: threads) { thread in
            let inner = MemoryFile(cipher)
            let room = UnsafeMutableRawBufferPointer.allocate(byteCount: Content.block, alignment: 64)
            defer { room.deallocate() }
            // The header is read once, so a file that is open sees the blocks as they are now.
            let opened = try? EncryptedFile(inner, keys: keys)
            for position in stride(from: thread, to: cipher.count, by: threads) {
                for bit in 0..<8 {
                    inner.tamper { $0[position] ^= 1 << bit }
                    let outcome = Result { () throws -> Int in
                        let isHeader = position < Content.header
                        let file = isHeader ? nil : opened
                        let offset = position < Content.header + Content.sealed ? 0 : Content.block
                        return try (file ?? EncryptedFile(inner, keys: keys)).read(
                            into: room,
                            at: Int64(offset)
                        )
                    }
                    inner.tamper { $0[position] ^= 1 << bit }
                    switch outcome {
                    case .success: failures.withLock { $0.append("bit \(bit) of byte \(position) was taken") }
                    case .failure(let error):
                        if (error as? StorageError)?.code != .damaged {
                            failures.withLock { $0.append("byte \(position): \(error)") }
                        }
                    }
                }
            }
        }
        #expect(failures.withLock { $0 } == [])
        #expect(try Content.opened(cipher, keys) == plain)
    }

    @Test("leaves the caller's memory without a byte of a block that fails")
    func failedBlock() throws {
        let plain = [UInt8](repeating: 0x5A, count: 3 * Content.block)
        var cipher = try Content.sealed(plain, keys)
        cipher[Content.header + Content.sealed + 40] ^= 1
        let file = try EncryptedFile(MemoryFile(cipher), keys: keys)
        #expect(try file.bytes(Content.block) == Array(plain.prefix(Content.block)))
        #expect(try file.bytes(Content.block, at: 2 * Content.block) == Array(plain.prefix(Content.block)))
        for (start, count) in [(0, plain.count), (Content.block, Content.block), (Content.block + 10, 20)] {
            var memory = [UInt8](repeating: 0xEE, count: count)
            expect(.damaged) {
                _ = try memory.withUnsafeMutableBytes { try file.read(into: $0, at: Int64(start)) }
            }
            let failed = memory.dropFirst(max(0, Content.block - start)).prefix(Content.block)
            #expect(!failed.contains(0x5A))
        }
    }

    @Test("notices blocks in another place, from another file, and another file's header")
    func swaps() throws {
        let plain = Content.bytes(4 * Content.block)
        let cipher = try Content.sealed(plain, keys)
        let other = try Content.sealed(plain, keys)
        let start = { Content.header + $0 * Content.sealed }
        for (first, second) in [(0, 1), (1, 3), (2, 3)] {
            var swapped = cipher
            for index in 0..<Content.sealed { swapped.swapAt(start(first) + index, start(second) + index) }
            let file = try EncryptedFile(MemoryFile(swapped), keys: keys)
            expect(.damaged) { _ = try file.bytes(1, at: first * Content.block) }
            expect(.damaged) { _ = try file.bytes(1, at: second * Content.block) }
        }
        var mixed = cipher
        mixed.replaceSubrange(start(1)..<start(2), with: other[start(1)..<start(2)])
        let file = try EncryptedFile(MemoryFile(mixed), keys: keys)
        expect(.damaged) { _ = try file.bytes(1, at: Content.block) }
        let headed = Array(other.prefix(Content.header)) + cipher.dropFirst(Content.header)
        let wrong = try EncryptedFile(MemoryFile(headed), keys: keys)
        expect(.damaged) { _ = try wrong.bytes(1) }
    }

    @Test("refuses other keys, impossible sizes, and a damaged only block at opening")
    func opening() throws {
        let cipher = try Content.sealed(Content.bytes(100), keys)
        let others = try VaultKeys.random()
        expect(.damaged) { _ = try EncryptedFile(MemoryFile(cipher), keys: others) }
        for count in [0, 1, 67, 69, 96] {
            expect(.damaged) {
                _ = try EncryptedFile(MemoryFile(Array(cipher.prefix(count))), keys: keys)
            }
        }
        expect(.damaged) { _ = try EncryptedFile(MemoryFile(Array(cipher.dropLast())), keys: keys) }
        #expect(try Content.opened(Array(cipher.prefix(68)), keys) == [])
        // A block of nothing but zeros was never sealed.
        let hole = Array(cipher.prefix(68)) + [UInt8](repeating: 0, count: 40)
        expect(.damaged) { _ = try EncryptedFile(MemoryFile(hole), keys: keys) }
        let large = Array(cipher.prefix(68)) + [UInt8](repeating: 0, count: 2 * Content.sealed)
        let file = try EncryptedFile(MemoryFile(large), keys: keys)
        expect(.damaged) { _ = try file.bytes(1) }
    }

    @Test("fails when the file becomes shorter after it was opened")
    func shrinking() throws {
        let plain = Content.bytes(3 * Content.block)
        let inner = MemoryFile(try Content.sealed(plain, keys))
        let file = try EncryptedFile(inner, keys: keys)
        inner.tamper { $0.removeLast(Content.sealed + 10) }
        #expect(try file.bytes(Content.block) == Array(plain.prefix(Content.block)))
        expect(.changed) { _ = try file.bytes(Content.block, at: Content.block) }
        expect(.changed) { _ = try file.bytes(10, at: 2 * Content.block) }
        expect(.changed) { _ = try file.bytes(plain.count) }
    }

    @Test("tells plain sizes of cipher files only")
    func infos() {
        func info(_ kind: FileInfo.Kind, _ size: Int64) -> FileInfo {
            let time = FileTime(seconds: 5, nanoseconds: 6)
            return FileInfo(
                kind: kind,
                size: size,
                modified: time,
                changed: time,
                born: time,
                inode: 3,
                device: 4,
                allocated: 8_192
            )
        }
        #expect(info(.file, 68 + 28 + 7).plainInfo() == info(.file, 7))
        #expect(info(.file, 3).plainInfo() == info(.file, 0))
        #expect(info(.directory, 4_096).plainInfo() == info(.directory, 4_096))
        #expect(info(.other, 103).plainInfo() == info(.other, 103))
    }
}
