import HearthCrypto
import HearthTesting
import Testing

@testable import HearthStorage

/// Random operations on an unfinished file against the same on an array.
@Suite("An unfinished file of a vault, and an array", .timeLimit(.minutes(10)))
struct EncryptedContentModelTests {
    private struct Run {
        let keys: VaultKeys
        let inner = MemoryStagedFile()
        var staged: EncryptedStagedFile
        var model: [UInt8] = []
        var random: SplitMix64

        init(seed: UInt64) throws {
            keys = try VaultKeys.random()
            staged = try EncryptedStagedFile(new: inner, keys: keys)
            random = SplitMix64(seed: seed)
        }

        /// Often at or near the border of a block.
        mutating func offset(upTo limit: Int) -> Int {
            let any = Int.random(in: 0...limit, using: &random)
            switch random.next() % 4 {
            case 0: return any / EncryptedContent.block * EncryptedContent.block
            case 1:
                let border = any / EncryptedContent.block * EncryptedContent.block
                return max(0, min(limit, border + Int.random(in: -2...2, using: &random)))
            case 2: return min(limit, model.count)
            default: return any
            }
        }

        mutating func step() throws {
            switch random.next() % 12 {
            case 0...4:
                let start = offset(upTo: 250_000)
                let end = max(start, offset(upTo: 300_000))
                let bytes = random.bytes(random.next() % 2 == 0 ? min(300, end - start) : end - start)
                if !bytes.isEmpty, model.count < start + bytes.count {
                    model.append(contentsOf: repeatElement(0, count: start + bytes.count - model.count))
                }
                if !bytes.isEmpty { model.replaceSubrange(start..<(start + bytes.count), with: bytes) }
                try staged.write(bytes, at: start)
            case 5, 6:
                let start = offset(upTo: 300_000)
                let count = offset(upTo: 300_000)
                #expect(try staged.bytes(count, at: start) == Array(model.dropFirst(start).prefix(count)))
            case 7: try staged.sync()
            case 8:
                let size = offset(upTo: 300_000)
                if size < model.count {
                    model.removeLast(model.count - size)
                } else {
                    model.append(contentsOf: repeatElement(0, count: size - model.count))
                }
                try staged.truncate(to: Int64(size))
                #expect(inner.bytes.count == VaultFormat.cipherSize(ofPlainSize: Int64(size)))
            case 9:
                try staged.sync()
                staged = try EncryptedStagedFile(reopening: inner, keys: keys)
                #expect(try staged.info().size == model.count)
            case 10: #expect(try staged.info().size == model.count)
            default: try staged.releaseUnwritten()
            }
        }
    }

    @Test("agree after any sequence of operations", arguments: Array(UInt64(1)...40))
    func model(_ seed: UInt64) throws {
        var run = try Run(seed: seed)
        for _ in 0..<40 { try run.step() }
        #expect(try run.staged.prepareToPublish().plainSize == run.model.count)
        #expect(try EncryptedContent.opened(run.inner.bytes, run.keys) == run.model)
    }
}
