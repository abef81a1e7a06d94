import Glibc
import HearthCrypto
import HearthTesting
import Synchronization
import Testing

@testable import HearthStorage

/// An unfinished file in memory, whose bytes a test may tamper with.
final class MemoryStagedFile: StagedFile {
    private struct Content {
        var bytes: [UInt8] = []
        var modified: Int64 = 0
        var syncs = 0
        var isFull = false
        var reserved: [Int64] = []
    }

    private let content: Mutex<Content>

    init(_ bytes: [UInt8] = []) { content = Mutex(Content(bytes: bytes)) }

    let id = "memory"
    let inode: UInt64 = 1
    var bytes: [UInt8] { content.withLock { $0.bytes } }
    var syncs: Int { content.withLock { $0.syncs } }
    var reserved: [Int64] { content.withLock { $0.reserved } }
    /// Whether writing fails.
    var isFull: Bool {
        get { content.withLock { $0.isFull } }
        set { content.withLock { $0.isFull = newValue } }
    }

    func tamper(_ body: (inout [UInt8]) -> Void) { content.withLock { body(&$0.bytes) } }

    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(StorageError) {
        try content.withLock { content throws(StorageError) in
            if content.isFull { throw StorageError(.noSpace, "no more room in memory") }
            let end = Int(offset) + bytes.count
            if content.bytes.count < end {
                content.bytes.append(contentsOf: repeatElement(0, count: end - content.bytes.count))
            }
            content.bytes.withUnsafeMutableBytes {
                UnsafeMutableRawBufferPointer(rebasing: $0[Int(offset)...]).copyBytes(from: bytes)
            }
            content.modified += 1
        }
    }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(StorageError) -> Int {
        content.withLock { content in
            guard offset < content.bytes.count else { return 0 }
            let count = min(buffer.count, content.bytes.count - Int(offset))
            content.bytes.withUnsafeBytes {
                buffer.copyBytes(from: UnsafeRawBufferPointer(rebasing: $0[Int(offset)...].prefix(count)))
            }
            return count
        }
    }

    func copy(_ range: Range<Int64>, from other: any StagedFile) throws(StorageError) {
        throw StorageError(.crossVolume, "not needed")
    }

    func copy(_ size: Int64, of file: any ReadableFile, progress: (Int64) throws -> Void) throws {
        throw StorageError(.crossVolume, "not needed")
    }

    func sync() throws(StorageError) { content.withLock { $0.syncs += 1 } }

    func truncate(to size: Int64) throws(StorageError) {
        content.withLock { content in
            let size = Int(size)
            if size < content.bytes.count {
                content.bytes.removeLast(content.bytes.count - size)
            } else {
                content.bytes.append(contentsOf: repeatElement(0, count: size - content.bytes.count))
            }
            content.modified += 1
        }
    }

    func reserve(upTo size: Int64) throws(StorageError) { content.withLock { $0.reserved.append(size) } }

    func setModified(_ time: FileTime) throws(StorageError) {
        content.withLock { $0.modified = time.seconds }
    }

    func info() throws(StorageError) -> FileInfo {
        content.withLock { MemoryFile.info(size: $0.bytes.count, modified: $0.modified) }
    }

    func releaseUnwritten() throws(StorageError) {}
}

/// A file in memory, open for reading, whose bytes a test may exchange.
final class MemoryFile: ReadableFile {
    let info: FileInfo
    private let content: Mutex<[UInt8]>

    init(_ bytes: [UInt8]) {
        content = Mutex(bytes)
        info = Self.info(size: bytes.count, modified: 0)
    }

    static func info(size: Int, modified: Int64) -> FileInfo {
        let time = FileTime(seconds: modified, nanoseconds: 0)
        return FileInfo(
            kind: .file,
            size: Int64(size),
            modified: time,
            changed: time,
            born: nil,
            inode: 1,
            device: 1,
            allocated: Int64(size)
        )
    }

    var descriptor: Int32? { nil }

    func tamper(_ body: (inout [UInt8]) -> Void) { content.withLock { body(&$0) } }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(StorageError) -> Int {
        content.withLock { bytes in
            guard offset < bytes.count else { return 0 }
            let count = min(buffer.count, bytes.count - Int(offset))
            bytes.withUnsafeBytes {
                buffer.copyBytes(from: UnsafeRawBufferPointer(rebasing: $0[Int(offset)...].prefix(count)))
            }
            return count
        }
    }

    func currentInfo() throws(StorageError) -> FileInfo {
        Self.info(size: content.withLock { $0.count }, modified: 0)
    }
}

extension StagedFile {
    func write(_ bytes: some Collection<UInt8>, at offset: Int) throws {
        try Array(bytes).withUnsafeBytes { try write($0, at: Int64(offset)) }
    }

    func bytes(_ count: Int, at offset: Int = 0) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0xEE, count: count)
        let got = try bytes.withUnsafeMutableBytes { try read(into: $0, at: Int64(offset)) }
        return Array(bytes.prefix(got))
    }
}

extension ReadableFile {
    func bytes(_ count: Int, at offset: Int = 0) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0xEE, count: count)
        let got = try bytes.withUnsafeMutableBytes { try read(into: $0, at: Int64(offset)) }
        return Array(bytes.prefix(got))
    }
}

/// What tests of encrypted contents share.
enum EncryptedContent {
    static let block = VaultFormat.blockSize
    static let sealed = VaultFormat.sealedBlockSize
    static let header = VaultFormat.headerSize
    /// Sizes around the borders of blocks.
    static let sizes = [0, 1, 2, 32_767, 32_768, 32_769, 65_535, 65_536, 65_537, 300_000]

    /// Reproducible bytes without long runs.
    static func bytes(_ count: Int, seed: UInt64 = 1) -> [UInt8] {
        var random = SplitMix64(seed: seed)
        return random.bytes(count)
    }

    /// A whole cipher file of some plain bytes.
    static func sealed(_ plain: [UInt8], _ keys: VaultKeys) throws -> [UInt8] {
        let inner = MemoryStagedFile()
        let staged = try EncryptedStagedFile(new: inner, keys: keys)
        try staged.write(plain, at: 0)
        let (header, size) = try staged.prepareToPublish()
        #expect(header == Array(inner.bytes.prefix(68)) && size == plain.count)
        return inner.bytes
    }

    /// All plain bytes of a cipher file.
    static func opened(_ cipher: [UInt8], _ keys: VaultKeys) throws -> [UInt8] {
        let file = try EncryptedFile(MemoryFile(cipher), keys: keys)
        return try file.bytes(Int(file.info.size) + 1)
    }
}
