/// Which blocks of a file are there: a bit each, the lowest of the first byte for the first block.
struct BlockSet: Sendable, Hashable {
    /// 8 MiB, the contract's chunk, for downloads too.
    static let blockSize: Int64 = 8 << 20

    private(set) var bytes: [UInt8]

    init(bytes: [UInt8] = []) { self.bytes = bytes }

    /// Blocks of a file of so many bytes; a file of none has none.
    static func count(of size: Int64) -> Int { Int((size + blockSize - 1) / blockSize) }

    /// Bytes of block `index` of a file of `size` bytes.
    static func length(of index: Int, in size: Int64) -> Int64 {
        max(0, min(blockSize, size - Int64(index) * blockSize))
    }

    /// Whether block `index`, from 0, is there.
    func contains(_ index: Int) -> Bool {
        index >= 0 && index >> 3 < bytes.count && bytes[index >> 3] & (1 << UInt8(index & 7)) != 0
    }

    /// Adds block `index`.
    mutating func insert(_ index: Int) {
        while bytes.count <= index >> 3 { bytes.append(0) }
        bytes[index >> 3] |= 1 << UInt8(index & 7)
    }

    /// How many blocks are there.
    var count: Int { bytes.reduce(0) { $0 + $1.nonzeroBitCount } }

    /// Bytes in these blocks of a file of `size` bytes.
    func total(in size: Int64) -> Int64 {
        var sum: Int64 = 0
        for index in 0..<Self.count(of: size) where contains(index) {
            sum += Self.length(of: index, in: size)
        }
        return sum
    }
}
