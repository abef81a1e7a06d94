import Glibc

/// Sorts items by byte strings: keys lie end to end, and eight bytes of each are compared without looking there.
///
/// Those eight bytes begin where the keys first differ: photos of one camera share the start of their names.
struct KeySorter {
    private struct Record {
        var prefix: UInt64
        let start: UInt32
        let length: UInt32
        let item: UInt32
    }

    private var keys: [UInt8] = []
    private var records: [Record] = []

    var count: Int { records.count }

    init(items: Int = 0) {
        records.reserveCapacity(items)
    }

    /// Adds an item with the key that the closure appends.
    mutating func append(item: Int, key: (inout [UInt8]) -> Void) {
        let start = keys.count
        key(&keys)
        records.append(
            Record(prefix: 0, start: UInt32(start), length: UInt32(keys.count - start), item: UInt32(item))
        )
    }

    /// The items by key; equal keys by the names' bytes.
    consuming func sorted(names: NameList) -> [UInt32] {
        let common = commonPrefix()
        for index in records.indices { records[index].prefix = prefix(records[index], from: common) }
        keys.withUnsafeBufferPointer { keys in
            records.sort { left, right in
                if left.prefix != right.prefix { return left.prefix < right.prefix }
                return Self.precedes(left, right, keys, names)
            }
        }
        return records.map(\.item)
    }

    private static func precedes(
        _ left: Record,
        _ right: Record,
        _ keys: UnsafeBufferPointer<UInt8>,
        _ names: NameList
    ) -> Bool {
        let order = compare(
            UnsafeBufferPointer(rebasing: keys[Int(left.start)..<Int(left.start + left.length)]),
            UnsafeBufferPointer(rebasing: keys[Int(right.start)..<Int(right.start + right.length)])
        )
        if order != 0 { return order < 0 }
        return names.withName(Int(left.item)) { leftName in
            names.withName(Int(right.item)) { compare(leftName, $0) < 0 }
        }
    }

    private static func compare(
        _ left: UnsafeBufferPointer<UInt8>,
        _ right: UnsafeBufferPointer<UInt8>
    ) -> Int {
        guard let leftStart = left.baseAddress, let rightStart = right.baseAddress else {
            return left.count - right.count
        }
        let order = memcmp(leftStart, rightStart, min(left.count, right.count))
        return order != 0 ? Int(order) : left.count - right.count
    }

    private func commonPrefix() -> Int {
        guard let first = records.first else { return 0 }
        return keys.withUnsafeBufferPointer { keys in
            var common = Int(first.length)
            for record in records {
                common = min(common, Int(record.length))
                var index = 0
                while index < common, keys[Int(first.start) + index] == keys[Int(record.start) + index] {
                    index += 1
                }
                common = index
                if common == 0 { break }
            }
            return common
        }
    }

    /// Shorter keys are filled up with zeros; what that makes equal is compared in full.
    private func prefix(_ record: Record, from common: Int) -> UInt64 {
        var value: UInt64 = 0
        let end = Int(record.start + record.length)
        for index in 0..<8 {
            let position = Int(record.start) + common + index
            value = value << 8 | (position < end ? UInt64(keys[position]) : 0)
        }
        return value
    }
}
