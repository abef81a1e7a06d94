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
