import HearthCrypto
import HearthTesting
import Synchronization
import Testing

@testable import HearthStorage

@Suite("An unfinished file of a vault", .timeLimit(.minutes(10)))
struct EncryptedContentWritingTests {
    private typealias Content = EncryptedContent
    private let keys: VaultKeys
    private let inner = MemoryStagedFile()

    init() throws { keys = try VaultKeys.random() }

    @Test("becomes the bytes that were written, in pieces of any size", arguments: EncryptedContent.sizes)
    func pieces(_ size: Int) throws {
        let plain = Content.bytes(size)
        for step in [777, 32_768, 40_000, 262_144] {
            let inner = MemoryStagedFile()
            let staged = try EncryptedStagedFile(new: inner, keys: keys)
            for start in stride(from: 0, to: size, by: step) {
                try staged.write(plain[start..<min(size, start + step)], at: start)
            }
            #expect(try staged.info().size == size)
            #expect(try staged.bytes(size + 5) == plain)
            try staged.sync()
            #expect(inner.syncs == 1)
            #expect(try staged.prepareToPublish().plainSize == size)
            #expect(inner.syncs == 1)
            #expect(try Content.opened(inner.bytes, keys) == plain)
        }
    }

    @Test("never has a plain byte on the disk, and no block twice under one nonce")
    func sealing() throws {
        let staged = try EncryptedStagedFile(new: inner, keys: keys)
        let marker = Array("a marker that nobody may find".utf8)
        let plain = Array(repeatElement(marker, count: 3_000).joined())
        try staged.write(plain, at: 0)
        try staged.sync()
        let before = inner.bytes
        try staged.write(plain.prefix(100), at: 0)
        try staged.sync()
        let after = inner.bytes
        for bytes in [before, after] {
            #expect(bytes.firstRange(of: marker) == nil)
            #expect(bytes.firstRange(of: marker.prefix(8)) == nil)
        }
        #expect(before[68..<80] != after[68..<80])
        #expect(before[(68 + Content.sealed)...] == after[(68 + Content.sealed)...])
    }

    @Test("reads holes as zeros, and has none when it is published")
    func holes() throws {
        let staged = try EncryptedStagedFile(new: inner, keys: keys)
        try staged.write([1, 2, 3], at: 5 * Content.block + 7)
        try staged.write(Content.bytes(Content.block), at: 2 * Content.block)
        try staged.truncate(to: Int64(8 * Content.block + 9))
        var expected = [UInt8](repeating: 0, count: 8 * Content.block + 9)
        expected.replaceSubrange(
            (2 * Content.block)..<(3 * Content.block),
            with: Content.bytes(Content.block)
        )
        expected.replaceSubrange((5 * Content.block + 7)..<(5 * Content.block + 10), with: [1, 2, 3])
        #expect(try staged.bytes(expected.count + 1) == expected)
        let reopened = try EncryptedStagedFile(reopening: inner, keys: keys)
        #expect(try reopened.bytes(expected.count + 1) == expected)
        #expect(try reopened.prepareToPublish().plainSize == expected.count)
        #expect(inner.syncs == 1)
        #expect(try Content.opened(inner.bytes, keys) == expected)
    }

    @Test("keeps the time that was set, whatever has to be sealed afterwards")
    func times() throws {
        let staged = try EncryptedStagedFile(new: inner, keys: keys)
        try staged.write([1, 2, 3], at: 0)
        try staged.truncate(to: 100_000)
        try staged.setModified(FileTime(seconds: 1_234_567, nanoseconds: 0))
        try staged.sync()
        _ = try staged.prepareToPublish()
        #expect(try staged.info().modified.seconds == 1_234_567)
        #expect(try Content.opened(inner.bytes, keys).count == 100_000)
    }

    @Test("keeps few blocks in memory, however scattered the writes")
    func memory() throws {
        let staged = try EncryptedStagedFile(new: inner, keys: keys)
        var random = SplitMix64(seed: 3)
        var model = [UInt8](repeating: 0, count: 100 * Content.block)
        for _ in 0..<400 {
            let start = Int.random(in: 0..<(model.count - 20), using: &random)
            let bytes = random.bytes(20)
            model.replaceSubrange(start..<(start + 20), with: bytes)
            try staged.write(bytes, at: start)
            #expect(staged.state.withLock { $0.partials.count } <= EncryptedStagedFile.partialLimit)
        }
        try staged.truncate(to: Int64(model.count))
        #expect(try staged.bytes(model.count) == model)
        try staged.sync()
        try staged.sync()
        #expect(staged.state.withLock { $0.partials.isEmpty })
    }

    @Test("reserves what the sealed blocks need")
    func reserving() throws {
        let staged = try EncryptedStagedFile(new: inner, keys: keys)
        try staged.reserve(upTo: 0)
        try staged.reserve(upTo: 32_769)
        #expect(inner.reserved == [68 + 32_769 + 2 * 28])
    }

    @Test("takes over bytes from files of any kind, and from other unfinished files")
    func copying() throws {
        let plain = Content.bytes(2_500_000)
        let others = try VaultKeys.random()
        let vaultFile = try EncryptedFile(MemoryFile(try Content.sealed(plain, others)), keys: others)
        for file in [MemoryFile(plain), vaultFile] as [any ReadableFile] {
            let inner = MemoryStagedFile()
            let staged = try EncryptedStagedFile(new: inner, keys: keys)
            var heard: [Int64] = []
            try staged.copy(Int64(plain.count), of: file) { heard.append($0) }
            #expect(heard.count == 3 && heard.reduce(0, +) == plain.count)
            _ = try staged.prepareToPublish()
            #expect(try Content.opened(inner.bytes, keys) == plain)
            expect(.changed) { try staged.copy(Int64(plain.count + 1), of: file) { _ in } }
        }
        let source = try EncryptedStagedFile(new: MemoryStagedFile(), keys: others)
        try source.write(plain.prefix(100_000), at: 0)
        for other in [source, MemoryStagedFile(Array(plain.prefix(100_000)))] as [any StagedFile] {
            let staged = try EncryptedStagedFile(new: MemoryStagedFile(), keys: keys)
            try staged.copy(40_000..<90_000, from: other)
            #expect(try staged.bytes(100_000, at: 40_000) == Array(plain[40_000..<90_000]))
            expect(.changed) { try staged.copy(90_000..<100_001, from: other) }
        }
        struct Stop: Error {}
        let empty = try EncryptedStagedFile(new: MemoryStagedFile(), keys: keys)
        #expect(throws: Stop.self) { try empty.copy(0, of: MemoryFile([])) { _ in throw Stop() } }
    }

    @Test("lets many threads write and read their own stretches")
    func threads() throws {
        let staged = try EncryptedStagedFile(new: inner, keys: keys)
        let share = 5 * Content.block + 1_234
        let plain = Content.bytes(8 * share)
        let failures = Mutex<[String]>([])
        ThreadGroup.run(count: 8) { number in
            var random = SplitMix64(seed: UInt64(number))
            var position = number * share
            let end = position + share
            do {
                while position < end {
                    let count = min(end - position, Int.random(in: 1...90_000, using: &random))
                    try staged.write(plain[position..<(position + count)], at: position)
                    position += count
                    if random.next() % 4 == 0 { try staged.sync() }
                    let start = Int.random(in: (number * share)..<position, using: &random)
                    if try staged.bytes(position - start, at: start) != Array(plain[start..<position]) {
                        failures.withLock { $0.append("thread \(number) reads other bytes") }
                    }
                }
            } catch {
                failures.withLock { $0.append("\(number): \(error)") }
            }
        }
        #expect(failures.withLock { $0 } == [])
        _ = try staged.prepareToPublish()
        #expect(try Content.opened(inner.bytes, keys) == plain)
    }

    @Test("can be written on after the disk was full")
    func full() throws {
        let staged = try EncryptedStagedFile(new: inner, keys: keys)
        let plain = Content.bytes(3 * Content.block + 100)
        try staged.write(plain.prefix(Content.block + 50), at: 0)
        try staged.sync()
        inner.isFull = true
        expect(.noSpace) { try staged.write(plain[(2 * Content.block)...], at: 2 * Content.block) }
        inner.isFull = false
        try staged.write(plain[(Content.block + 50)...], at: Content.block + 50)
        _ = try staged.prepareToPublish()
        #expect(try Content.opened(inner.bytes, keys) == plain)
    }
}
