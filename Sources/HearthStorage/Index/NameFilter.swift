/// Finds names that contain a text, without regard to case.
struct NameFilter {
    private let text: [UInt8]

    init(_ text: [UInt8]) {
        var folded: [UInt8] = []
        text.withUnsafeBufferPointer { NaturalOrder.appendFolded($0, to: &folded) }
        self.text = folded
    }

    /// The positions of the names that contain the text.
    func matches(_ names: NameList) -> [UInt32] {
        var result: [UInt32] = []
        var folded: [UInt8] = []
        folded.reserveCapacity(3 * FileName.maximumLength)
        for index in 0..<names.count {
            folded.removeAll(keepingCapacity: true)
            names.withName(index) { NaturalOrder.appendFolded($0, to: &folded) }
            if contains(folded) { result.append(UInt32(index)) }
        }
        return result
    }

    /// Whether one name contains the text.
    func matches(_ name: [UInt8]) -> Bool {
        var folded: [UInt8] = []
        name.withUnsafeBufferPointer { NaturalOrder.appendFolded($0, to: &folded) }
        return contains(folded)
    }

    private func contains(_ name: [UInt8]) -> Bool {
        guard let first = text.first, name.count >= text.count else { return text.isEmpty }
        return name.withUnsafeBufferPointer { name in
            (0...(name.count - text.count)).contains { start in
                name[start] == first && (1..<text.count).allSatisfy { name[start + $0] == text[$0] }
            }
        }
    }
}

extension NaturalOrder {
    /// Whether a name contains a text, without regard to case: what the name filter of a list means.
    package static func contains(_ text: [UInt8], in name: [UInt8]) -> Bool {
        NameFilter(text).matches(name)
    }
}
