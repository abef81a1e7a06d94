/// Names of one directory, packed end to end.
struct NameList: Sendable {
    private var arena: [UInt8] = []
    private var ends: [UInt32] = []

    init() {}

    init(names: Int, bytes: Int) {
        arena.reserveCapacity(bytes)
        ends.reserveCapacity(names)
    }

    var count: Int { ends.count }
    /// Bytes of all names together.
    var byteCount: Int { arena.count }
    /// What the list occupies.
    var memory: Int { arena.capacity + ends.capacity * MemoryLayout<UInt32>.stride }

    /// A hash of all names in their order; of two lists that differ it is the same only by chance.
    var digest: UInt64 {
        var hash = Self.mixed(0x243F_6A88_85A3_08D3, UInt64(count))
        arena.withUnsafeBytes { hash = Self.mixed(hash, $0) }
        ends.withUnsafeBytes { hash = Self.mixed(hash, $0) }
        return hash
    }

    private static func mixed(_ hash: UInt64, _ bytes: UnsafeRawBufferPointer) -> UInt64 {
        var hash = hash
        var offset = 0
        while offset + 8 <= bytes.count {
            hash = mixed(hash, bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            offset += 8
        }
        var rest = UInt64(bytes.count)
        while offset < bytes.count {
            rest = rest << 8 | UInt64(bytes[offset])
            offset += 1
        }
        return mixed(hash, rest)
    }

    private static func mixed(_ hash: UInt64, _ word: UInt64) -> UInt64 {
        let product = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
        return product ^ product >> 29
    }

    mutating func append(_ name: some Collection<UInt8>) {
        arena.append(contentsOf: name)
        ends.append(UInt32(arena.count))
    }

    subscript(index: Int) -> FileName {
        FileName(unchecked: Array(arena[range(index)]))
    }

    /// Lends one name.
    func withName<Result>(_ index: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        let range = range(index)
        return arena.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[range])) }
    }

    /// The same names in another order, without slack.
    func reordered(_ order: some Collection<UInt32>) -> NameList {
        var result = NameList(names: count, bytes: byteCount)
        for index in order { withName(Int(index)) { result.append($0) } }
        return result
    }

    private func range(_ index: Int) -> Range<Int> {
        (index == 0 ? 0 : Int(ends[index - 1]))..<Int(ends[index])
    }
}
