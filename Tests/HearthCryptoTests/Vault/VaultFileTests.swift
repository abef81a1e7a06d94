import HearthCrypto
import Testing

@Suite("Files in vaults")
struct VaultFileTests {
    let keys: VaultKeys

    init() throws { keys = try VaultVectors.keys() }

    private func file(_ header: [UInt8]) throws -> VaultFileKey {
        try header.withUnsafeBytes { try keys.file(header: $0) }
    }

    private func open(_ number: Int64, _ sealed: [UInt8], _ file: VaultFileKey) throws -> [UInt8] {
        var plain = [UInt8](repeating: 0xEE, count: max(sealed.count - 28, 0))
        let count = try sealed.withUnsafeBytes { sealed in
            try plain.withUnsafeMutableBytes { try file.openBlock(number, sealed, into: $0) }
        }
        #expect(count == plain.count)
        return plain
    }

    private func seal(_ number: Int64, _ plain: [UInt8], _ file: VaultFileKey) throws -> [UInt8] {
        var sealed = [UInt8](repeating: 0xEE, count: plain.count + 28)
        let count = try plain.withUnsafeBytes { plain in
            try sealed.withUnsafeMutableBytes { try file.sealBlock(number, plain, into: $0) }
        }
        #expect(count == sealed.count)
        return sealed
    }

    @Test("opens what another implementation wrote")
    func agreement() throws {
        #expect(try keys.openSmall(VaultVectors.empty) == [])
        #expect(try keys.openSmall(VaultVectors.small) == VaultVectors.smallContent)
        #expect(try keys.openSmall(VaultVectors.directoryFile) == VaultVectors.documents)
        let big = try file(VaultVectors.bigHeader)
        #expect(big.header == VaultVectors.bigHeader)
        #expect(try open(1, VaultVectors.bigTail, big) == VaultVectors.bigTailContent)
        expectFailure(.authenticationFailed) { _ = try open(0, VaultVectors.bigTail, big) }
        expectFailure(.authenticationFailed) { _ = try open(2, VaultVectors.bigTail, big) }
        expectFailure(.authenticationFailed) { _ = try keys.openSmall(VaultVectors.brokenRootFile) }
    }

    @Test("blocks of every size come back", arguments: [1, 2, 15, 16, 17, 4096, 32_767, 32_768])
    func roundTrip(_ size: Int) throws {
        let file = try keys.newFile()
        #expect(file.header.count == VaultFormat.headerSize)
        let plain = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let sealed = try seal(7, plain, file)
        #expect(try open(7, sealed, self.file(file.header)) == plain)
        #expect(try seal(7, plain, file) != sealed, "each block has a nonce of its own")
    }

    @Test("a flipped bit anywhere fails, and leaves zeros")
    func flipped() throws {
        let header = Array(VaultVectors.small.prefix(68))
        let block = Array(VaultVectors.small.dropFirst(68))
        for other in flips(of: header) { expectFailure(.authenticationFailed) { _ = try file(other) } }
        let key = try file(header)
        for other in flips(of: block) {
            var plain = [UInt8](repeating: 0xEE, count: other.count - 28 + 3)
            expectFailure(.authenticationFailed) {
                try other.withUnsafeBytes { sealed in
                    _ = try plain.withUnsafeMutableBytes { try key.openBlock(0, sealed, into: $0) }
                }
            }
            #expect(plain == Array(repeating: 0, count: other.count - 28) + [0xEE, 0xEE, 0xEE])
        }
        #expect(try open(0, block, key) == VaultVectors.smallContent)
    }

    @Test("blocks open only at their place in their file")
    func places() throws {
        let (one, other) = (try keys.newFile(), try keys.newFile())
        let sealed = try seal(1 << 40, [1, 2, 3], one)
        #expect(try open(1 << 40, sealed, one) == [1, 2, 3])
        expectFailure(.authenticationFailed) { _ = try open(0, sealed, one) }
        expectFailure(.authenticationFailed) { _ = try open(1 << 40, sealed, other) }
        // The content key of one under the header of another: the nonce of the header is in every block.
        let foreign = try VaultKeys.random()
        expectFailure(.authenticationFailed) {
            try one.header.withUnsafeBytes { _ = try foreign.file(header: $0) }
        }
    }

    @Test("other sizes are refused")
    func sizes() throws {
        let file = try keys.newFile()
        expectFailure(.invalidInput) { _ = try seal(0, [], file) }
        expectFailure(.invalidInput) { _ = try seal(0, Array(repeating: 0, count: 32_769), file) }
        expectFailure(.invalidInput) { _ = try seal(-1, [1], file) }
        for count in [0, 1, 27, 28, 32_797] {
            expectFailure(.authenticationFailed) { _ = try open(0, Array(repeating: 0, count: count), file) }
        }
        let sealed = try seal(0, [1, 2, 3], file)
        expectFailure(.invalidInput) {
            var small: [UInt8] = [0, 0]
            try sealed.withUnsafeBytes { sealed in
                _ = try small.withUnsafeMutableBytes { try file.openBlock(0, sealed, into: $0) }
            }
        }
        expectFailure(.invalidInput) {
            var small = [UInt8](repeating: 0, count: 30)
            try [UInt8]([1, 2, 3]).withUnsafeBytes { plain in
                _ = try small.withUnsafeMutableBytes { try file.sealBlock(0, plain, into: $0) }
            }
        }
        for count in [0, 67, 69] {
            expectFailure(.authenticationFailed) { _ = try self.file(Array(repeating: 1, count: count)) }
        }
    }

    @Test("many threads at once share one file", .timeLimit(.minutes(10)))
    func threads() async throws {
        let file = try keys.newFile()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for task in 0..<16 {
                group.addTask {
                    for step in 0..<50 {
                        let number = Int64(task * 1000 + step)
                        let plain = [UInt8](repeating: UInt8(task), count: 1000 + step)
                        let sealed = try seal(number, plain, file)
                        #expect(try open(number, sealed, file) == plain)
                        expectFailure(.authenticationFailed) { _ = try open(number + 1, sealed, file) }
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    @Test("small files come back", arguments: [0, 1, 36, 32_767, 32_768, 32_769, 65_536, 100_000])
    func small(_ size: Int) throws {
        let plain = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 17) }
        let sealed = try keys.sealSmall(plain)
        #expect(Int64(sealed.count) == VaultFormat.cipherSize(ofPlainSize: Int64(size)))
        #expect(try keys.openSmall(sealed) == plain)
        #expect(try keys.sealSmall(plain) != sealed)
    }

    @Test("small files that are cut or swapped fail")
    func damaged() throws {
        let sealed = try keys.sealSmall(Array(repeating: 1, count: 40_000))
        for count in [0, 1, 67, 69, 96, 100, sealed.count - 1, 68 + 32_796 + 28] {
            expectFailure(.authenticationFailed) { _ = try keys.openSmall(Array(sealed.prefix(count))) }
        }
        let two = try keys.sealSmall(Array(repeating: 1, count: 65_536))
        let swapped = Array(two[..<68]) + Array(two[(68 + 32_796)...]) + Array(two[68..<(68 + 32_796)])
        expectFailure(.authenticationFailed) { _ = try keys.openSmall(swapped) }
        expectFailure(.invalidInput) {
            _ = try keys.sealSmall(Array(repeating: 0, count: VaultKeys.longestSmallFile + 1))
        }
    }
}
