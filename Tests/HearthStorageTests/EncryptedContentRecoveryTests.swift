import HearthCrypto
import HearthTesting
import Testing

@testable import HearthStorage

@Suite("An unfinished file of a vault after a crash", .timeLimit(.minutes(10)))
struct EncryptedContentRecoveryTests {
    private typealias Content = EncryptedContent
    private let keys: VaultKeys
    private let inner = MemoryStagedFile()
    private let plain = EncryptedContent.bytes(2 * EncryptedContent.block + 1_000)

    init() throws {
        keys = try VaultKeys.random()
        let staged = try EncryptedStagedFile(new: inner, keys: keys)
        try staged.write(plain, at: 0)
        try staged.sync()
    }

    /// Where the torn block begins on the disk.
    private var tail: Int { Content.header + 2 * Content.sealed }

    private func torn(_ rest: Int) throws -> EncryptedStagedFile {
        inner.tamper { $0.removeLast($0.count - tail - rest) }
        return try EncryptedStagedFile(reopening: inner, keys: keys)
    }

    @Test("goes on where it was", arguments: [0, 1, 32_767, 32_768, 32_769, 66_000])
    func reopening(_ count: Int) throws {
        let inner = MemoryStagedFile()
        let begun = try EncryptedStagedFile(new: inner, keys: keys)
        try begun.write(plain.prefix(count), at: 0)
        try begun.sync()
        let staged = try EncryptedStagedFile(reopening: inner, keys: keys)
        #expect(staged.header == begun.header)
        #expect(try staged.info().size == count)
        try staged.write(plain.dropFirst(count), at: count)
        _ = try staged.prepareToPublish()
        #expect(try Content.opened(inner.bytes, keys) == plain)
    }

    @Test("does not take a torn last block for content", arguments: [29, 30, 500, 1_027])
    func tornBlock(_ rest: Int) throws {
        let staged = try torn(rest)
        #expect(try staged.info().size == 2 * Content.block + rest - 28)
        #expect(try staged.bytes(2 * Content.block) == Array(plain.prefix(2 * Content.block)))
        expect(.damaged) { _ = try staged.bytes(1, at: 2 * Content.block) }
        // Inside it nothing can be written.
        expect(.damaged) { try staged.write([1], at: 2 * Content.block + 1) }
        // From its beginning it can, and what follows counts as never written.
        try staged.write(plain[(2 * Content.block)...].prefix(1), at: 2 * Content.block)
        try staged.sync()
        #expect(
            try staged.bytes(1_000, at: 2 * Content.block)
                == Array(plain[(2 * Content.block)...].prefix(1))
                + [UInt8](repeating: 0, count: rest - 29)
        )
        try staged.write(plain[(2 * Content.block)...], at: 2 * Content.block)
        _ = try staged.prepareToPublish()
        #expect(try Content.opened(inner.bytes, keys) == plain)
    }

    @Test("drops a rest that can hold no content", arguments: [1, 12, 28])
    func shortRest(_ rest: Int) throws {
        let staged = try torn(rest)
        #expect(try staged.info().size == 2 * Content.block)
        #expect(try staged.bytes(10, at: 2 * Content.block) == [])
        try staged.write([9], at: 4 * Content.block)
        #expect(try staged.bytes(5, at: 2 * Content.block) == [0, 0, 0, 0, 0])
        try staged.truncate(to: Int64(2 * Content.block))
        _ = try staged.prepareToPublish()
        #expect(try Content.opened(inner.bytes, keys) == Array(plain.prefix(2 * Content.block)))
    }

    @Test("keeps a torn block damaged when others are written behind it, until it is written anew")
    func behindTorn() throws {
        let staged = try torn(500)
        try staged.write([UInt8](repeating: 4, count: Content.block), at: 5 * Content.block)
        try staged.write([7], at: 7 * Content.block + 3)
        try staged.sync()
        expect(.damaged) { _ = try staged.bytes(1, at: 2 * Content.block) }
        let reopened = try EncryptedStagedFile(reopening: inner, keys: keys)
        expect(.damaged) { _ = try reopened.bytes(1, at: 2 * Content.block) }
        #expect(try reopened.bytes(1, at: 3 * Content.block) == [0])
        try reopened.write(Content.bytes(Content.block), at: 2 * Content.block)
        #expect(try reopened.bytes(Content.block, at: 2 * Content.block) == Content.bytes(Content.block))
        _ = try reopened.prepareToPublish()
        #expect(try Content.opened(inner.bytes, keys).count == 7 * Content.block + 4)
    }

    @Test("begins anew when not even the header reached the disk")
    func noHeader() throws {
        for bytes in [[], [UInt8](repeating: 0, count: 68), [UInt8](repeating: 0, count: 70_000)] {
            let inner = MemoryStagedFile(bytes)
            let staged = try EncryptedStagedFile(reopening: inner, keys: keys)
            #expect(try staged.info().size == 0)
            try staged.write(plain, at: 0)
            _ = try staged.prepareToPublish()
            #expect(try Content.opened(inner.bytes, keys) == plain)
        }
        inner.tamper { $0[20] ^= 1 }
        expect(.damaged) { _ = try EncryptedStagedFile(reopening: inner, keys: keys) }
    }

    @Test("is published from a partition, with what it reserved given back")
    func partition() throws {
        let place = try TestPartition(limit: 4 << 20)
        let volume = try place.root("r")
        let quota = try #require(place.partition.quota)
        let size = Int64(plain.count)
        let local = try volume.stage(id: "a", size: VaultFormat.cipherSize(ofPlainSize: 1 << 20))
        let begun = try EncryptedStagedFile(new: local, keys: keys)
        try begun.write(plain.prefix(40_000), at: 0)
        try begun.sync()
        let staged = try EncryptedStagedFile(reopening: volume.reopenStaged(id: "a"), keys: keys)
        try staged.releaseUnwritten()
        #expect(quota.occupied < 1 << 20)
        try staged.write(plain[40_000...], at: 40_000)
        try staged.setModified(FileTime(seconds: 1_000_000, nanoseconds: 0))
        try staged.sync()
        let (header, plainSize) = try staged.prepareToPublish()
        #expect(plainSize == size)
        let info = try volume.publish(staged.inner, at: VolumePath("f"), mode: .failIfExists)
        #expect(info.size == VaultFormat.cipherSize(ofPlainSize: size))
        #expect(info.modified.seconds == 1_000_000)
        #expect(info.inode == staged.inode)
        let file = try EncryptedFile(volume.open(VolumePath("f")), keys: keys)
        #expect(file.header == header)
        #expect(try file.bytes(plain.count + 1) == plain)
        // The other direction is nobody's: plain bytes would lie outside the vault.
        let outside = try volume.stage(id: "b", size: nil)
        expect(.crossVolume) { try outside.copy(0..<10, from: staged) }
        expect(.crossVolume) { try outside.copy(10, of: file) { _ in } }
    }
}
